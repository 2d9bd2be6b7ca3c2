from ffn_snippets.models import MODELS

d_model, d_ff, n_layers, vocabulary = 4096, 11008, 32, 32000

attention = 4 * d_model * d_model
ffn = 2 * d_model * d_ff
norms = 2 * d_model
embeddings = 2 * vocabulary * d_model  # one for the input, one for the output

total = n_layers * (attention + ffn + norms) + d_model + embeddings
print(f"counted: {total:,}")

published = MODELS["LLaMA-7B"].total_params
missing = published - total
assert missing == 0, f"{missing:,} parameters of {published:,} are missing"
