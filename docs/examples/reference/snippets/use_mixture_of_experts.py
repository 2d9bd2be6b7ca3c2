import torch
from ffn_snippets.mixture_of_experts import MixtureOfExperts, load_balancing_loss

moe = MixtureOfExperts(64, 128, n_experts=8, top_k=2)
x = torch.randn(4, 16, 64)
routing = moe.router(x)  # (1)!
y = moe(x, routing)
loss = y.square().mean() + 0.01 * load_balancing_loss(routing)
loss.backward()
print(tuple(y.shape), tuple(routing.experts.shape))
