import json
from ffn_snippets.models import from_hf_config

# The text of a config.json; keys that decide no width may stay.
text = """{
  "architectures": ["Qwen3MoeForCausalLM"], "model_type": "qwen3_moe",
  "hidden_size": 2048, "num_hidden_layers": 48, "num_attention_heads": 32,
  "num_key_value_heads": 4, "head_dim": 128, "hidden_act": "silu",
  "intermediate_size": 6144, "moe_intermediate_size": 768, "num_experts": 128,
  "num_experts_per_tok": 8, "decoder_sparse_step": 1, "mlp_only_layers": [],
  "vocab_size": 151936, "tie_word_embeddings": false, "torch_dtype": "bfloat16"
}"""
model = from_hf_config(json.loads(text))

# By hand: 48 layers, each with 128 experts of three matrices, and a router.
expert, router = 3 * 2048 * 768, 2048 * 128
assert model.ffn_params == 48 * (128 * expert + router)
assert model.active_ffn_params == 48 * (8 * expert + router)

print(f"all layers: {model.ffn_params:,}")
print(f"used by one token: {model.active_ffn_params:,}")
print(f"FLOPs per token: {model.ffn_flops_per_token:,}")
print(f"bytes in bf16: {model.ffn_weight_bytes('bf16'):,}")
