from ffn_snippets.feed_forward import FeedForward
from ffn_snippets.gated_feed_forward import GatedFeedForward
from ffn_snippets.models import MODELS


def count(module):
    return sum(p.numel() for p in module.parameters())


d_model, d_ff = 768, 3072
plain = count(FeedForward(d_model, d_ff, bias=False))
for name, width in [("same d_ff", d_ff), ("two thirds of it", 2 * d_ff // 3)]:
    gated = count(GatedFeedForward(d_model, width))
    print(f"{name}: {width}, {gated:,} parameters, {gated / plain:g} × plain")

old, new = MODELS["T5 base"], MODELS["T5 1.1 base"]
print(f"T5 base {old.d_ff}, T5 1.1 base {new.d_ff}:", end=" ")
print("equal parameters" if old.ffn_params == new.ffn_params else "not equal")
