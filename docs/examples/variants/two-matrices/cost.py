import torch
from ffn_snippets.costs import ffn_flops
from ffn_snippets.feed_forward import ACTIVATIONS, FeedForward
from torch.utils.flop_counter import FlopCounterMode

n, d_model, d_ff = 512, 768, 3072
for name in ACTIVATIONS:
    ffn = FeedForward(d_model, d_ff, activation=name)
    with FlopCounterMode(display=False) as counter:
        ffn(torch.randn(n, d_model))
    assert counter.get_total_flops() == ffn_flops(n, d_model, d_ff)
    print(f"{name}: {counter.get_total_flops():,}")
