"""Experts in use, and bytes moved per token as a share of one token's alone."""

import json

from ffn_snippets import costs
from ffn_snippets.models import MODELS


def digits(number):
    return float(f"{number:.3g}")


def moved(model, n):
    if not model.n_moe_layers:
        sizes = n, model.d_model, model.d_ff
        return costs.ffn_bytes_moved(*sizes, gated=True, dtype="bf16")
    sizes = model.d_model, model.expert_d_ff, model.n_experts, model.top_k
    shared = {"shared_d_ff": model.shared_d_ff}
    return costs.moe_bytes_moved(n, *sizes, dtype="bf16", **shared)


tokens = sorted({round(2 ** (i / 2)) for i in range(21)})
choices = {"8/2": (8, 2), "128/8": (128, 8), "256/8": (256, 8)}
used = {
    name: [(n, digits(costs.distinct_experts(n, *sizes) / sizes[0])) for n in tokens]
    for name, sizes in choices.items()
}
per_token = {
    model.name: [(n, digits(moved(model, n) / n / moved(model, 1))) for n in tokens]
    for model in map(MODELS.get, ("Llama-3.1 8B", "Mixtral 8x7B", "DeepSeek-V3"))
}
total = {
    name: {str(n): round(moved(MODELS[name], n)) for n in (1, 4, 16, 32, 128)}
    for name in per_token
}
print(json.dumps({"used": used, "per_token": per_token, "total": total}))
