from ffn_snippets.costs import ffn_params, moe_active_params, moe_params
from ffn_snippets.models import CONVENTIONS, MODELS

deepseek = MODELS["DeepSeek-V3"]
d_model, heads = 7168, 128
dense = ffn_params(d_model, 18432, gated=True, bias=False)
sizes = {"d_model": d_model, "d_ff": 2048, "n_experts": 256, "shared_d_ff": 2048}
experts, active_experts = moe_params(**sizes), moe_active_params(**sizes, top_k=8)

query = d_model * 1536 + 1536 * heads * (128 + 64)  # (1)!
key_value = d_model * (512 + 64) + 512 * heads * (128 + 128)
attention = query + key_value + heads * 128 * d_model
norms = 2 * d_model + 1536 + 512
embedding = 129280 * d_model
rest = 61 * (attention + norms) + d_model + 2 * embedding

total = 3 * dense + 58 * experts + rest
active = 3 * dense + 58 * active_experts + rest
print(f"3 dense layers: {3 * dense:,}")
print(f"58 layers of experts: {58 * experts:,}")
print(f"58 layers of experts, active: {58 * active_experts:,}")
print(f"the rest: {rest:,}")
print(f"total: {total:,}")
assert total == deepseek.total_params
assert active == deepseek.active_params("with_embeddings")
for convention in CONVENTIONS:
    print(f"active, {convention}: {deepseek.active_params(convention):,}")
