import torch
from ffn_snippets.mixture_of_experts import MixtureOfExperts

torch.manual_seed(0)
x = torch.randn(64, 16)
for normalize in (False, True):
    moe = MixtureOfExperts(16, 24, n_experts=8, top_k=1, normalize=normalize)
    moe(x).square().mean().backward()
    gradient = moe.router.weight.grad.abs().max().item()
    learns = "yes" if gradient > 1e-6 else "no"
    print(f"top_k = 1, normalize={normalize}, the router learns: {learns}")
