import json
import torch
from torch import nn

torch.manual_seed(2)
router = nn.Linear(16, 8, bias=False).double()
logits = 2 * router(torch.randn(2, 6, 16).double())


def scores(axis):
    """Of the first token of the second sentence."""
    return logits.softmax(axis)[1, 0]


right, wrong = scores(-1), scores(1)
chosen = set(right.topk(2)[1].tolist()) | set(wrong.topk(2)[1].tolist())
assert len(chosen) == 4  # two experts, and two others


def points(values):
    return [(e, round(v, 3)) for e, v in enumerate(values.tolist(), start=1)]


named = [("right", right), ("wrong", wrong)]
sums = {name: round(v.sum().item(), 2) for name, v in named}
print(json.dumps({"right": points(right), "wrong": points(wrong), "sums": sums}))
