import torch
import torch.nn.functional as F
from torch import nn


def clamped_swiglu(gate, up):
    gate, up = gate.clamp(max=7), up.clamp(-7, 7)
    return gate * torch.sigmoid(1.702 * gate) * (up + 1)


GATES = {
    "glu": lambda gate, up: torch.sigmoid(gate) * up,
    "bilinear": lambda gate, up: gate * up,
    "reglu": lambda gate, up: F.relu(gate) * up,
    "geglu": lambda gate, up: F.gelu(gate) * up,  # exact, with the error function
    "geglu_tanh": lambda gate, up: F.gelu(gate, approximate="tanh") * up,
    "swiglu": lambda gate, up: F.silu(gate) * up,
    "clamped_swiglu": clamped_swiglu,  # gpt-oss
}


class GatedFeedForward(nn.Module):
    """down(σ(gate(x)) * up(x)), on each token by itself.

    x and the result: (..., d_model). Three matrices: at equal d_ff, half as many
    weights again as a FeedForward. Raises ValueError for a width that is not a whole
    number of at least 1, or for an unknown variant.
    Sources: Shazeer 2020, "GLU Variants Improve Transformer"; for clamped_swiglu,
    OpenAI 2025, "gpt-oss-120b & gpt-oss-20b Model Card", and its released code.
    """

    def __init__(self, d_model, d_ff, *, variant="swiglu", bias=False):
        super().__init__()
        for name, width in {"d_model": d_model, "d_ff": d_ff}.items():
            if type(width) is not int or width < 1:
                raise ValueError(f"{name} must be a whole number >= 1, got {width!r}")
        if type(bias) is not bool:
            raise ValueError(f"bias must be True or False, got {bias!r}")
        if not (isinstance(variant, str) and variant in GATES):
            known = ", ".join(GATES)
            raise ValueError(f"variant must be one of {known}, got {variant!r}")
        self.variant = variant
        self.gate = nn.Linear(d_model, d_ff, bias=bias)
        self.up = nn.Linear(d_model, d_ff, bias=bias)
        self.down = nn.Linear(d_ff, d_model, bias=bias)

    def forward(self, x):
        hidden = GATES[self.variant](self.gate(x), self.up(x))  # (..., d_ff)
        return self.down(hidden)
