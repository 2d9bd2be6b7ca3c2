from ffn_snippets.costs import attention_params
from ffn_snippets.models import MODELS

llama = MODELS["LLaMA-7B"]
attention = llama.n_layers * attention_params(llama.d_model, bias=False)
norms = (2 * llama.n_layers + 1) * llama.d_model
embeddings = 2 * llama.embedding_params  # into the model, and out of it
parts = llama.ffn_params + attention + norms + embeddings
assert parts == llama.total_params
print(f"LLaMA-7B, part by part: {parts:,}")

for name in ("LLaMA-7B", "Gemma 7B", "Mistral-7B", "Llama-3.1 8B", "Mixtral 8x7B"):
    model = MODELS[name]
    matrices = 2 if model.head == "own" else 1
    rest = model.total_params - matrices * model.embedding_params
    print(f"{name}: {model.total_params / 1e9:.2f}B", end=", ")
    print(f"{rest / 1e9:.2f}B without embeddings")
