import torch
import torch.nn.functional as F

x = torch.linspace(-6, 6, 120_001, dtype=torch.float64)
exact = x * (1 + torch.erf(x / 2**0.5)) / 2
tanh = x * (1 + torch.tanh((2 / torch.pi) ** 0.5 * (x + 0.044715 * x**3))) / 2
torch.testing.assert_close(F.gelu(x), exact)
torch.testing.assert_close(F.gelu(x, approximate="tanh"), tanh)

gap = tanh - exact
print(f"largest difference: {gap.abs().max():.3g}")
print(f"largest difference at: {abs(x[gap.abs().argmax()]):.2g}")
print(f"furthest below the exact value: {gap.min():.2g}")
print(f"same at x and at -x: {torch.allclose(gap, gap.flip(0), atol=1e-12)}")
