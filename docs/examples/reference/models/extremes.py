from ffn_snippets.models import MODELS

known = [model for model in MODELS.values() if model.total_params]
dense = [model for model in known if not model.n_moe_layers]

widest = max(dense, key=lambda model: model.ratio)
print(f"largest d_ff / d_model: {widest.name}, {widest.ratio:g}")
print(f"its FFN share: {widest.ffn_share:.1%}")

for kind, models in [("all", known), ("dense", dense)]:
    model = max(models, key=lambda model: model.ffn_share)
    print(f"largest FFN share, {kind}: {model.name}, {model.ffn_share:.1%}")

least = min(known, key=lambda model: model.ffn_share)
print(f"smallest FFN share: {least.name}, {least.ffn_share:.1%}")
