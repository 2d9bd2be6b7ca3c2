import torch
import torch.nn.functional as F
from ffn_snippets.gated_feed_forward import GATES, GatedFeedForward

torch.manual_seed(0)
x = torch.randn(2, 128, 512)

ffn = GatedFeedForward(512, 1408, variant="swiglu")  # (1)!
gate = x @ ffn.gate.weight.T  # (2, 128, 1408)
up = x @ ffn.up.weight.T  # (2, 128, 1408)
hidden = F.silu(gate) * up  # (2)!
y = hidden @ ffn.down.weight.T  # (2, 128, 512)
torch.testing.assert_close(ffn(x), y)

print("hidden:", tuple(hidden.shape))
print("result:", tuple(y.shape))
print("variants:", ", ".join(GATES))
