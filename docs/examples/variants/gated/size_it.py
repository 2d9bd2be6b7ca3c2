from ffn_snippets.costs import ffn_params
from ffn_snippets.gated_feed_forward import GatedFeedForward
from ffn_snippets.models import MODELS


def gated_width(d_model, multiple_of):
    """Three matrices with about the weights of two of width 4 * d_model."""
    blocks = -(-8 * d_model // (3 * multiple_of))  # 2/3 of 4, rounded up
    return blocks * multiple_of


for d_model in (3072, 3584):
    d_ff = gated_width(d_model, 128)
    layer = GatedFeedForward(d_model, d_ff, bias=False).to("meta")
    gated = sum(p.numel() for p in layer.parameters())
    ungated = ffn_params(d_model, 4 * d_model, bias=False)
    print(f"d_model {d_model}, d_ff: {d_ff:,}")
    print(f"d_model {d_model}, weights: {gated:,}")
    print(f"d_model {d_model}, weights of two matrices: {ungated:,}")
    print(f"d_model {d_model}, more: {gated / ungated - 1:.2%}")

assert gated_width(3072, 128) == MODELS["Phi-3-mini"].d_ff
