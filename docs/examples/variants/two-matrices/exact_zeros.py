import torch
from ffn_snippets.feed_forward import ACTIVATIONS

points = torch.tensor([-1.0, -4.0, -6.0, -80.0, -100.0])
for name, activation in ACTIVATIONS.items():
    zeros = points[activation(points) == 0].int().tolist()
    print(f"{name}, exactly 0 in float32 at:", *zeros)

x = torch.arange(-8, -4, 1e-4)
last = x[ACTIVATIONS["gelu"](x) == 0].max()
# In float64 the same number is small, not zero.
assert ACTIVATIONS["gelu"](last.double()) != 0
print(f"gelu, zeros below: {last:.2g}")
print(f"gelu, true value there: {ACTIVATIONS['gelu'](last.double()):.7f}")
