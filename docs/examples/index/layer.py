import torch
from ffn_snippets.feed_forward import FeedForward

ffn = FeedForward(d_model=768, d_ff=3072, activation="gelu")  # (1)!

x = torch.randn(2, 128, 768)  # (2)!
y = ffn(x)
assert y.shape == x.shape

print("result:", tuple(y.shape))
print("one token alone:", torch.allclose(ffn(x[0, 5]), y[0, 5], atol=1e-5))  # (3)!
