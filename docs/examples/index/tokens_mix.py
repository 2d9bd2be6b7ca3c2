import torch
from torch import nn
from torch.autograd.functional import jacobian
from ffn_snippets.feed_forward import FeedForward

torch.manual_seed(0)
n, d_model = 6, 8
x = torch.randn(n, d_model)
ffn = FeedForward(d_model, 32, activation="gelu")
attention = nn.MultiheadAttention(d_model, num_heads=2)


def linked_pairs(layer):
    """Pairs (i, j), i != j, in which token j has any influence on output i."""
    effect = jacobian(layer, x).abs().amax(dim=(1, 3))  # (n, n)
    return int((effect.fill_diagonal_(0) > 0).sum())


print("pairs of different tokens:", n * (n - 1))
print("linked by attention:", linked_pairs(lambda x: attention(x, x, x)[0]))
print("linked by the FFN:", linked_pairs(ffn))

order = torch.randperm(n)
torch.testing.assert_close(ffn(x[order]), ffn(x)[order])
print("shuffled tokens give shuffled results: yes")
