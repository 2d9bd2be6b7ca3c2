import torch
from ffn_snippets.mixture_of_experts import MixtureOfExperts

torch.manual_seed(0)
moe = MixtureOfExperts(64, 128, n_experts=8, top_k=2)
x = torch.randn(32, 64)
held = sum(p.numel() * p.element_size() for p in moe.experts.parameters())

for n in (1, 2, 4, 32):
    moe.zero_grad()
    moe(x[:n]).sum().backward()  # an expert without a gradient took no part
    used = int(moe.experts.down.grad.flatten(1).any(dim=1).sum())
    print(f"n = {n}: {used} experts, {held * used // 8:,} of {held:,} bytes")
