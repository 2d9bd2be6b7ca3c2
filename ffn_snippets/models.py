"""The feed-forward layers of real models, each with its published source."""

from dataclasses import dataclass

from ffn_snippets.costs import ffn_params


@dataclass(frozen=True, kw_only=True)
class Model:
    """One model, with the widths of its release, not a library's defaults."""

    name: str
    d_model: int
    d_ff: int
    n_layers: int
    activation: str
    gated: bool
    bias: bool
    source: str

    @property
    def ffn_params_per_layer(self) -> int:
        """Parameters of one layer's FFN, with biases where the model has them."""
        return ffn_params(self.d_model, self.d_ff, gated=self.gated, bias=self.bias)

    @property
    def ffn_params(self) -> int:
        """Parameters of all feed-forward layers together."""
        return self.n_layers * self.ffn_params_per_layer

    @property
    def ratio(self) -> float:
        """d_ff / d_model."""
        return self.d_ff / self.d_model


class Catalogue(dict):
    def __missing__(self, name):
        raise KeyError(f"no model named {name!r}, choose from {list(self)}")


MODELS = Catalogue(
    (model.name, model)
    for model in [
        Model(
            name="BERT-base",
            d_model=768,
            d_ff=3072,
            n_layers=12,
            activation="gelu",
            gated=False,
            bias=True,
            # §3: H = 768, L = 12, feed-forward size 4H
            source="https://arxiv.org/abs/1810.04805",
        ),
        Model(
            name="GPT-2 small",
            d_model=768,
            d_ff=3072,
            n_layers=12,
            activation="gelu_tanh",
            gated=False,
            bias=True,
            source="https://huggingface.co/openai-community/gpt2/blob/main/config.json",
        ),
        Model(
            name="LLaMA-7B",
            d_model=4096,
            d_ff=11008,
            n_layers=32,
            activation="swiglu",
            gated=True,
            bias=False,
            # §2.2 and table 2; d_ff is 2/3 · 4 · d_model, rounded up to a multiple of 256
            source="https://arxiv.org/abs/2302.13971",
        ),
        Model(
            name="GPT-3 175B",
            d_model=12288,
            d_ff=49152,
            n_layers=96,
            activation="gelu",
            gated=False,
            bias=True,
            # §2.1 and table 2.1: d_ff = 4·d_model
            source="https://arxiv.org/abs/2005.14165",
        ),
    ]
)
