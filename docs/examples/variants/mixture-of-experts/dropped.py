import math
import torch


def dropped(n_tokens, n_experts, top_k, factor):
    """Mean share of the choices that find their expert full, if choices are random."""
    capacity = math.ceil(factor * n_tokens * top_k / n_experts)
    p = top_k / n_experts  # so an expert's load is binomial
    too_many = sum(
        (load - capacity) * math.comb(n_tokens, load)
        * p**load * (1 - p) ** (n_tokens - load)
        for load in range(capacity + 1, n_tokens + 1)
    )
    return n_experts * too_many / (n_tokens * top_k)


torch.manual_seed(0)
n, trials = 512, 200
for n_experts, top_k in [(8, 2), (256, 8)]:
    for factor in (1.0, 1.25, 2.0):
        exact = dropped(n, n_experts, top_k, factor)
        capacity = math.ceil(factor * n * top_k / n_experts)
        choices = torch.rand(trials, n, n_experts).topk(top_k).indices.flatten(1)
        load = torch.stack([c.bincount(minlength=n_experts) for c in choices])
        drawn = (load - capacity).clamp(min=0).sum() / (trials * n * top_k)
        assert abs(drawn.item() - exact) < 0.003
        print(f"{top_k} of {n_experts}, factor {factor}: {exact:.2%}")
