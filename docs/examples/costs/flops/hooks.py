import torch
from ffn_snippets.feed_forward import FeedForward
from ffn_snippets.mixture_of_experts import MixtureOfExperts
from torch import nn
from torch.utils.flop_counter import FlopCounterMode
from transformers import GPT2Config
from transformers.models.gpt2.modeling_gpt2 import GPT2MLP


def by_hooks(module, *inputs):
    """What many counters do: ask each nn.Linear, and nothing else."""
    seen = []

    def count(linear, given, result):
        seen.append(2 * result.numel() * linear.in_features)

    for part in module.modules():
        if isinstance(part, nn.Linear):
            part.register_forward_hook(count)
    module(*inputs)
    return sum(seen)


x = torch.ones(8, 64)
for name, module, inputs in [
    ("FeedForward", FeedForward(64, 256), (x,)),
    ("GPT-2's MLP", GPT2MLP(256, GPT2Config(n_embd=64)), (x,)),
    ("nn.MultiheadAttention", nn.MultiheadAttention(64, 4), (x, x, x)),
    ("MixtureOfExperts", MixtureOfExperts(64, 96, n_experts=4, top_k=2), (x,)),
]:
    with FlopCounterMode(display=False) as counter:
        module(*inputs)
    print(f"{name}: hooks {by_hooks(module, *inputs):,}", end=", ")
    print(f"dispatcher {counter.get_total_flops():,}")
