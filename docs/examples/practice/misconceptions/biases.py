from ffn_snippets.feed_forward import FeedForward
from ffn_snippets.models import MODELS

for name in ("BERT-base", "GPT-3 175B"):
    model = MODELS[name]
    parameters = FeedForward(model.d_model, model.d_ff).to("meta").parameters()
    sizes = [(p.dim(), p.numel()) for p in parameters]
    biases = sum(size for dim, size in sizes if dim == 1)
    total = sum(size for _, size in sizes)
    assert total == model.ffn_params_per_layer
    print(f"{name}: {biases:,} of {total:,} are biases, {biases / total:.2g} of all")
