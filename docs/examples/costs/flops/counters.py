import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

x, w, b = torch.ones(4, 16), torch.ones(32, 16), torch.ones(32)
q, k, v = torch.ones(3, 1, 2, 8, 16)  # 2 heads of 8 tokens and width 16
mq, mk, mv = torch.ones(3, 1, 2, 8, 16, device="meta")
linear, embedding = nn.Linear(16, 32), nn.Embedding(10, 16)
ids, ends = torch.ones(4, dtype=torch.int64), torch.tensor([1, 4], dtype=torch.int32)
experts = torch.ones(2, 16, 32, dtype=torch.bfloat16)

cases = [  # name, FLOPs of its matrix products, what runs
    ("nn.Linear", 4096, lambda: linear(x)),
    ("x @ w.T", 4096, lambda: x @ w.T),
    ("einsum", 4096, lambda: torch.einsum("nd,fd->nf", x, w)),
    ("w @ x[0]", 1024, lambda: w @ x[0]),
    ("adding a bias", 0, lambda: torch.ones(4, 32) + b),
    ("gelu", 0, lambda: F.gelu(x)),
    ("nn.Embedding", 0, lambda: embedding(ids)),
    ("grouped_mm", 4096, lambda: F.grouped_mm(x.bfloat16(), experts, offs=ends)),
    ("attention, CPU", 8192, lambda: F.scaled_dot_product_attention(q, k, v)),
    ("attention, meta", 8192, lambda: F.scaled_dot_product_attention(mq, mk, mv)),
]
for name, work, run in cases:
    with FlopCounterMode(display=False) as counter:
        run()
    print(f"{name}: {counter.get_total_flops():,} of {work:,}")
