from ffn_snippets.models import MODELS

small, mixtral = MODELS["Mistral-7B"], MODELS["Mixtral 8x7B"]
assert (small.d_model, small.d_ff) == (mixtral.d_model, mixtral.expert_d_ff)

# Mixtral is Mistral with seven more FFNs in each layer, and a router.
routers = mixtral.n_layers * mixtral.d_model * mixtral.n_experts
built = small.total_params + 7 * small.ffn_params + routers
assert built == mixtral.total_params  # counted in two separate checkpoints

print(f"eight whole models: {8 * small.total_params:,}")
print(f"shared, there once: {small.total_params - small.ffn_params:,}")
print(f"one expert in all layers: {small.ffn_params:,}")
print(f"routers: {routers:,}")
print(f"Mixtral 8x7B: {built:,}")
print(f"used by one token: {mixtral.active_params('with_embeddings'):,}")
