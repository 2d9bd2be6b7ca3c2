from ffn_snippets.models import MODELS

for name in ("BERT-base", "GPT-2 small", "LLaMA-7B", "GPT-3 175B"):
    model = MODELS[name]
    matrices = 3 if model.gated else 2
    print(f"{model.name}: {matrices} matrices, d_ff = {model.ratio:.2f} d", end=", ")
    print(f"weights = {matrices * model.ratio:.2f} d²")
