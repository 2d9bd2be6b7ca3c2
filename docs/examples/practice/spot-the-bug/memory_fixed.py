import torch
from ffn_snippets.mixture_of_experts import MixtureOfExperts

d_model, d_ff, n_experts, top_k, n_layers = 4096, 14336, 8, 2, 32

expert = 3 * d_model * d_ff
router = n_experts * d_model
bf16 = 2  # bytes of one weight
planned = bf16 * n_layers * (n_experts * expert + router)
print("planned fits in 24 GB:", planned <= 24e9)

with torch.device("meta"):  # shapes and types, no memory
    layer = MixtureOfExperts(d_model, d_ff, n_experts, top_k).to(torch.bfloat16)
needed = n_layers * sum(p.nbytes for p in layer.parameters())
shown = f"planned {planned / 1e9:.1f} GB, the weights take {needed / 1e9:.1f} GB"
assert planned == needed, shown
print(shown)
