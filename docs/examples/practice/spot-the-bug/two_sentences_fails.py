import torch
from torch import nn
from ffn_snippets.feed_forward import FeedForward

torch.manual_seed(0)
attention = nn.MultiheadAttention(16, num_heads=2)
ffn = FeedForward(16, 64)


def layer(x):  # (sentences, tokens, d_model)
    x = x + attention(x, x, x)[0]
    return x + ffn(x)


x = torch.randn(2, 5, 16)
other = x.clone()
other[1] = torch.randn(5, 16)  # the second sentence is another one
print("shape kept:", layer(x).shape == x.shape)
print("first sentence kept by the FFN:", torch.equal(ffn(x)[0], ffn(other)[0]))

kept = torch.allclose(layer(x)[0], layer(other)[0], atol=1e-6)
assert kept, "the first sentence depends on the second"
