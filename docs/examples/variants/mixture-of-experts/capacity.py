import math
import torch
from ffn_snippets.mixture_of_experts import MixtureOfExperts

torch.manual_seed(0)
n, n_experts, top_k = 16, 4, 1
options = {"normalize": False, "capacity_factor": 1.25}
moe = MixtureOfExperts(8, 12, n_experts, top_k, **options)
x = torch.randn(1, 8).expand(n, 8).clone().requires_grad_()  # all want the same expert
y = moe(x)

kept = y.abs().sum(-1) > 0
print("capacity, ceil(1.25 * 16 * 1 / 4):", math.ceil(1.25 * n * top_k / n_experts))
print("tokens with a result:", int(kept.sum()))
print("the kept tokens are the first:", bool(kept[:5].all()))
print("tokens with exactly zero:", int((y == 0).all(-1).sum()))
assert torch.equal((x + y)[5:], x[5:])  # (1)!
p = moe.router(x).weights
assert not torch.allclose(y[5:], p[5:] * x[5:])  # (2)!
y.sum().backward()
print("dropped tokens send back a gradient:", bool(x.grad[5:].any()))
