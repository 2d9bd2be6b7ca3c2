import torch
from ffn_snippets.mixture_of_experts import Router

torch.manual_seed(0)
n_experts, top_k = 16, 2
router = Router(32, n_experts, top_k, scoring="sigmoid", normalize=False).double()
x = torch.randn(4096, 32, dtype=torch.float64) + 0.5  # tokens with much in common
mean = len(x) * top_k // n_experts


def load():
    return router(x).experts.flatten().bincount(minlength=n_experts)


print("choices for each expert, on average:", mean)
print(f"busiest expert, without correction: {load().max() / mean:.1f} times the mean")
for _ in range(300):
    router.correction += 0.002 * torch.sign(mean - load())  # (1)!
print(f"busiest expert, after 300 updates: {load().max() / mean:.1f} times the mean")

routing = router(x)
own = torch.einsum("nd,nkd->nk", x, router.weight[routing.experts]).sigmoid()
torch.testing.assert_close(routing.weights, own)  # (2)!
print("weights contain no correction: yes")
print("the correction is a parameter:", "correction" in dict(router.named_parameters()))
