from ffn_snippets.models import from_hf_config

config = {  # (1)!
    "model_type": "mixtral",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "num_local_experts": 8,
    "num_experts_per_tok": 2,
    "hidden_act": "silu",
}
model = from_hf_config(config)
print(f"feed-forward, all experts: {model.ffn_params:,}")
print(f"used by one token: {model.active_ffn_params:,}")
print(f"FLOPs per token: {model.ffn_flops_per_token:,}")
