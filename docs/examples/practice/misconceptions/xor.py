import torch
from torch import nn
from ffn_snippets.feed_forward import FeedForward

# One token, two features; XOR(a, b) = |a - b| = relu(a - b) + relu(b - a).
ffn = FeedForward(2, 2, activation="relu", bias=False)
with torch.no_grad():
    ffn.up.weight.copy_(torch.tensor([[1.0, -1.0], [-1.0, 1.0]]))
    ffn.down.weight.copy_(torch.tensor([[1.0, 1.0], [0.0, 0.0]]))
    bits = torch.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    print("FFN, XOR of 00 01 10 11:", *ffn(bits)[:, 0].int().tolist())

# XOR needs f(01) + f(10) - f(00) - f(11) = 2. What can attention alone reach?
torch.manual_seed(0)
largest = 0.0
for _ in range(20):
    layers = [nn.MultiheadAttention(2, 1, dtype=torch.float64) for _ in range(6)]
    y = bits.double()[None]  # (length 1, 4 sequences, d_model)
    for layer in layers:
        for p in layer.parameters():
            nn.init.normal_(p)
        y = y + layer(y, y, y, need_weights=False)[0]
    f = y[0] / y.abs().max()
    largest = max(largest, (f[1] + f[2] - f[0] - f[3]).abs().max().item())
print("attention, 20 random stacks reach:", "0" if largest < 1e-9 else "more than 0")
