"""The catalogue against the model classes of `transformers`, which are an independent implementation."""

import pytest
import torch
from ffn_snippets.models import MODELS
from transformers import BertConfig, BertModel, GPT2Config, GPT2Model, LlamaConfig, LlamaModel

# The defaults of these classes are the released models: bert-base, gpt2, the first LLaMA-7B. GPT-3 was not released:
# its widths are those of its paper, in GPT-2's architecture.
INDEPENDENT = {
    "BERT-base": (BertModel, BertConfig(), ("intermediate.", "output.dense."), "attention"),
    "GPT-2 small": (GPT2Model, GPT2Config(), ("mlp.",), "attn"),
    "LLaMA-7B": (LlamaModel, LlamaConfig(), ("mlp.",), "attn"),
    "GPT-3 175B": (GPT2Model, GPT2Config(n_embd=12288, n_layer=96, n_head=96, n_positions=2048), ("mlp.",), "attn"),
}
TOTALS = {"BERT-base": 109_482_240, "GPT-2 small": 124_439_808, "LLaMA-7B": 6_738_415_616 - 32_000 * 4096}


@pytest.fixture(scope="module", params=INDEPENDENT)
def pair(request):
    build, config, parts, attention = INDEPENDENT[request.param]
    with torch.device("meta"):
        network = build(config)
    ffn = {
        name: parameter.numel()
        for name, parameter in network.named_parameters()
        if any(part in name for part in parts) and attention not in name
    }
    return MODELS[request.param], network, config, ffn


def test_every_model_is_compared():
    assert set(INDEPENDENT) == set(MODELS)


def test_ffn_parameters(pair):
    model, _, config, ffn = pair
    assert sum(ffn.values()) == model.ffn_params == model.n_layers * model.ffn_params_per_layer
    assert config.num_hidden_layers == model.n_layers
    assert config.hidden_size == model.d_model


def test_biases_and_activation(pair):
    model, _, config, ffn = pair
    assert any(name.endswith("bias") for name in ffn) == model.bias
    assert len([name for name in ffn if name.endswith("weight")]) == model.n_layers * (3 if model.gated else 2)
    used = getattr(config, "hidden_act", None) or config.activation_function
    spelled = {"gelu": "gelu", "gelu_tanh": "gelu_new", "swiglu": "silu"}
    if model.name != "GPT-3 175B":
        assert used == spelled[model.activation]


def test_the_independent_model_is_the_released_one(pair):
    model, network, *_ = pair
    if model.name in TOTALS:
        assert sum(p.numel() for p in network.parameters()) == TOTALS[model.name]


def test_ratio(pair):
    model, *_ = pair
    assert model.ratio == {"LLaMA-7B": 2.6875}.get(model.name, 4)


def test_an_unknown_model_is_named_with_the_known_ones():
    with pytest.raises(KeyError, match=r"no model named 'BERT'.*BERT-base"):
        MODELS["BERT"]
