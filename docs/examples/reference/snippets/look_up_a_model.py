from ffn_snippets.models import CONVENTIONS, MODELS

model = MODELS["DeepSeek-V3"]
print(f"feed-forward share: {model.ffn_share:.1%}")
for convention, meaning in CONVENTIONS.items():
    print(f"active, {meaning}: {model.active_params(convention):,}")
