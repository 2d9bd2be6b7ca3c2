import torch
from ffn_snippets.feed_forward import FeedForward

torch.manual_seed(0)
right = FeedForward(768, 3072, activation="gelu")
x = torch.randn(256, 768)


def error(result):
    """How far from the right result, relative to the size of that result."""
    return ((result - right(x)).norm() / right(x).norm()).item()


for activation in ("gelu_tanh", "silu", "relu"):
    wrong = FeedForward(768, 3072, activation=activation)
    wrong.load_state_dict(right.state_dict())  # no complaint: the shapes fit
    print(f"{activation} instead of gelu: {error(wrong(x)):.1g}")

half = FeedForward(768, 3072, activation="gelu").bfloat16()
half.load_state_dict(right.state_dict())
print(f"gelu, but in bf16: {error(half(x.bfloat16()).float()):.1g}")
