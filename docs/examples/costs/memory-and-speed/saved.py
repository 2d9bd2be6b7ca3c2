import torch
from ffn_snippets.costs import saved_activation_bytes
from ffn_snippets.feed_forward import FeedForward
from ffn_snippets.gated_feed_forward import GatedFeedForward


def saved_bytes(layer, x):
    weights = {p.untyped_storage().data_ptr() for p in layer.parameters()}
    kept = {}  # by address: a tensor that two operations keep counts once

    def pack(tensor):
        storage = tensor.untyped_storage()
        kept[storage.data_ptr()] = storage
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        result = layer(x)
    assert result.requires_grad
    return sum(s.nbytes() for address, s in kept.items() if address not in weights)


n, d_model = 16, 768
x = torch.randn(n, d_model)
for name, d_ff, layer in [
    ("relu", 3072, FeedForward(d_model, 3072, activation="relu")),
    ("gelu", 3072, FeedForward(d_model, 3072, activation="gelu")),
    ("swiglu", 2048, GatedFeedForward(d_model, 2048)),
]:
    measured = saved_bytes(layer, x)
    sizes = {"activation": name, "dtype": "fp32"}
    assert measured == saved_activation_bytes(n, d_model, d_ff, **sizes)
    print(f"{name}, bytes per token: {measured // n:,}")
    print(f"{name}, tensors of width d_ff: {(measured // (4 * n) - d_model) // d_ff}")
