import torch
from torch import nn
from ffn_snippets.feed_forward import FeedForward

torch.manual_seed(0)
n, d_model, n_experts, capacity = 8, 16, 2, 3
router = nn.Linear(d_model, n_experts, bias=False)
experts = [FeedForward(d_model, 32) for _ in range(n_experts)]


def top_1(x):  # (n, d_model); an expert takes its first `capacity` tokens
    p, chosen = router(x).softmax(-1).max(-1)
    y = x.clone()
    for e, expert in enumerate(experts):
        taken = (chosen == e).nonzero().flatten()[:capacity]
        y[taken] = expert(x[taken])
    return p[:, None] * y


x = torch.randn(n, d_model)
print("same shape:", top_1(x).shape == x.shape)
skipped = int((x + top_1(x) == x).all(-1).sum())  # only the residual is left
least = n - n_experts * capacity
assert skipped >= least, f"at least {least} tokens have no place, {skipped} are skipped"
