"""The feed-forward layers of real models: the catalogue MODELS, kept in models.csv, and
`from_hf_config` for other models."""

import csv
from dataclasses import dataclass, fields, replace
from pathlib import Path

from ffn_snippets import costs
from ffn_snippets.hf_config import model_fields

# Which parameters a token uses is counted in three ways. Say which. A tied embedding
# counts as the output embedding; embeddings of positions are never taken out.
CONVENTIONS = {
    "with_embeddings": "all but the experts that the token didn't choose",
    "without_input_embedding": "also without the input embedding, a mere look-up",
    "without_embeddings": "also without the input and the output embedding",
}

HEADS = ("own", "tied", "none")  # matrices of the output embedding


@dataclass(frozen=True, kw_only=True)
class Model:
    """The widths of a model's feed-forward layers, and what they cost.

    Of n_layers layers, n_moe_layers have n_experts experts of width expert_d_ff each;
    the others are dense, of width d_ff. shared_d_ff: the width of all shared experts
    together. activation: a name of costs.UNGATED or costs.GATED. encoder_decoder: the
    layers of both halves count, so that "a token" is one of each. total_params: of the
    whole model; embedding_params: of its input embedding; None if unknown. head: the
    output embedding is its "own" matrix, "tied" to the input's, or there is "none".

    Raises TypeError or ValueError for fields that are wrong or contradict each other,
    naming the model and the field.
    """

    name: str
    source: str
    d_model: int
    activation: str
    n_layers: int
    d_ff: int | None = None
    bias: bool = False
    n_moe_layers: int = 0
    n_experts: int | None = None
    top_k: int | None = None
    expert_d_ff: int | None = None
    shared_d_ff: int = 0
    shared_gate: bool = False
    router_bias: bool = False
    encoder_decoder: bool = False
    total_params: int | None = None
    embedding_params: int | None = None
    head: str = "own"

    def __post_init__(self):
        for field in ("n_layers", "n_moe_layers"):
            if type(getattr(self, field)) is not int:
                raise TypeError(f"{self._field(field)} must be a whole number")
        for field, known in (("activation", costs.SAVED), ("head", HEADS)):
            if getattr(self, field) not in list(known):
                rule = f"must be one of {', '.join(known)}"
                raise ValueError(f"{self._field(field)} {rule}")
        moe, dense = self.n_moe_layers > 0, self.n_moe_layers < self.n_layers
        fits = {
            "n_layers": self.n_layers >= 1,
            "n_moe_layers": 0 <= self.n_moe_layers <= self.n_layers,
            "d_ff": (self.d_ff is not None) == dense,
            "n_experts": (self.n_experts is not None) == moe,
            "top_k": (self.top_k is not None) == moe,
            "expert_d_ff": (self.expert_d_ff is not None) == moe,
            "shared_d_ff": moe or self.shared_d_ff == 0,
            "shared_gate": moe or not self.shared_gate,
            "router_bias": moe or not self.router_bias,
        }
        for field, fit in fits.items():
            if not fit:
                layers = f"{self.n_moe_layers} of {self.n_layers} layers have experts"
                raise ValueError(f"{self._field(field)} doesn't fit: {layers}")
        try:  # the formulas refuse a wrong field, and name it
            at_least = {"total_params": self.ffn_params, "embedding_params": 1}
            _ = self.active_ffn_params
        except (TypeError, ValueError) as error:
            raise type(error)(f"{self.name}: {error}") from None
        for field, least in at_least.items():
            value = getattr(self, field)
            if value is not None and not (type(value) is int and value >= least):
                rule = f"must be None or a whole number >= {least}"
                raise ValueError(f"{self._field(field)} {rule}")

    @property
    def gated(self) -> bool:
        """Three matrices in each layer or expert, not two."""
        return self.activation in costs.GATED

    @property
    def ratio(self) -> float:
        """d_ff / d_model of the dense layers."""
        if self.d_ff is None:
            raise ValueError(f"{self.name} has no dense layer: see active_ratio")
        return self.d_ff / self.d_model

    @property
    def active_ratio(self) -> float:
        """Hidden width that a token uses in a layer with experts, over d_model."""
        if not self.n_moe_layers:
            raise ValueError(f"{self.name} has no layer with experts: see ratio")
        return (self.top_k * self.expert_d_ff + self.shared_d_ff) / self.d_model

    @property
    def dense_layer_params(self) -> int:
        """Parameters of one dense layer, 0 if there is none."""
        if self.d_ff is None:
            return 0
        kind = {"gated": self.gated, "bias": self.bias}
        return costs.ffn_params(self.d_model, self.d_ff, **kind)

    @property
    def moe_layer_params(self) -> int:
        """Parameters of one layer with experts, router included, 0 if there is none."""
        if not self.n_moe_layers:
            return 0
        sizes = self.d_model, self.expert_d_ff, self.n_experts
        return costs.moe_params(*sizes, **self._experts)

    @property
    def ffn_params_per_layer(self) -> int:
        """Parameters of one layer's FFN; ValueError if there are two kinds of it."""
        if self.dense_layer_params and self.moe_layer_params:
            which = "dense_layer_params and moe_layer_params"
            raise ValueError(f"{self.name} has two kinds of layers: see {which}")
        return self.dense_layer_params or self.moe_layer_params

    @property
    def ffn_params(self) -> int:
        """Parameters of all feed-forward layers together, used or not."""
        return (
            self._dense_layers * self.dense_layer_params
            + self.n_moe_layers * self.moe_layer_params
        )

    @property
    def active_ffn_params(self) -> int:
        """Parameters of all feed-forward layers that one token uses."""
        active = self._dense_layers * self.dense_layer_params
        if self.n_moe_layers:
            sizes = self.d_model, self.expert_d_ff, self.n_experts, self.top_k
            layer = costs.moe_active_params(*sizes, **self._experts)
            active += self.n_moe_layers * layer
        return active

    @property
    def ffn_flops_per_token(self) -> int:
        """FLOPs of all feed-forward layers for one token: 2 for each active weight,
        biases left out."""
        weights = replace(self, bias=False, router_bias=False).active_ffn_params
        return 2 * weights

    def ffn_weight_bytes(self, dtype: str) -> int:
        """Bytes of all feed-forward parameters, used or not: see costs.weight_bytes."""
        return costs.weight_bytes(self.ffn_params, dtype)

    @property
    def ffn_share(self) -> float:
        """The part of all parameters that is in feed-forward layers."""
        return self.ffn_params / self._known("total_params")

    def active_params(self, convention: str) -> int:
        """Parameters of the whole model that one token uses, by one of CONVENTIONS."""
        if convention not in list(CONVENTIONS):
            known = ", ".join(CONVENTIONS)
            raise ValueError(f"convention must be one of {known}, got {convention!r}")
        active = self._known("total_params") - self.ffn_params + self.active_ffn_params
        if convention == "with_embeddings":
            return active
        embedding = self._known("embedding_params")
        if convention == "without_input_embedding":
            # a tied matrix is the output embedding too, which is no look-up
            return active if self.head == "tied" else active - embedding
        return active - (2 if self.head == "own" else 1) * embedding

    @property
    def _dense_layers(self):
        return self.n_layers - self.n_moe_layers

    @property
    def _experts(self):
        return {
            "gated": self.gated,
            "bias": self.bias,
            "shared_d_ff": self.shared_d_ff,
            "shared_gate": self.shared_gate,
            "router_bias": self.router_bias,
        }

    def _field(self, field):
        return f"{self.name}: {field}={getattr(self, field)!r}"

    def _known(self, field):
        if getattr(self, field) is None:
            how = f"dataclasses.replace(model, {field}=…)"
            raise ValueError(f"{self.name}: {field} is not known; set it with {how}")
        return getattr(self, field)


def from_hf_config(config: dict) -> Model:
    """The Model of a Hugging Face configuration, the content of a config.json.

    Knows the families of hf_keys.FAMILIES; of a model of text and images, reads the
    text part. total_params is not in such a file, and stays unknown.

    Raises TypeError or ValueError, naming the key: without model_type or with an
    unknown one; where a key that decides the count is missing, of the wrong type or of
    an unknown value; where two keys contradict each other; and where there is a key
    that decides the count of other families, but not of this one.
    """
    return Model(**model_fields(config))


class Catalogue(dict):
    def __missing__(self, name):
        raise KeyError(f"no model named {name!r}, choose from {list(self)}")


def read_catalogue(path: Path) -> Catalogue:
    """One model in a row; an empty cell is the field's default. Raises ValueError for a
    cell that can't be read and for a name that stands twice."""
    types = {field.name: field.type for field in fields(Model)}
    read = {str: str, int: int, int | None: int, bool: {"yes": True}.__getitem__}
    models = Catalogue()
    with path.open(encoding="utf8", newline="") as file:
        for row in csv.DictReader(file):
            values = {}
            for column, cell in row.items():
                try:
                    if cell != "":
                        values[column] = read[types[column]](cell)
                except (KeyError, TypeError, ValueError):
                    where = f"{path.name}: {row['name']}: {column}"
                    raise ValueError(f"{where} can't be read: {cell!r}") from None
            if values["name"] in models:
                raise ValueError(f"{path.name}: {values['name']} stands twice")
            models[values["name"]] = Model(**values)
    return models


MODELS = read_catalogue(Path(__file__).with_name("models.csv"))
