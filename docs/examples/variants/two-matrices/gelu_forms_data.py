import json

import torch
from ffn_snippets.feed_forward import ACTIVATIONS

x = torch.linspace(-6, 6, 121, dtype=torch.float64)
gap = 10_000 * (ACTIVATIONS["gelu_tanh"](x) - ACTIVATIONS["gelu"](x))
points = zip(x.tolist(), gap.tolist())
print(json.dumps([[round(a, 3), round(b, 3)] for a, b in points]))
