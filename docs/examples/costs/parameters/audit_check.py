import torch
from transformers import GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM

PARTS = {  # a piece of a parameter's name: its part
    "mlp": "feed-forward",
    "attn": "attention",
    "wte": "embeddings",
    "wpe": "embeddings",
    "embed_tokens": "embeddings",
    "lm_head": "embeddings",
}
with torch.device("meta"):
    models = {
        "GPT-2 small": GPT2LMHeadModel(GPT2Config()),
        "LLaMA-7B": LlamaForCausalLM(LlamaConfig()),  # the default is LLaMA-7B
    }

for name, model in models.items():
    sizes = {}
    for key, parameter in model.named_parameters():
        part = next((p for piece, p in PARTS.items() if piece in key), "norms")
        if "layernorm" in key:  # LLaMA's "post_attention_layernorm" is a norm
            part = "norms"
        sizes[part] = sizes.get(part, 0) + parameter.numel()
    for part in ("embeddings", "attention", "feed-forward", "norms"):
        print(f"{name}, {part}: {sizes[part]:,}")
    print(f"{name}, total: {sum(sizes.values()):,}")
