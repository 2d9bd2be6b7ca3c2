import torch
from ffn_snippets.feed_forward import FeedForward
from ffn_snippets.gated_feed_forward import GatedFeedForward

torch.manual_seed(0)
two = FeedForward(64, 256, activation="relu2", bias=False)
three = GatedFeedForward(64, 256, variant="reglu")
three.gate.weight = three.up.weight = two.up.weight  # the same matrix, twice
three.down.weight = two.down.weight

x = torch.randn(512, 64)
torch.testing.assert_close(three(x), two(x))
print("ReGLU with gate = up is squared ReLU:", torch.allclose(three(x), two(x)))
