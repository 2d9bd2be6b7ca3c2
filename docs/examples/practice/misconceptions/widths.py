from ffn_snippets.models import MODELS

for name in ("DeepSeek-V3", "Qwen2-57B-A14B", "Llama-4 Maverick (text)"):
    model = MODELS[name]
    dense = model.n_layers - model.n_moe_layers
    print(f"{name}:")
    print(f"  dense layers: {dense}" + (f", each {model.d_ff:,}" if dense else ""))
    print(f"  layers with experts: {model.n_moe_layers}, each {model.expert_d_ff:,}")
    print(f"  shared expert: {model.shared_d_ff:,}")
