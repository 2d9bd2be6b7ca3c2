import torch
from ffn_snippets.costs import moe_flops
from torch.utils.flop_counter import FlopCounterMode
from transformers import MixtralConfig, MixtralForCausalLM

torch.manual_seed(0)
sizes = dict(hidden_size=64, intermediate_size=96, num_hidden_layers=1, vocab_size=100)
heads = dict(num_attention_heads=4, num_key_value_heads=2)
config = MixtralConfig(**sizes, **heads, num_local_experts=4, num_experts_per_tok=2)
layer = MixtralForCausalLM(config).model.layers[0].mlp
x = torch.randn(1, 32, 64)

for experts in ("grouped_mm", "eager"):
    layer.experts.config._experts_implementation = experts
    with FlopCounterMode(display=False) as counter:
        layer(x)
    print(f"experts by {experts}: {counter.get_total_flops():,}")

print(f"work: {moe_flops(32, 64, 96, 4, 2):,}")
print(f"router alone: {2 * 32 * 64 * 4:,}")
