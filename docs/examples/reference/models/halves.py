import torch
from ffn_snippets.models import MODELS, from_hf_config
from transformers import T5Config, T5Model
from transformers.models.t5.modeling_t5 import T5LayerFF

config = {"model_type": "t5", "d_model": 768, "d_ff": 3072, "num_layers": 12}
model = from_hf_config(config)

with torch.device("meta"):
    t5 = T5Model(T5Config(num_heads=12, **config))
layers = [module for module in t5.modules() if isinstance(module, T5LayerFF)]
stored = sum(p.numel() for ff in layers for p in ff.DenseReluDense.parameters())

assert len(layers) == model.n_layers
assert stored == model.ffn_params == MODELS["T5 base"].ffn_params
print("num_layers in the file:", config["num_layers"])
print("feed-forward layers:", len(layers))
print(f"parameters in them: {stored:,}")
