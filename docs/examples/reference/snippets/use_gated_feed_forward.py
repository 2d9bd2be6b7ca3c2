import torch
from ffn_snippets.gated_feed_forward import GatedFeedForward

ffn = GatedFeedForward(512, 1408, variant="swiglu")  # (1)!
y = ffn(torch.randn(2, 128, 512))
print(tuple(y.shape))
