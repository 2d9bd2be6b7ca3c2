import torch

x = torch.randn(768)
hidden = torch.relu(x @ W1.T)
