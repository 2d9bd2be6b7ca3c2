import torch
from ffn_snippets.gated_feed_forward import GATES
from transformers import GptOssConfig
from transformers.models.gpt_oss.modeling_gpt_oss import GptOssExperts

torch.manual_seed(0)
small = GptOssConfig(hidden_size=8, intermediate_size=16, num_local_experts=2)
experts = GptOssExperts(small)
gate, up = 10 * torch.randn(2, 1000)
theirs = experts._apply_gate(torch.stack([gate, up], dim=-1).flatten())  # (1)!
ours = GATES["clamped_swiglu"](gate, up)
torch.testing.assert_close(ours, theirs)
print("same as in gpt-oss:", torch.allclose(ours, theirs))

for gate, up in [(100, 100), (-100, 100), (1, -1), (1, 0)]:
    gate, up = torch.tensor([float(gate)]), torch.tensor([float(up)])
    values = [GATES[name](gate, up).item() for name in ("swiglu", "clamped_swiglu")]
    values = " and ".join(f"{value + 0:.3g}" for value in values)
    print(f"gate {gate.item():.0f}, up {up.item():.0f}: {values}")
