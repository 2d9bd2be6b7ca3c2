import torch
import torch.nn.functional as F
from ffn_snippets.gated_feed_forward import GatedFeedForward


class Twice(GatedFeedForward):
    def forward(self, x):
        gate = self.gate(x)
        return self.down(F.silu(gate) * gate * self.up(x))


class Around(GatedFeedForward):
    def forward(self, x):
        return self.down(F.silu(self.gate(x) * self.up(x)))


def growth(layer):
    """How many times larger the result is if a large input is doubled."""
    x = 1000 * torch.randn(10, 64)  # so large that silu(z) is z or 0
    return (layer(2 * x).norm() / layer(x).norm()).item()


torch.manual_seed(0)
for kind in (Twice, Around, GatedFeedForward):
    times = growth(kind(64, 172))
    verdict = "passes" if abs(times - 4) < 0.1 else "caught"
    print(f"{kind.__name__}: times {times:.1f}, {verdict}")
