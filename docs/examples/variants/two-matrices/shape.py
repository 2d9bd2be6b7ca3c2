import torch
from ffn_snippets.feed_forward import ACTIVATIONS

x = torch.linspace(-8, 8, 160_001, dtype=torch.float64, requires_grad=True)
at_minus_2 = 60_000
for name, activation in ACTIVATIONS.items():
    y = activation(x)
    (slope,) = torch.autograd.grad(y.sum(), x)
    low = int(y.argmin())
    if y[low] < 0:
        assert abs(slope[low]) < 1e-3  # a true minimum: the curve is level there
        print(f"{name}, lowest: {y[low]:.3g}")
        print(f"{name}, lowest at: {x[low]:.3g}")
    else:
        assert (y[x < 0] == 0).all()  # no minimum, but a floor
        print(f"{name}, lowest: 0")
    print(f"{name}, slope at {x[at_minus_2]:.0f}: {slope[at_minus_2]:.2g}")
