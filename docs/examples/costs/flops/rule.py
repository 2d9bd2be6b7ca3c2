import torch
from torch.utils.flop_counter import FlopCounterMode
from transformers import GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM

with torch.device("meta"):
    models = {
        "GPT-2 small": GPT2LMHeadModel(GPT2Config()),
        "LLaMA-7B": LlamaForCausalLM(LlamaConfig()),
    }

for name, model in models.items():
    n_params = sum(p.numel() for p in model.parameters())
    for n in (1, 128, 1024):
        ids = torch.zeros(1, n, dtype=torch.int64, device="meta")
        with FlopCounterMode(display=False) as counter, torch.no_grad():
            model(ids)
        counted = counter.get_total_flops() / n  # for one token
        ratio = counted / (2 * n_params)
        print(f"{name}, n = {n}: {counted / 1e9:.3g} GFLOPs = {ratio:.3g} × 2N")
