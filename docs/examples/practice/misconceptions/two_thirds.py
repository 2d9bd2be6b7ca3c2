from torch import nn
from ffn_snippets.gated_feed_forward import GatedFeedForward
from ffn_snippets.models import MODELS


def count(*modules):
    return sum(p.numel() for module in modules for p in module.parameters())


def linear(d_in, d_out):
    return nn.Linear(d_in, d_out, bias=False, device="meta")


def share(part, *others):
    return f"{part / (part + sum(others)):.1%}"


model, d_model, d_kv, vocabulary = MODELS["Llama-3.1 8B"], 4096, 1024, 128_256
ffn = count(GatedFeedForward(d_model, model.d_ff).to("meta"))
square = count(linear(d_model, d_model))
attention = 2 * square + 2 * count(linear(d_model, d_kv))  # 8 key heads for 32 queries
embeddings = 2 * count(linear(d_model, vocabulary))  # input and output
norms = (2 * 32 + 1) * d_model
all_ffns, rest = 32 * ffn, 32 * attention + embeddings + norms
assert all_ffns + rest == model.total_params

print("one layer, if each query had its own key:", share(ffn, 4 * square))
print("one layer, as it is:", share(ffn, attention))
print("whole model:", share(all_ffns, rest))
