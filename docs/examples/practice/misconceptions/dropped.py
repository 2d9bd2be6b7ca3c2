import torch
from ffn_snippets.mixture_of_experts import MixtureOfExperts

torch.manual_seed(0)
# Weights are the softmax itself; 8 tokens, 4 experts: each has room for 2.
moe = MixtureOfExperts(16, 32, 4, top_k=1, capacity_factor=1.0, normalize=False)
x = torch.randn(1, 16).repeat(8, 1)  # equal tokens, so all choose the same expert
y = moe(x)

dropped = (y == 0).all(dim=1)
print("served:", int((~dropped).sum()))
print("dropped:", int(dropped.sum()))
print("x + moe(x) of a dropped token is x:", torch.equal((x + y)[dropped], x[dropped]))
p = moe.router(x).weights[0].item()
print(f"with p·x it would be x times: {1 + p:.2f}")
