from ffn_snippets.models import MODELS

for model in MODELS.values():
    matrices = 3 if model.gated else 2
    print(f"{model.name}: {matrices} matrices, d_ff = {model.ratio:.2f} d", end=", ")
    print(f"weights = {matrices * model.ratio:.2f} d²")
