import torch
from ffn_snippets.costs import attention_params
from ffn_snippets.mixture_of_experts import MixtureOfExperts
from ffn_snippets.models import MODELS

mixtral = MODELS["Mixtral 8x7B"]
with torch.device("meta"):  # shapes only, no memory
    layer = MixtureOfExperts(4096, 14336, n_experts=8, top_k=2)

sizes = {name: p.numel() for name, p in layer.named_parameters()}
router = sizes.pop("router.weight")
expert = sum(sizes.values()) // 8
print(f"one expert: {expert:,}")
print(f"router: {router:,}")
print(f"layer, total: {8 * expert + router:,}")
print(f"layer, active: {2 * expert + router:,}")

attention = attention_params(4096, d_kv=1024, bias=False)  # (1)!
norms, embeddings = 2 * 4096, 2 * 32000 * 4096
rest = 32 * (attention + norms) + 4096 + embeddings
print(f"all that is no FFN: {rest:,}")
total = 32 * (8 * expert + router) + rest
active = 32 * (2 * expert + router) + rest
print(f"total: {total:,}")
print(f"active: {active:,}")
assert total == mixtral.total_params
assert active == mixtral.active_params("with_embeddings")
print(f"eight whole models, nothing shared: {8 * (32 * expert + rest):,}")
