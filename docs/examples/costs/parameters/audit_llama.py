from ffn_snippets.models import MODELS

d_model, d_ff, n_layers, vocabulary = 4096, 11008, 32, 32000

parts = {
    "token embedding": vocabulary * d_model,
    "output matrix": vocabulary * d_model,  # not tied: a matrix of its own
    "attention": n_layers * 4 * d_model * d_model,
    "feed-forward": n_layers * 3 * d_model * d_ff,
    "norms": (2 * n_layers + 1) * d_model,  # RMSNorm: a scale, no shift
}
total = sum(parts.values())
assert total == MODELS["LLaMA-7B"].total_params

for name, size in parts.items():
    print(f"{name}: {size:,} = {100 * size / total:.3g}%")
print(f"total: {total:,}")
