import torch
from ffn_snippets.costs import attention_flops, ffn_flops, training_flops
from ffn_snippets.models import MODELS
from torch.utils.flop_counter import FlopCounterMode
from transformers import GPT2Config, GPT2LMHeadModel

n, gpt2 = 1024, MODELS["GPT-2 small"]
d_model, d_ff, n_layers = gpt2.d_model, gpt2.d_ff, gpt2.n_layers

with torch.device("meta"):
    model = GPT2LMHeadModel(GPT2Config())
    ids = torch.zeros(1, n, dtype=torch.int64)
with FlopCounterMode(display=False) as counter:
    model(ids, labels=ids).loss.backward()
counted = counter.get_total_flops()

parts = {
    "feed-forward": n_layers * ffn_flops(n, d_model, d_ff),
    "attention": n_layers * attention_flops(n, d_model),
    "output matrix": 2 * n * gpt2.embedding_params,
}
assert counted == training_flops(sum(parts.values()))

rule = 6 * gpt2.total_params * n
in_no_parameter = 3 * n_layers * 4 * n * n * d_model  # scores and weighted sums
matrices = n_layers * 12 * d_model * d_model + gpt2.embedding_params
no_product = 6 * n * (gpt2.total_params - matrices)  # positions, biases, norms
assert rule + in_no_parameter - no_product == counted

print(f"6N rule: {rule:,}")
print(f"counted: {counted:,}")
print(f"counted / rule: {counted / rule:.3g}")
print(f"scores and weighted sums: {in_no_parameter:,}")
print(f"parameters in no product: {no_product:,}")
for name, flops in parts.items():
    share = 100 * training_flops(flops) / counted
    print(f"{name}: {training_flops(flops):,} = {share:.3g}%")
