import torch
import torch.nn.functional as F


def balancing_loss(scores, chosen):  # (n, n_experts) and (n,)
    n_experts = scores.shape[-1]
    f = F.one_hot(chosen, n_experts).float().mean(0)
    p = scores.mean(0)
    return n_experts * (f * p).sum().item()


n, n_experts = 8, 8
even = torch.full((n, n_experts), 1 / n_experts)
loss = balancing_loss(even, torch.arange(n) % n_experts)
print("each expert has the same work:", loss)
assert loss == 1

only_first = F.one_hot(torch.zeros(n, dtype=torch.long), n_experts).float()
loss = balancing_loss(only_first, torch.zeros(n, dtype=torch.long))
assert loss == n_experts, f"one expert has all the work: {loss}, not {n_experts}"
print("one expert has all the work:", loss)
