import torch
from ffn_snippets.feed_forward import ACTIVATIONS, FeedForward

d_model, d_ff, low = 64, 256, 32
for name in ACTIVATIONS:
    torch.manual_seed(0)
    ffn = FeedForward(d_model, d_ff, activation=name)
    with torch.no_grad():
        ffn.up.bias[:low] = -4  # 32 units that no token lifts above zero
    x = torch.randn(512, d_model)
    assert (ffn.up(x)[:, :low] < 0).all()
    ffn(x).square().mean().backward()
    without = (ffn.up.weight.grad == 0).all(dim=1)  # one row for each hidden unit
    print(f"{name}, units without gradient: {int(without.sum())} of {d_ff}")
