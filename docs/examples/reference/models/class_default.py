from ffn_snippets.models import MODELS, from_hf_config
from transformers import DeepseekV2Config, LlamaConfig, OlmoeConfig

for config, name, key in [
    (LlamaConfig(), "LLaMA-7B", "intermediate_size"),
    (OlmoeConfig(), "OLMoE-1B-7B", "intermediate_size"),
    (DeepseekV2Config(), "DeepSeek-V2-Lite", "moe_intermediate_size"),
]:
    released = MODELS[name]
    width = released.expert_d_ff or released.d_ff
    print(f"{name}, {key}: {getattr(config, key)} by default, {width} released")

by_default = from_hf_config(OlmoeConfig().to_dict())
factor = by_default.ffn_params / MODELS["OLMoE-1B-7B"].ffn_params
print(f"OLMoE by default: {by_default.ffn_params:,}, or {factor:.3g} times the release")
