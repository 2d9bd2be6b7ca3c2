from ffn_snippets.models import MODELS, from_hf_config

mixtral = {
    "model_type": "mixtral", "hidden_size": 4096, "num_hidden_layers": 32,
    "hidden_act": "silu", "intermediate_size": 14336,
    "num_local_experts": 8, "num_experts_per_tok": 2,
}
deepseek = {
    "model_type": "deepseek_v3", "hidden_size": 7168, "num_hidden_layers": 61,
    "hidden_act": "silu", "intermediate_size": 18432, "moe_intermediate_size": 2048,
    "n_routed_experts": 256, "num_experts_per_tok": 8, "n_shared_experts": 1,
    "first_k_dense_replace": 3, "moe_layer_freq": 1,
}

for name, config in [("Mixtral 8x7B", mixtral), ("DeepSeek-V3", deepseek)]:
    model = from_hf_config(config)
    assert model.ffn_params == MODELS[name].ffn_params
    print(f"{name}: {model.n_moe_layers} of {model.n_layers} layers", end=" ")
    print(f"with {model.n_experts} experts of width {model.expert_d_ff}")
    print(f"  intermediate_size {config['intermediate_size']} is d_ff:", end=" ")
    print("yes" if model.d_ff == config["intermediate_size"] else "no")
