"""Reads the configuration file of a Hugging Face model by the table of hf_keys."""

from ffn_snippets.hf_keys import ABSENT_IN_ALL, ACTIVATIONS, FAMILIES, GATED, KEYS
from ffn_snippets.hf_keys import TEXT_PART


def model_fields(config: dict) -> dict:
    """The fields of models.Model that the file gives: see models.from_hf_config."""
    if not isinstance(config, dict):
        raise TypeError(f"config must be a dict, got {config!r}")
    config, family = _text_part(config)
    read = _Reader(config, family)
    d_model, n_layers = read.size("d_model"), read.size("n_layers")
    encoder_decoder = family in ("t5", "switch_transformers")
    if encoder_decoder:
        if config.get("is_encoder_decoder") is False:
            raise read.error("is_encoder_decoder=False: half a model can't be read")
        n_layers += read.size("n_decoder_layers")
    n_moe_layers = read.moe_layers()
    vocab_size, width = read.size("vocab_size"), read.size("embedding_width")
    fields = {
        "name": config.get("_name_or_path") or family,
        "source": "a Hugging Face configuration",
        "d_model": d_model,
        "activation": read.activation(),
        "n_layers": n_layers,
        "bias": read.flag("bias"),
        "encoder_decoder": encoder_decoder,
        "embedding_params": vocab_size * width if vocab_size else None,
        "head": {True: "tied", False: "own", None: "none"}[read.flag("tied")],
    }
    if n_layers > n_moe_layers:
        fields["d_ff"] = read.size("d_ff")
    else:
        read.skip("d_ff")
    if n_moe_layers:
        fields["n_moe_layers"] = n_moe_layers
        for field in ("n_experts", "top_k", "expert_d_ff"):
            fields[field] = read.size(field)
        fields["shared_d_ff"] = read.shared_d_ff(fields["expert_d_ff"])
        fields["shared_gate"] = read.rule["fixed"].get("shared_gate", False)
        fields["router_bias"] = read.flag("router_bias")
    elif "experts" in read.rule:
        read.skip("n_experts", "top_k", "expert_d_ff", "router_bias")
        read.skip("shared_d_ff", "n_shared_experts")
    read.refuse_unread()
    return fields


def _text_part(config):
    model_type = config.get("model_type")
    if model_type is None:
        raise ValueError("config has no key 'model_type', which names the family")
    if model_type in list(TEXT_PART):
        part = config.get("text_config")
        if not isinstance(part, dict):
            rule = "needs a dict 'text_config'"
            raise ValueError(f"model_type={model_type!r} {rule}, got {part!r}")
        inner = part.get("model_type", TEXT_PART[model_type])
        if inner != TEXT_PART[model_type]:
            raise ValueError(
                f"model_type={model_type!r} contradicts {inner!r} in text_config"
            )
        kept = ("tie_word_embeddings", "_name_or_path")
        outer = {key: config[key] for key in kept if key in config}
        return {**outer, **part}, inner
    if model_type not in list(FAMILIES):
        known = ", ".join([*FAMILIES, *TEXT_PART])
        raise ValueError(f"model_type must be one of {known}, got {model_type!r}")
    return config, model_type


class _Reader:
    """One configuration; remembers which of its keys were read."""

    def __init__(self, config, family):
        nothing = {"fixed": {}, "absent": {}, "gates": {}, "read_as": {}, "ignored": []}
        self.config, self.family = config, family
        self.rule = {**nothing, **FAMILIES[family]}
        self.rule["absent"] = {**ABSENT_IN_ALL, **self.rule["absent"]}
        self.seen = set(self.rule["ignored"])

    def keys(self, field):
        return KEYS[self.rule["read_as"].get(field, field)]

    def skip(self, *fields):
        """Keys that this family has, but whose value decides nothing here."""
        for field in fields:
            self.seen.update(self.keys(field))

    def error(self, problem, kind=ValueError):
        return kind(f"{self.family}: {problem}")

    def get(self, field):
        """The key that holds it, or None, and the value."""
        if field in self.rule["fixed"]:
            return None, self.rule["fixed"][field]
        keys = [key for key in self.keys(field) if key not in self.rule["ignored"]]
        self.seen.update(keys)
        found = {k: self.config[k] for k in keys if self.config.get(k) is not None}
        for value in found.values():
            if value != next(iter(found.values())):
                pairs = " and ".join(f"{k}={v!r}" for k, v in found.items())
                raise self.error(f"{pairs} contradict each other")
        if found:
            return next(iter(found.items()))
        if field not in self.rule["absent"]:
            raise self.error(f"no key {' or '.join(map(repr, keys))} for {field}")
        default = self.rule["absent"][field]
        if default in ("d_model", "n_layers"):
            default = self.size(default)
        elif default == "4 d_model":
            default = 4 * self.size("d_model")
        return None, default

    def size(self, field, minimum=1):
        key, value = self.get(field)
        if key is not None and (type(value) is not int or value < minimum):
            rule = f"{key} must be a whole number >= {minimum}, got {value!r}"
            raise self.error(rule, ValueError if type(value) is int else TypeError)
        return value

    def flag(self, field):
        key, value = self.get(field)
        if key is not None and type(value) is not bool:
            raise self.error(f"{key} must be true or false, got {value!r}", TypeError)
        return value

    def layers(self, field, n_layers):
        """A list of some of the layers, counted from 0."""
        key, value = self.get(field)
        known = range(n_layers)
        if key is not None and not (
            isinstance(value, list)
            and all(type(layer) is int and layer in known for layer in value)
            and len(value) == len(set(value))
        ):
            rule = f"{key} must list layers from 0 to {n_layers - 1}, each once"
            raise self.error(f"{rule}, got {value!r}")
        return value

    def activation(self):
        key, value = self.get("activation")
        if key is None:
            return value  # by its name here
        known = {**ACTIVATIONS, **self.rule["gates"]}
        if not isinstance(value, str) or value not in known:
            rule = f"must be one of {', '.join(known)}"
            raise self.error(f"{key} {rule}, got {value!r}")
        return GATED[known[value]] if self.rule.get("gated") else known[value]

    def shared_d_ff(self, expert_d_ff):
        if self.rule["experts"] == "after_first":
            return self.size("n_shared_experts", minimum=0) * expert_d_ff
        return self.size("shared_d_ff")

    def moe_layers(self):
        """How many layers have experts."""
        kind, n_layers = self.rule.get("experts"), self.size("n_layers")
        if kind is None:
            return 0
        if kind == "all":
            return n_layers
        if kind == "sparse":
            decoder = self.sparse("n_moe_decoder_layers", self.size("n_decoder_layers"))
            return self.sparse("n_moe_encoder_layers", n_layers) + decoder
        if kind == "listed":
            listed = self.layers("moe_layers", n_layers)
            if listed is not None:
                self.skip("moe_step")
                return len(listed)
        step = self.size("moe_step")
        if kind == "after_first":
            first = self.size("n_first_dense", minimum=0)
            return sum(i >= first and i % step == 0 for i in range(n_layers))
        dense = self.layers("dense_layers", n_layers) if kind == "by_step" else []
        return sum((i + 1) % step == 0 and i not in dense for i in range(n_layers))

    def sparse(self, field, n_layers):
        """Switch: every k-th layer, for some whole k, from layer 1 on, or all."""
        n_moe = self.size(field)
        step = n_layers // n_moe
        placed = sum(i % step == 1 or step == 1 for i in range(n_layers)) if step else 0
        if placed != n_moe:
            wrong = f"{self.keys(field)[0]}={n_moe}"
            raise self.error(f"{wrong} is not every k-th of {n_layers} layers")
        return n_moe

    def refuse_unread(self):
        """A key that decides the count elsewhere must not be passed over."""
        for field, keys in KEYS.items():
            for key in keys:
                if self.config.get(key) in (None, self.rule["fixed"].get(field)):
                    continue  # what holds for the family anyway
                if key not in self.seen:
                    unread = f"{key}={self.config[key]!r} is no key of this family"
                    raise self.error(f"{unread}: its layers' {field} is not known")
