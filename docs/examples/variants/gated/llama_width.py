from ffn_snippets.costs import llama_d_ff
from ffn_snippets.models import MODELS


def width(dim, multiple_of, multiplier=None):
    """The steps of Meta's model.py, one by one."""
    steps = [4 * dim]
    steps.append(int(2 * steps[-1] / 3))
    if multiplier is not None:
        steps.append(int(multiplier * steps[-1]))
    blocks = (steps[-1] + multiple_of - 1) // multiple_of  # rounds up
    return [*steps, multiple_of * blocks]


for name, multiple_of, multiplier in [
    ("LLaMA-7B", 256, None),
    ("LLaMA-13B", 256, None),
    ("Llama-2 70B", 4096, 1.3),
    ("Llama-3.1 8B", 1024, 1.3),
    ("Llama-3.1 405B", 4096, 1.2),
]:
    model = MODELS[name]
    steps = width(model.d_model, multiple_of, multiplier)
    options = {"multiplier": multiplier or 1.0, "multiple_of": multiple_of}
    assert steps[-1] == model.d_ff == llama_d_ff(model.d_model, **options)
    print(f"{name}: {' → '.join(str(step) for step in steps)}")
