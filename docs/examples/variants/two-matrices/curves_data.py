import json

import torch
from ffn_snippets.feed_forward import ACTIVATIONS

# Half steps, so that no point stands on the kink of ReLU.
x = torch.arange(-3.975, 1.5, 0.05, dtype=torch.float64, requires_grad=True)


def points(y):
    pairs = zip(x.tolist(), y.tolist())
    return [[round(number, 3) for number in pair] for pair in pairs]


curves = {}
for name, activation in ACTIVATIONS.items():
    y = activation(x)
    (slope,) = torch.autograd.grad(y.sum(), x)
    curves[name] = {"value": points(y), "slope": points(slope)}
print(json.dumps(curves))
