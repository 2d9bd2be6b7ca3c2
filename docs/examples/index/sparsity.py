import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x = torch.randn(256, 768)  # 256 tokens

for name, w1 in [
    ("nn.Linear's default", nn.Linear(768, 3072, bias=False).weight),
    ("torch.randn", torch.randn(3072, 768)),
]:
    h = x @ w1.T
    relu, gelu = F.relu(h), F.gelu(h)
    print(f"{name}, std of h: {h.std().item():.2g}")
    print(f"{name}, ReLU zeros: {(relu == 0).float().mean().item():.0%}")
    print(f"{name}, GELU zeros: {(gelu == 0).float().mean().item():.0%}")
