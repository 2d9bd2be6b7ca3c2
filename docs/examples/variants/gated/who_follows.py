import textwrap

from ffn_snippets.costs import llama_d_ff
from ffn_snippets.models import MODELS

RULES = [(1.0, 256), (1.2, 4096), (1.3, 1024), (1.3, 4096)]  # of Meta's models


def follows(model):
    widths = [llama_d_ff(model.d_model, multiplier=m, multiple_of=k) for m, k in RULES]
    return model.d_ff in widths


dense = [m for m in MODELS.values() if m.gated and m.n_moe_layers == 0]
for answer, wanted in [("follow it", True), ("do not", False)]:
    names = [m.name for m in dense if follows(m) is wanted]
    print(textwrap.fill(f"{answer}, {len(names)}: {', '.join(names)}", 72))

# A free multiplier proves nothing: it reaches every multiple of 256.
for model in dense:
    if model.d_ff % 256 == 0:
        multiplier = (model.d_ff - 1) / (8 * model.d_model // 3)
        assert llama_d_ff(model.d_model, multiplier=multiplier) == model.d_ff
