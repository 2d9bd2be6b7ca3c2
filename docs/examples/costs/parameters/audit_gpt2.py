from ffn_snippets.models import MODELS

d_model, d_ff, n_layers = 768, 3072, 12
vocabulary, positions = 50257, 1024

parts = {
    "token embedding": vocabulary * d_model,  # tied: the output matrix too
    "position embedding": positions * d_model,
    "attention": n_layers * (4 * d_model * d_model + 4 * d_model),
    "feed-forward": n_layers * (2 * d_model * d_ff + d_ff + d_model),
    "norms": (2 * n_layers + 1) * 2 * d_model,  # a scale and a shift each
}
total = sum(parts.values())
assert total == MODELS["GPT-2 small"].total_params

for name, size in parts.items():
    print(f"{name}: {size:,} = {100 * size / total:.3g}%")
print(f"total: {total:,}")
