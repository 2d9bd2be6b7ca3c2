import torch
from ffn_snippets.mixture_of_experts import Routing, load_balancing_loss


def loss(scores, experts):
    """scores: of each token for each expert; experts: the one it was sent to."""
    scores, experts = torch.tensor(scores), torch.tensor(experts)[:, None]
    weights = scores.gather(1, experts)
    return load_balancing_loss(Routing(scores.log(), scores, experts, weights)).item()


eye = torch.eye(8).tolist()
print("8 tokens, 8 experts, one token each:", loss(eye, list(range(8))))
print("all to one expert:", loss([eye[0]] * 8, [0] * 8))
print("all to two experts, half each:", loss(eye[:2] * 4, [0, 1] * 4))
flat = [[1 / 8] * 8] * 8
print("flat scores, ties all sent to one expert:", loss(flat, [0] * 8))
narrow = [[0.51, 0.49]] * 6 + [[0.01, 0.99]] * 4  # six for expert 0, four for expert 1
print(f"two experts, six tokens to four: {loss(narrow, [0] * 6 + [1] * 4):.2f}")
