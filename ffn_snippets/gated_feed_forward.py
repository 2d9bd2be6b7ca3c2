import torch
import torch.nn.functional as F
from torch import nn

GATES = {
    "glu": torch.sigmoid,
    "bilinear": lambda g: g,
    "reglu": F.relu,
    "geglu": F.gelu,
    "swiglu": F.silu,
}


class GatedFeedForward(nn.Module):
    """down(σ(gate(x)) * up(x)), on each token by itself.

    x and the result: (..., d_model). Three matrices: at equal d_ff, half as many
    weights again as a FeedForward. Raises ValueError for a width that is not a whole
    number of at least 1, or for an unknown variant.
    Source: Shazeer 2020, "GLU Variants Improve Transformer".
    """

    def __init__(self, d_model, d_ff, *, variant="swiglu", bias=False):
        super().__init__()
        for name, width in {"d_model": d_model, "d_ff": d_ff}.items():
            if type(width) is not int or width < 1:
                raise ValueError(f"{name} must be a whole number >= 1, got {width!r}")
        if type(bias) is not bool:
            raise ValueError(f"bias must be True or False, got {bias!r}")
        if variant not in list(GATES):
            known = ", ".join(GATES)
            raise ValueError(f"variant must be one of {known}, got {variant!r}")
        self.variant = variant
        self.gate = nn.Linear(d_model, d_ff, bias=bias)
        self.up = nn.Linear(d_model, d_ff, bias=bias)
        self.down = nn.Linear(d_ff, d_model, bias=bias)

    def forward(self, x):
        gate = GATES[self.variant](self.gate(x))  # (..., d_ff)
        return self.down(gate * self.up(x))
