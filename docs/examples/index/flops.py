import torch
from torch.nn.functional import softmax
from torch.utils.flop_counter import FlopCounterMode
from ffn_snippets.costs import attention_flops, ffn_flops
from ffn_snippets.feed_forward import FeedForward

n, d_model, heads = 512, 768, 12
x = torch.randn(n, d_model)
w_q, w_k, w_v, w_o = torch.randn(4, d_model, d_model)


def split(t):  # (n, d_model) -> (heads, n, d_model / heads)
    return t.view(n, heads, -1).transpose(0, 1)


def attention(x):
    q, k, v = split(x @ w_q), split(x @ w_k), split(x @ w_v)
    weights = softmax(q @ k.transpose(1, 2) / (d_model // heads) ** 0.5, dim=-1)
    return (weights @ v).transpose(0, 1).reshape(n, d_model) @ w_o


for name, layer, formula in [
    ("feed-forward", FeedForward(d_model, 3072), ffn_flops(n, d_model, 3072)),
    ("attention", attention, attention_flops(n, d_model)),
]:
    with FlopCounterMode(display=False) as counter:
        layer(x)
    assert counter.get_total_flops() == formula
    print(f"{name}: {counter.get_total_flops():,}")
