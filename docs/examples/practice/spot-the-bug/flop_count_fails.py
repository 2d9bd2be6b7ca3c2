import torch
from torch import nn
from ffn_snippets.costs import ffn_flops, moe_flops
from ffn_snippets.gated_feed_forward import GatedFeedForward
from ffn_snippets.mixture_of_experts import MixtureOfExperts


def counted(layer, x):
    found = []

    def add(module, inputs, result):
        found.append(2 * result.numel() * module.in_features)

    for module in layer.modules():
        if isinstance(module, nn.Linear):
            module.register_forward_hook(add)
    layer(x)
    return sum(found)


x = torch.ones(10, 16)
dense = counted(GatedFeedForward(16, 24), x)
print("dense layer counted right:", dense == ffn_flops(10, 16, 24, gated=True))

moe = counted(MixtureOfExperts(16, 24, n_experts=8, top_k=2), x)
needed = moe_flops(10, 16, 24, n_experts=8, top_k=2)
assert moe == needed, f"counted {moe:,} FLOPs, the layer needs {needed:,}"
