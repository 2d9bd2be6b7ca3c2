import torch
from torch import nn

torch.manual_seed(0)
router = nn.Linear(16, 8, bias=False)


def route(x, top_k=2):  # (sentences, tokens, d_model)
    scores = router(x).softmax(1)
    weights, experts = scores.topk(top_k)
    return weights / weights.sum(-1, keepdim=True), experts


x = torch.randn(2, 6, 16)
weights, experts = route(x)
print("weights of a token sum to 1:", torch.allclose(weights.sum(-1), torch.ones(2, 6)))

other = x.clone()
other[:, -1] = torch.randn(2, 16)  # another last token
kept = torch.allclose(weights[:, :-1], route(other)[0][:, :-1])
assert kept, "the last token changes the weights of earlier ones"
