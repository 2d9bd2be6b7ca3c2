import json
import torch
import torch.nn.functional as F

g = torch.linspace(-4, 4, 65, dtype=torch.float64)
u = -2.0


def points(y):
    return [(round(a, 3), float(f"{b:.3g}")) for a, b in zip(g.tolist(), y.tolist())]


curves = {"right": points(F.silu(g) * u), "wrong": points(F.silu(g * u))}
print(json.dumps({"u": int(u), **curves}))
