import torch
from ffn_snippets.costs import moe_params
from ffn_snippets.mixture_of_experts import MixtureOfExperts
from ffn_snippets.models import MODELS

expert = 3 * 2048 * 768
router = 2048 * 128
layer = 128 * expert + router
active = 8 * expert + router
print(f"one expert: {expert:,}")
print(f"router: {router:,}")
print(f"one layer: {layer:,}")
print(f"one layer, active: {active:,}")
print(f"48 layers: {48 * layer:,}")

with torch.device("meta"):
    module = MixtureOfExperts(2048, 768, n_experts=128, top_k=8)
assert layer == sum(p.numel() for p in module.parameters())
qwen = MODELS["Qwen3-30B-A3B"]
assert layer == moe_params(2048, 768, 128) == qwen.moe_layer_params
assert 48 * layer == qwen.ffn_params and 48 * active == qwen.active_ffn_params
print("equal to the module and to the catalogue: yes")
