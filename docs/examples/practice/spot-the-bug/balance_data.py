import json
import torch
import torch.nn.functional as F

n_experts = 8


def loss(crowd, axis):
    """Of eight tokens, `crowd` choose the first expert, each of the others its own."""
    chosen = torch.tensor([max(0, i - crowd + 1) for i in range(8)])
    f = F.one_hot(chosen, n_experts).double().mean(axis)  # p is the same: no doubts
    return n_experts * (f * f).sum().item()


for_each = {"right": 0, "wrong": -1}
points = {
    name: [(crowd, loss(crowd, axis)) for crowd in range(1, 9)]
    for name, axis in for_each.items()
}
print(json.dumps(points))
