import torch
from ffn_snippets.costs import distinct_experts

torch.manual_seed(0)
steps = 500


def simulated(n, preference, top_k):
    """Mean number of experts that n tokens use, each with its own top_k."""
    noise = -torch.log(-torch.log(torch.rand(steps, n, len(preference))))
    chosen = (preference + noise).topk(top_k).indices.flatten(1)  # (1)!
    used = torch.zeros(steps, len(preference)).scatter(1, chosen, 1.0)
    return used.sum(1).mean().item()


for n_experts, top_k in ((8, 2), (128, 8)):
    for n in (4, 16):
        mean = simulated(n, torch.zeros(n_experts), top_k)
        expected = distinct_experts(n, n_experts, top_k)
        assert abs(mean - expected) < 0.01 * expected
        print(f"{n} tokens, {top_k} of {n_experts}: {mean:.3g}, formula {expected:.3g}")

skewed = simulated(16, torch.linspace(-2, 2, 128), 8)
assert skewed < distinct_experts(16, 128, 8)
print(f"16 tokens, 8 of 128, with favourites: {skewed:.3g}")
