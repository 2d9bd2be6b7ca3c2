import torch
from ffn_snippets.costs import distinct_experts, ffn_bytes_moved, moe_bytes_moved
from ffn_snippets.models import MODELS

dense, moe = MODELS["Qwen3-8B"], MODELS["Qwen3-235B-A22B"]
assert dense.d_model == moe.d_model and dense.d_ff == moe.top_k * moe.expert_d_ff
sizes = moe.d_model, moe.expert_d_ff, moe.n_experts, moe.top_k

torch.manual_seed(0)
for n in (1, 8, 64):
    one = ffn_bytes_moved(n, dense.d_model, dense.d_ff, gated=True, dtype="bf16")
    many = moe_bytes_moved(n, *sizes, dtype="bf16")
    print(f"n = {n}, dense: {one / 1e9:.3g} GB")
    print(f"n = {n}, experts: {many / 1e9:.3g} GB")
    # 200 batches of tokens that choose at random: does the formula hold?
    choices = torch.rand(200, n, moe.n_experts).topk(moe.top_k).indices.flatten(1)
    used = torch.zeros(200, moe.n_experts).scatter(1, choices, 1).sum(1).mean().item()
    assert abs(used / distinct_experts(n, moe.n_experts, moe.top_k) - 1) < 0.02
