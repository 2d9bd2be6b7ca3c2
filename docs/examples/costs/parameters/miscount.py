from ffn_snippets.models import MODELS

llama = MODELS["LLaMA-7B"]
d_model, d_ff, n_layers = llama.d_model, llama.d_ff, llama.n_layers


def matrices(of_the_ffn):
    attention = 4 * d_model * d_model
    return n_layers * (attention + of_the_ffn * d_model * d_ff)


norms = (2 * n_layers + 1) * d_model
everything_else = 2 * llama.embedding_params + norms
assert matrices(3) + everything_else == llama.total_params

print(f"three matrices in the FFN: {matrices(3):,}")
print(f"two matrices: {matrices(2):,}")
print(f"missing: {matrices(3) - matrices(2):,}")
print(f"part of the matrices: {1 - matrices(2) / matrices(3):.1%}")
