import torch
from ffn_snippets.costs import distinct_experts

torch.manual_seed(0)
for n_experts, top_k in ((8, 2), (128, 8), (256, 8)):
    n = 1
    while distinct_experts(n, n_experts, top_k) < 0.95 * n_experts:
        n += 1
    print(f"{top_k} of {n_experts}: {n} tokens, 3 · E/k = {3 * n_experts / top_k:.0f}")

# A mean is no promise: how often do 11 tokens really use all eight experts?
chosen = torch.rand(5000, 11, 8).topk(2).indices.flatten(1)
used = torch.zeros(5000, 8).scatter(1, chosen, 1.0).sum(1)
print(f"11 tokens, experts in use: {used.mean().item():.2g} of 8")
print(f"11 tokens, all eight in use: {(used == 8).float().mean().item():.0%} of steps")
