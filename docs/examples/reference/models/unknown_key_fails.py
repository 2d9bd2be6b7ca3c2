from ffn_snippets.models import from_hf_config

config = {
    "model_type": "llama",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "hidden_act": "silu",
    "num_local_experts": 8,  # Llama's layers have no experts: which width would it be?
}
from_hf_config(config)
