import torch
from transformers import GPT2Config, GPT2LMHeadModel

budget, d_model, vocabulary, positions = 50_000_000, 512, 50257, 1024
outside = (vocabulary + positions) * d_model + 2 * d_model  # and the last norm
attention, norms = 4 * d_model * d_model + 4 * d_model, 4 * d_model


def ffn(d_ff):
    return 2 * d_model * d_ff + d_ff + d_model


def count(n_layers, d_ff):  # asks transformers, not the formulas above
    sizes = {"n_embd": d_model, "n_layer": n_layers, "n_inner": d_ff, "n_head": 8}
    with torch.device("meta"):
        model = GPT2LMHeadModel(GPT2Config(**sizes))
    return sum(p.numel() for p in model.parameters())


# a) d_ff = 4 d_model: how many layers?
n_layers = (budget - outside) // (attention + norms + ffn(4 * d_model))
assert count(n_layers, 4 * d_model) <= budget < count(n_layers + 1, 4 * d_model)
print(f"a) layers: {n_layers}")
print(f"a) parameters: {count(n_layers, 4 * d_model):,}")

# b) 8 layers: how wide, in steps of 64?
room = (budget - outside) // 8 - attention - norms
d_ff = (room - d_model) // (2 * d_model + 1) // 64 * 64
assert count(8, d_ff) <= budget < count(8, d_ff + 64)
print(f"b) d_ff: {d_ff:,}")
print(f"b) parameters: {count(8, d_ff):,}")
