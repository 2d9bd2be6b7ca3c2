import torch
from ffn_snippets.mixture_of_experts import MixtureOfExperts

for normalize in (True, False):
    torch.manual_seed(0)
    moe = MixtureOfExperts(16, 32, 4, top_k=1, normalize=normalize).double()
    moe(torch.randn(20, 16, dtype=torch.float64)).square().sum().backward()
    largest = moe.router.weight.grad.abs().max().item()
    name = "divided by their sum" if normalize else "the softmax itself"
    print(f"weights {name}, the router learns:", "yes" if largest > 1e-6 else "no")
