from ffn_snippets.costs import attention_flops, ffn_flops
from ffn_snippets.models import MODELS

WIDTHS = {  # all query heads together, all key heads together
    "GPT-2 small": (768, 768),
    "GPT-3 175B": (12288, 12288),
    "LLaMA-7B": (4096, 4096),
    "Qwen3-0.6B": (2048, 1024),
    "Llama-3.1 8B": (4096, 1024),
    "Llama-3.1 70B": (8192, 1024),
    "Llama-3.1 405B": (16384, 1024),
    "Gemma 2B": (2048, 256),
}


def crossover(model, causal):
    """The smallest n at which attention costs as much as the FFN, or more."""
    d_q, d_kv = WIDTHS[model.name]
    low, high = 0, 2**20  # attention is cheaper at low, and is not at high
    while high - low > 1:
        n = (low + high) // 2
        widths = {"d_q": d_q, "d_kv": d_kv, "causal": causal}
        attention = attention_flops(n, model.d_model, **widths)
        ffn = ffn_flops(n, model.d_model, model.d_ff, gated=model.gated)
        low, high = (low, n) if attention >= ffn else (n, high)
    return high


for name in WIDTHS:
    for kind, causal in {"full": False, "causal": True}.items():
        print(f"{name}, {kind}: {crossover(MODELS[name], causal):,}")
