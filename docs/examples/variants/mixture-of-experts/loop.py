import torch
from ffn_snippets.gated_feed_forward import GatedFeedForward
from ffn_snippets.mixture_of_experts import MixtureOfExperts

torch.manual_seed(0)
d_model, d_ff, n_experts, top_k = 16, 24, 8, 2
moe = MixtureOfExperts(d_model, d_ff, n_experts, top_k, shared_d_ff=d_ff)  # (1)!
x = torch.randn(5, d_model)


def feed_forward(experts, e):
    one = GatedFeedForward(d_model, d_ff)
    names = ("gate", "up", "down")
    one.load_state_dict({f"{n}.weight": getattr(experts, n)[e] for n in names})
    return one


used = 0
for token, result in zip(x, moe(x)):
    logits = moe.router.weight @ token  # (2)!
    scores = logits.softmax(0)
    weights, chosen = scores.topk(top_k)  # (3)!
    y = feed_forward(moe.shared, 0)(token)  # (4)!
    for weight, e in zip(weights / weights.sum(), chosen):
        y = y + weight * feed_forward(moe.experts, e)(token)  # (5)!
        used += 1
    torch.testing.assert_close(y, result)

print(f"experts computed for {len(x)} tokens: {used}, not {len(x) * n_experts}")
print("equal to MixtureOfExperts: yes")
