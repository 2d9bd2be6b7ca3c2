import torch
from ffn_snippets.costs import ffn_params
from ffn_snippets.models import MODELS
from transformers import Phi3Config
from transformers.models.phi3.modeling_phi3 import Phi3MLP

model = MODELS["Phi-3-mini"]
config = Phi3Config(hidden_size=model.d_model, intermediate_size=model.d_ff)
with torch.device("meta"):
    layer = Phi3MLP(config)

for name, weight in layer.named_parameters():
    print(name, tuple(weight.shape))

rows = layer.gate_up_proj.weight.shape[0]  # gate and up, one on top of the other
stored = sum(weight.numel() for weight in layer.parameters())
assert rows == 2 * model.d_ff
assert stored == model.ffn_params_per_layer

as_width = ffn_params(model.d_model, rows, gated=True, bias=False)
print(f"parameters stored: {stored:,}")
print(f"counted with {rows:,} as d_ff: {as_width:,}")
