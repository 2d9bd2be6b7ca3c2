import torch
from ffn_snippets.models import MODELS, from_hf_config
from transformers import Qwen3MoeConfig, Qwen3MoeForCausalLM

config = {
    "model_type": "qwen3_moe", "hidden_size": 4096, "num_hidden_layers": 94,
    "intermediate_size": 12288, "moe_intermediate_size": 1536,
    "num_experts": 128, "num_experts_per_tok": 8, "hidden_act": "silu",
    "decoder_sparse_step": 1, "mlp_only_layers": [],
}
assert from_hf_config(config).ffn_params == MODELS["Qwen3-235B-A22B"].ffn_params


def built(config):  # by transformers: two layers, a tiny vocabulary, no memory
    keys = {key: value for key, value in config.items() if key != "model_type"}
    keys.update(num_hidden_layers=2, vocab_size=8)
    with torch.device("meta"):
        model = Qwen3MoeForCausalLM(Qwen3MoeConfig(**keys))
    return sum(weight.numel() for weight in model.parameters())


for dense_layers in ([], [0]):
    one = {**config, "mlp_only_layers": dense_layers}
    two = {**one, "intermediate_size": 2 * config["intermediate_size"]}
    added = from_hf_config(two).ffn_params - from_hf_config(one).ffn_params
    assert added == built(two) - built(one)
    print(f"dense layers {dense_layers}, doubling the key adds: {added:,}")
