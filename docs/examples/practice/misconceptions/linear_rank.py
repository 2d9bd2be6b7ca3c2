import torch

torch.manual_seed(0)
d_model, d_ff = 16, 64
up = torch.randn(d_ff, d_model, dtype=torch.float64)
down = torch.randn(d_model, d_ff, dtype=torch.float64)
x = torch.randn(10, d_model, dtype=torch.float64)

one = down @ up  # a single square matrix
print("two matrices:", up.numel() + down.numel(), "weights, one:", one.numel())
print("same results:", torch.allclose(x @ up.T @ down.T, x @ one.T))
print("with ReLU between:", torch.allclose(torch.relu(x @ up.T) @ down.T, x @ one.T))
