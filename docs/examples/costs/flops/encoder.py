import torch
from ffn_snippets.costs import attention_flops, ffn_flops
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

layer = nn.TransformerEncoderLayer(16, 2, 32, dropout=0.0, batch_first=True)
x = torch.ones(1, 4, 16)


def flops():
    with FlopCounterMode(display=False) as counter:
        layer(x)
    return counter.get_total_flops()


layer.eval()
with torch.no_grad():  # PyTorch now runs one fused operation
    print(f"eval, no_grad: {flops():,}")
print(f"eval, gradients on: {flops():,}")
layer.train()
print(f"train: {flops():,}")
print(f"work: {ffn_flops(4, 16, 32) + attention_flops(4, 16):,}")
