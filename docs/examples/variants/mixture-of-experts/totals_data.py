import json
from math import log10
from ffn_snippets.models import MODELS

points = []
for model in MODELS.values():
    if model.n_moe_layers and model.total_params:
        total = model.total_params / 1e9
        active = model.active_params("with_embeddings") / 1e9
        x, y = (float(f"{log10(value):.3g}") for value in (total, active))
        points.append({"name": model.name.removesuffix(" (text)"), "x": x, "y": y})
print(json.dumps(points))
