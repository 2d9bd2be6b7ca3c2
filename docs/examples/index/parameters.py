from torch import nn
from ffn_snippets.costs import attention_params, ffn_params
from ffn_snippets.feed_forward import FeedForward


def count(module):
    return sum(p.numel() for p in module.parameters())


ffn = FeedForward(768, 3072)
attention = nn.MultiheadAttention(768, num_heads=12)
attention_no_bias = nn.MultiheadAttention(768, num_heads=12, bias=False)

assert count(ffn) == ffn_params(768, 3072)
assert count(attention) == attention_params(768)
assert count(attention_no_bias) == attention_params(768, bias=False)

print("feed-forward:", f"{count(ffn):,}")
print("attention, with biases:", f"{count(attention):,}")
print("attention, without:", f"{count(attention_no_bias):,}")
