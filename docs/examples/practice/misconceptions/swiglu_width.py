from ffn_snippets.costs import llama_d_ff
from ffn_snippets.models import MODELS

swiglu = [m for m in MODELS.values() if m.activation == "swiglu" and not m.n_moe_layers]
# 8/3 of d_model, up to the next multiple of 256
follow = [m for m in swiglu if m.d_ff == llama_d_ff(m.d_model)]

print(f"SwiGLU models: {len(swiglu)}, of them with 8/3: {len(follow)}")
print(*(m.name for m in follow), sep=", ")
for name in ("Llama-3.1 8B", "PaLM 540B", "Qwen3-32B", "Qwen2.5-7B"):
    model = MODELS[name]
    print(f"{name}: d_ff = {model.ratio:.2f} d, weights = {3 * model.ratio:.1f} d²")
