import torch
from torch.utils.flop_counter import FlopCounterMode
from ffn_snippets.feed_forward import FeedForward

d_model = 64
ffn = FeedForward(d_model, 4 * d_model)


def pairs(x):  # the part of attention that looks at pairs of tokens
    return torch.softmax(x @ x.T, dim=-1) @ x


def flops(layer, n):
    with FlopCounterMode(display=False) as counter:
        layer(torch.randn(n, d_model))
    return counter.get_total_flops()


for n in (128, 256, 512):
    print(f"{n} tokens: FFN {flops(ffn, n):,}, pairs {flops(pairs, n):,}")
print("twice the tokens, FFN:", flops(ffn, 512) / flops(ffn, 256))
print("twice the tokens, pairs:", flops(pairs, 512) / flops(pairs, 256))
