import torch
from ffn_snippets.feed_forward import FeedForward
from ffn_snippets.models import MODELS

for name in ("BERT-base", "GPT-3 175B"):
    model = MODELS[name]
    with torch.device("meta"):  # shapes alone: GPT-3's layer would take 5 GB
        layer = FeedForward(model.d_model, model.d_ff)
    biases = sum(p.numel() for p in layer.parameters() if p.dim() == 1)
    total = sum(p.numel() for p in layer.parameters())
    assert total == model.ffn_params_per_layer
    print(f"{name}: {biases:,} of {total:,} are biases, {biases / total:.2g} of all")
