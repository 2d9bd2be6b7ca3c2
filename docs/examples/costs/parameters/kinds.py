import torch
from ffn_snippets.costs import ffn_params
from transformers import GPT2Config, LlamaConfig, T5Config
from transformers.models.gpt2.modeling_gpt2 import GPT2MLP
from transformers.models.llama.modeling_llama import LlamaMLP
from transformers.models.t5.modeling_t5 import T5DenseActDense

gpt2 = GPT2Config(n_embd=768)
t5 = T5Config(d_model=768, d_ff=3072)
llama = LlamaConfig(hidden_size=4096, intermediate_size=11008)
with_biases = LlamaConfig(hidden_size=4096, intermediate_size=11008, mlp_bias=True)

with torch.device("meta"):  # shapes without memory
    layers = {
        "GPT-2 small, 2 matrices, biases": GPT2MLP(3072, gpt2),
        "T5 base, 2 matrices": T5DenseActDense(t5),
        "LLaMA-7B, 3 matrices": LlamaMLP(llama),
        "the same with biases": LlamaMLP(with_biases),
    }

expected = [
    ffn_params(768, 3072),
    ffn_params(768, 3072, bias=False),
    ffn_params(4096, 11008, gated=True, bias=False),
    ffn_params(4096, 11008, gated=True),
]
for (name, layer), formula in zip(layers.items(), expected, strict=True):
    allocated = sum(p.numel() for p in layer.parameters())
    assert allocated == formula
    print(f"{name}: {allocated:,}")
