import torch.nn.functional as F
from torch import nn

ACTIVATIONS = {
    "relu": F.relu,
    "gelu": F.gelu,  # exact, with the error function
    "gelu_tanh": lambda h: F.gelu(h, approximate="tanh"),
    "silu": F.silu,
    "relu2": lambda h: F.relu(h).square(),
}


class FeedForward(nn.Module):
    """W2 · σ(W1 · x + b1) + b2, on each token by itself.

    x and the result: (..., d_model). Raises ValueError for a width that is not a
    whole number of at least 1, or for an unknown activation.
    Source: Vaswani et al. 2017, "Attention Is All You Need", §3.3.
    """

    def __init__(self, d_model, d_ff, *, activation="relu", bias=True):
        super().__init__()
        for name, width in {"d_model": d_model, "d_ff": d_ff}.items():
            if type(width) is not int or width < 1:
                raise ValueError(f"{name} must be a whole number >= 1, got {width!r}")
        if type(bias) is not bool:
            raise ValueError(f"bias must be True or False, got {bias!r}")
        if not (isinstance(activation, str) and activation in ACTIVATIONS):
            known = ", ".join(ACTIVATIONS)
            raise ValueError(f"activation must be one of {known}, got {activation!r}")
        self.activation = activation
        self.up = nn.Linear(d_model, d_ff, bias=bias)  # W1: (d_ff, d_model)
        self.down = nn.Linear(d_ff, d_model, bias=bias)  # W2: (d_model, d_ff)

    def forward(self, x):
        hidden = ACTIVATIONS[self.activation](self.up(x))  # (..., d_ff)
        return self.down(hidden)
