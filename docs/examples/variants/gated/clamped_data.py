import json

import torch
from ffn_snippets.gated_feed_forward import GATES

gate = torch.linspace(-4, 12, 81, dtype=torch.float64)
factors = {
    "swiglu": GATES["swiglu"](gate, torch.ones(())),
    # up + 1 is what multiplies here, so up = 0 is a factor of one.
    "clamped_swiglu": GATES["clamped_swiglu"](gate, torch.zeros(())),
}
curves = {}
for name, values in factors.items():
    rows = zip(gate.tolist(), values.tolist())
    curves[name] = [[float(f"{number:.3g}") for number in row] for row in rows]
print(json.dumps(curves))
