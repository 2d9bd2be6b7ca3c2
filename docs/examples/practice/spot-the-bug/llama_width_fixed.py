from ffn_snippets.models import MODELS


def hidden_width(d_model, multiple_of=256):
    d_ff = int(2 * 4 * d_model / 3)
    return -(-d_ff // multiple_of) * multiple_of


for name in ("T5 1.1 base", "LLaMA-7B", "LLaMA-13B", "LLaMA-33B", "LLaMA-65B"):
    model = MODELS[name]
    d_ff = hidden_width(model.d_model)
    assert d_ff == model.d_ff, f"{name} has d_ff = {model.d_ff}, not {d_ff}"
    print(f"{name}: {d_ff}")
