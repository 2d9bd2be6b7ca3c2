"""Widths of attention from each model's configuration, and the weights of one layer.

They are right if everything adds up to the model's known total: the assert below.
"""

import json

from ffn_snippets.costs import attention_params, ffn_params
from ffn_snippets.models import MODELS

# name: query heads, key/value heads, width of a head; then what else a layer has,
# and what stands outside of the layers beside the embeddings of tokens
WIDTHS = {
    "GPT-2 small": (12, 12, 64, "biases", 1024),
    "GPT-2 XL": (25, 25, 64, "biases", 1024),
    "GPT-3 175B": (96, 96, 128, "biases", 2048),
    "LLaMA-7B": (32, 32, 128, "", 0),
    "Llama-2 70B": (64, 8, 128, "", 0),
    "Llama-3.2 1B": (32, 8, 64, "", 0),
    "Llama-3.1 8B": (32, 8, 128, "", 0),
    "Llama-3.1 70B": (64, 8, 128, "", 0),
    "Llama-3.1 405B": (128, 8, 128, "", 0),
    "Mistral-7B": (32, 8, 128, "", 0),
    "Qwen3-0.6B": (16, 8, 128, "norms of q and k", 0),
    "Qwen3-8B": (32, 8, 128, "norms of q and k", 0),
    "Qwen3-32B": (64, 8, 128, "norms of q and k", 0),
    "Gemma 2B": (8, 1, 256, "", 0),
    "Gemma 7B": (16, 16, 256, "", 0),
    "Falcon 7B": (71, 1, 64, "one norm with shift", 0),
    "PaLM 540B": (48, 1, 256, "norms not counted", 0),
}

result = {}
for name, (heads, kv_heads, head_dim, kind, positions) in WIDTHS.items():
    m = MODELS[name]
    d, d_q, d_kv = m.d_model, heads * head_dim, kv_heads * head_dim
    biases = kind == "biases"
    attention = attention_params(d, d_q=d_q, d_kv=d_kv, bias=biases)
    norms, last = {
        "": (2 * d, d),
        "biases": (4 * d, 2 * d),
        "norms of q and k": (2 * d + 2 * head_dim, d),
        "one norm with shift": (2 * d, 2 * d),
        "norms not counted": (0, 0),
    }[kind]
    layers = m.n_layers * (attention + m.ffn_params_per_layer + norms)
    embeddings = (2 if m.head == "own" else 1) * m.embedding_params + positions * d
    assert layers + embeddings + last == m.total_params, name
    result[name] = {
        "d_q": d_q,
        "d_kv": d_kv,
        "heads": heads,
        "kv_heads": kv_heads,
        # weights alone, of one layer
        "ffn": ffn_params(d, m.d_ff, gated=m.gated, bias=False),
        "attention": attention_params(d, d_q=d_q, d_kv=d_kv, bias=False),
        # of the whole model, biases too
        "all_attention": m.n_layers * attention,
        "all_embeddings": embeddings,
        "all_norms": m.n_layers * norms + last,
    }
print(json.dumps(result))
