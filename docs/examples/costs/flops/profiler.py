import torch
import torch.nn.functional as F
from torch.profiler import ProfilerActivity, profile

x, w, b = torch.ones(4, 16), torch.ones(32, 16), torch.ones(32)
q, k, v = torch.ones(3, 1, 2, 8, 16)

cases = [
    ("linear with bias", lambda: F.linear(x, w, b)),
    ("x @ w.T + b", lambda: x @ w.T + b),
    ("x * x", lambda: x * x),
    ("gelu", lambda: F.gelu(x)),
    ("attention, CPU", lambda: F.scaled_dot_product_attention(q, k, v)),
]
for name, run in cases:
    with profile(activities=[ProfilerActivity.CPU], with_flops=True) as profiler:
        run()
    print(f"{name}: {sum(event.flops for event in profiler.key_averages()):,}")
