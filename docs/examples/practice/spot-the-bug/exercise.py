import torch
import torch.nn.functional as F
from ffn_snippets.gated_feed_forward import GatedFeedForward


class Layer(GatedFeedForward):
    def forward(self, x):
        gate = self.gate(x)
        return self.down(F.silu(gate) * gate * self.up(x))


torch.manual_seed(0)
layer = Layer(64, 172)
x = torch.randn(10, 64)
print("shape kept:", layer(x).shape == x.shape)
print("three matrices:", sum(p.numel() for p in layer.parameters()) == 3 * 64 * 172)
print("tokens don't mix:", torch.allclose(layer(x)[:1], layer(x[:1]), atol=1e-6))
print("zero stays zero:", bool((layer(0 * x) == 0).all()))
