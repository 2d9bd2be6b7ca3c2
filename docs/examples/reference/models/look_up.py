from ffn_snippets.models import MODELS

model = MODELS["DeepSeek-V3"]
dense_layers = model.n_layers - model.n_moe_layers

print(f"one dense layer: {model.dense_layer_params:,}")
print(f"one MoE layer: {model.moe_layer_params:,}")
print(f"all {dense_layers} + {model.n_moe_layers} layers: {model.ffn_params:,}")
print(f"used by one token: {model.active_ffn_params:,}")
print(f"FLOPs per token: {model.ffn_flops_per_token:,}")
print(f"bytes in bf16: {model.ffn_weight_bytes('bf16'):,}")
print(f"share of the model: {model.ffn_share:.1%}")

# By hand: a token uses its experts, the shared one and the router.
expert, router = 3 * 7168 * 2048, 7168 * 256
assert model.moe_layer_params == 256 * expert + expert + router
assert model.active_ffn_params == 3 * (3 * 7168 * 18432) + 58 * (9 * expert + router)
