import torch
import torch.nn.functional as F
from ffn_snippets.mixture_of_experts import MixtureOfExperts

torch.manual_seed(0)
moe = MixtureOfExperts(16, 24, 8, 2, shared_d_ff=48, shared_gate=True)
x = torch.randn(100, 16)
with_shared = moe(x)

gate, up, down = moe.shared.gate[0], moe.shared.up[0], moe.shared.down[0]
shared = (F.silu(x @ gate.T) * (x @ up.T)) @ down.T
share = (x @ moe.shared_gate.weight.T).sigmoid()  # one number for each token
moe.shared = None  # the routed experts alone
torch.testing.assert_close(with_shared, moe(x) + share * shared)
print("routed + sigmoid(w · x) * shared: equal")
print("shape of the gate's result:", tuple(share.shape))
