import torch
from ffn_snippets.feed_forward import FeedForward
from ffn_snippets.gated_feed_forward import GatedFeedForward

d_model, d_ff = 768, 3072
gelu = FeedForward(d_model, d_ff, activation="gelu", bias=False)
geglu = GatedFeedForward(d_model, d_ff * 2 // 3, variant="geglu", bias=False)

x = torch.randn(4, d_model)
print("same input, same output shape:", gelu(x).shape == geglu(x).shape)


def weights(layer):
    return sum(p.numel() for p in layer.parameters())


ratio = weights(geglu) / weights(gelu)
assert ratio == 1, f"not a fair race: one of them is {ratio} times as large"
print(f"weights of each: {weights(gelu):,}")
