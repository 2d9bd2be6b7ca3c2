"""FLOPs per byte of one layer in bf16, by the number of tokens."""

import json

from ffn_snippets import costs
from ffn_snippets.models import MODELS


def intensity(model, n):
    if model.n_moe_layers:
        sizes = model.d_model, model.expert_d_ff, model.n_experts, model.top_k
        shared = {"shared_d_ff": model.shared_d_ff}
        flops = costs.moe_flops(n, *sizes, **shared)
        moved = costs.moe_bytes_moved(n, *sizes, dtype="bf16", **shared)
    else:
        sizes = n, model.d_model, model.d_ff
        flops = costs.ffn_flops(*sizes, gated=True)
        moved = costs.ffn_bytes_moved(*sizes, gated=True, dtype="bf16")
    return float(f"{costs.arithmetic_intensity(flops, moved):.3g}")


names = ("Llama-3.1 8B", "Mixtral 8x7B", "DeepSeek-V3")
tokens = [2**i for i in range(17)]
points = {k: [(n, intensity(MODELS[k], n)) for n in tokens] for k in names}
print(json.dumps(points))
