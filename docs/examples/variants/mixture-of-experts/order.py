import torch
from ffn_snippets.mixture_of_experts import Router

logits = torch.tensor([1, 8, 1, 1, 6, 1, 1, 1.0]).log()  # scores of 1/20, 8/20, ...
scores = logits.softmax(0)
chosen = logits.topk(2).indices

kept = scores[chosen]
print("experts:", chosen.tolist())
print("softmax over all, then top-k:", [f"{w:.2f}" for w in kept.tolist()])
print("... and divided by their sum:", [f"{w:.2f}" for w in kept / kept.sum()])
print("top-k, then softmax:", [f"{w:.2f}" for w in logits[chosen].softmax(0)])

torch.manual_seed(0)
before = Router(64, 60, 4)
after = Router(64, 60, 4, scoring="softmax_selected")
raw = Router(64, 60, 4, normalize=False)
for router in (after, raw):
    router.load_state_dict(before.state_dict())
x = torch.randn(1000, 64)
torch.testing.assert_close(before(x).weights, after(x).weights)
assert torch.equal(before(x).experts, after(x).experts)
print("both orders give 1000 tokens the same weights: yes")
less = int((raw(x).weights.sum(-1) < 1).sum())
print("not normalised, tokens whose weights sum to less than 1:", less)
