from math import comb
from ffn_snippets.costs import moe_active_params, moe_params

d_model = 4096
for split in (1, 2, 4, 8):
    n_experts, top_k, d_ff = 8 * split, 2 * split, 14336 // split
    sizes = d_model, d_ff, n_experts
    router = d_model * n_experts
    assert moe_params(*sizes) - router == 3 * d_model * 8 * 14336  # (1)!
    assert moe_active_params(*sizes, top_k) - router == 3 * d_model * 2 * 14336
    print(f"{top_k} of {n_experts}, width {d_ff}: {comb(n_experts, top_k):,}")
print(f"8 of 256 (DeepSeek-V3): {comb(256, 8):,}")
