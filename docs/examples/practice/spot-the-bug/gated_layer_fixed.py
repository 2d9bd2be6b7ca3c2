import torch
import torch.nn.functional as F
from torch import nn
from transformers import LlamaConfig
from transformers.models.llama.modeling_llama import LlamaMLP


class GatedLayer(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.gate_proj = nn.Linear(d_model, d_ff, bias=False)
        self.up_proj = nn.Linear(d_model, d_ff, bias=False)
        self.down_proj = nn.Linear(d_ff, d_model, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


torch.manual_seed(0)
sizes = {"hidden_size": 16, "intermediate_size": 24, "num_attention_heads": 4}
reference = LlamaMLP(LlamaConfig(**sizes))
layer = GatedLayer(16, 24)
print(layer.load_state_dict(reference.state_dict()))

x = torch.randn(8, 16)
error = (layer(x) - reference(x)).norm() / reference(x).norm()
assert error < 1e-5, f"off by {error:.0%} of the right result"
print("equals the reference:", bool(error < 1e-5))
