import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode


def flops(function, *inputs):
    """FLOPs of all matrix products that a call does; no memory needed on "meta"."""
    with FlopCounterMode(display=False) as counter, torch.no_grad():
        function(*inputs)
    return counter.get_total_flops()


with torch.device("meta"):
    layer = nn.Sequential(nn.Linear(768, 3072), nn.GELU(), nn.Linear(3072, 768))
    print(f"{flops(layer, torch.randn(512, 768)):,}")
