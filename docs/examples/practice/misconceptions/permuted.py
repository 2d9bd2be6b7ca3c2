import copy
import torch
from ffn_snippets.feed_forward import FeedForward

torch.manual_seed(0)
ffn = FeedForward(16, 64, activation="gelu").double()
shuffled = copy.deepcopy(ffn)
order = torch.randperm(64)
with torch.no_grad():
    shuffled.up.weight.copy_(ffn.up.weight[order])  # rows of W1
    shuffled.up.bias.copy_(ffn.up.bias[order])
    shuffled.down.weight.copy_(ffn.down.weight[:, order])  # columns of W2

x = torch.randn(10, 16, dtype=torch.float64)
print("same weights:", torch.equal(ffn.up.weight, shuffled.up.weight))
print("same results:", torch.allclose(ffn(x), shuffled(x)))
