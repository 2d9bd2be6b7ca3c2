import json
import math


def dropped(n_tokens, n_experts, top_k, factor):
    """As in dropped.py."""
    capacity = math.ceil(factor * n_tokens * top_k / n_experts)
    p = top_k / n_experts
    too_many = sum(
        (load - capacity) * math.comb(n_tokens, load)
        * p**load * (1 - p) ** (n_tokens - load)
        for load in range(capacity + 1, n_tokens + 1)
    )
    return n_experts * too_many / (n_tokens * top_k)


# the mean load is 128 or 16, so that no capacity is rounded
steps = [i / 16 for i in range(8, 33)]
curves = {}
for n_experts, top_k in [(8, 2), (256, 8)]:
    shares = [dropped(512, n_experts, top_k, factor) for factor in steps]
    curves[f"{top_k} of {n_experts}"] = [
        [factor, float(f"{share:.3g}")] for factor, share in zip(steps, shares)
    ]
print(json.dumps(curves))
