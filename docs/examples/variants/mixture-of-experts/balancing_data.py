import json
import torch
from ffn_snippets.gated_feed_forward import GatedFeedForward
from ffn_snippets.mixture_of_experts import MixtureOfExperts, load_balancing_loss

d_model, d_ff, n_experts, top_k = 16, 16, 8, 2


def tokens(n):
    """They have something in common, as real ones do."""
    return torch.randn(n, d_model, dtype=torch.float64) + 1


def train(coefficient, steps=300):
    torch.manual_seed(0)
    teacher = GatedFeedForward(d_model, 64).double().requires_grad_(False)
    moe = MixtureOfExperts(d_model, d_ff, n_experts, top_k).double()
    optimizer = torch.optim.Adam(moe.parameters(), lr=0.003)
    for _ in range(steps):
        x = tokens(512)
        routing = moe.router(x)
        error = (moe(x, routing) - teacher(x)).square().mean() / teacher(x).var()
        optimizer.zero_grad()
        (error + coefficient * load_balancing_loss(routing)).backward()
        optimizer.step()
    torch.manual_seed(1)
    experts = moe.router(tokens(10_000)).experts
    load = experts.flatten().bincount(minlength=n_experts) / experts.numel()
    return load.sort(descending=True).values.tolist()


without, balanced = train(0.0), train(0.1)
points = {
    "without": [round(share, 2) for share in without],
    "with": [round(share, 2) for share in balanced],
    "idle": sum(share < 0.01 for share in without),
}
print(json.dumps(points))
