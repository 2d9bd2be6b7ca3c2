import torch
from transformers import GptOssConfig
from transformers.models.gpt_oss.modeling_gpt_oss import GptOssExperts


def expert(x, w_in, b_in, w_out, b_out):
    both = x @ w_in + b_in
    gate, up = both[..., 0::2], both[..., 1::2]
    gate, up = gate.clamp(max=7), up.clamp(-7, 7)
    hidden = gate * torch.sigmoid(1.702 * gate) * (up + 1)
    return hidden @ w_out + b_out


torch.manual_seed(0)
sizes = {"hidden_size": 16, "intermediate_size": 24, "num_local_experts": 1}
reference = GptOssExperts(GptOssConfig(**sizes, experts_implementation="eager"))
for p in reference.parameters():
    torch.nn.init.normal_(p, std=0.3)

x = torch.randn(8, 16)
right = reference(x, torch.zeros(8, 1, dtype=torch.long), torch.ones(8, 1))
ours = expert(x, *(p[0] for p in reference.parameters()))
print("same shape:", ours.shape == right.shape)
error = (ours - right).norm() / right.norm()
assert error < 1e-5, f"off by {error:.0%} of the right result"
print("equals the reference:", bool(error < 1e-5))
