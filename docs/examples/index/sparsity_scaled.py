import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(256, 768)
w1 = torch.randn(3072, 768) / 768**0.5

h = x @ w1.T
print(f"std of h: {h.std().item():.2g}")
print(f"ReLU zeros: {(F.relu(h) == 0).float().mean().item():.0%}")
print(f"GELU zeros: {(F.gelu(h) == 0).float().mean().item():.0%}")
