import torch
from ffn_snippets.feed_forward import FeedForward

ffn = FeedForward(768, 3072, activation="gelu")  # (1)!
y = ffn(torch.randn(2, 128, 768))
print(tuple(y.shape))
