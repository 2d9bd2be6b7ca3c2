import torch
import torch.nn.functional as F
from torch import nn
from ffn_snippets.feed_forward import FeedForward

torch.manual_seed(0)
d_model, depth = 16, 6
attention = [nn.MultiheadAttention(d_model, num_heads=2) for _ in range(depth)]
ffn = [FeedForward(d_model, 64) for _ in range(depth)]

# What a head returns is a weighted mean of the values: it cannot leave their range.
q, k, v = torch.randn(3, 10, d_model)
mixed = F.scaled_dot_product_attention(q, k, v)
inside = (mixed <= v.amax(dim=0) + 1e-6) & (mixed >= v.amin(dim=0) - 1e-6)
print("a head stays within its values:", "yes" if inside.all() else "no")


def stack(x, with_ffn):  # one token, residual connections, no normalisation
    for i in range(depth):
        x = x + attention[i](x, x, x)[0]
        if with_ffn:
            x = x + ffn[i](x)
    return x


# A map without any bend sends the middle of two points to the middle of their images.
a, b = torch.randn(2, 1, d_model)
for name, with_ffn in [("attention alone", False), ("attention + FFN", True)]:
    middle = stack((a + b) / 2, with_ffn)
    mean = (stack(a, with_ffn) + stack(b, with_ffn)) / 2
    straight = torch.allclose(middle, mean, atol=1e-4)
    print(f"{name} can bend:", "no" if straight else "yes")
