import torch
from torch.utils.flop_counter import FlopCounterMode
from ffn_snippets.feed_forward import FeedForward


def flops(n, d_model, d_ff):
    return n * (d_model * d_ff + d_ff * d_model)


n, d_model, d_ff = 10, 768, 3072
expected = 47_185_920  # what flops() printed on the day the test was written
with FlopCounterMode(display=False) as counter:
    FeedForward(d_model, d_ff)(torch.ones(n, d_model))

result = flops(n, d_model, d_ff)
print("equals its own result:", "yes" if result == expected else "no")
print("equals PyTorch's count:", "yes" if result == counter.get_total_flops() else "no")
print(f"PyTorch's count: {counter.get_total_flops():,}")
