import torch
from transformers import AutoModelForCausalLM, GPT2Config

config = GPT2Config()  # (1)!
with torch.device("meta"):  # shapes without memory
    model = AutoModelForCausalLM.from_config(config)

ffn = sum(p.numel() for name, p in model.named_parameters() if ".mlp." in name)
total = sum(p.numel() for p in model.parameters())
print(f"feed-forward: {ffn:,} of {total:,}")
