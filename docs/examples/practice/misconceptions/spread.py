from ffn_snippets.models import MODELS

dense = [m for m in MODELS.values() if m.d_ff and not m.n_moe_layers]
for name, gated in [("two matrices", False), ("three matrices", True)]:
    models = sorted((m for m in dense if m.gated == gated), key=lambda m: m.ratio)
    four = [m for m in models if m.d_ff == 4 * m.d_model]
    print(f"{name}, models: {len(models)}")
    print(f"{name}, exactly four: {len(four)}")
    print(f"{name}, least: {models[0].ratio:g} ({models[0].name})")
    print(f"{name}, greatest: {models[-1].ratio:g} ({models[-1].name})")
