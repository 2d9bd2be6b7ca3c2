import torch
from torch import nn
from ffn_snippets.feed_forward import FeedForward

torch.manual_seed(0)
n, d_model = 60, 16
x = torch.randn(n, d_model, dtype=torch.float64)
ffn = FeedForward(d_model, 64, activation="gelu").double()
attention = nn.MultiheadAttention(d_model, num_heads=2).double()


def in_chunks(layer, size):
    return torch.cat([layer(chunk) for chunk in x.split(size)])


for name, layer in [("FFN", ffn), ("attention", lambda x: attention(x, x, x)[0])]:
    whole = layer(x)
    # 7 doesn't divide 60: the last chunk is shorter, and that changes nothing either
    same = [torch.allclose(in_chunks(layer, size), whole) for size in (1, 7, 20)]
    print(f"{name}, in chunks of 1, 7, 20:", *("same" if s else "other" for s in same))
