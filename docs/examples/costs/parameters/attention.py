import torch
from ffn_snippets.costs import attention_params
from transformers import GemmaConfig, GPT2Config, LlamaConfig
from transformers.models.gemma.modeling_gemma import GemmaAttention
from transformers.models.gpt2.modeling_gpt2 import GPT2Attention
from transformers.models.llama.modeling_llama import LlamaAttention

llama_3 = LlamaConfig(
    hidden_size=4096, num_attention_heads=32, num_key_value_heads=8  # heads of 128
)
gemma = GemmaConfig(
    hidden_size=3072, num_attention_heads=16, num_key_value_heads=16, head_dim=256
)
with torch.device("meta"):
    layers = {
        "GPT-2 small": GPT2Attention(GPT2Config(n_embd=768), layer_idx=0),
        "Llama-3.1 8B": LlamaAttention(llama_3, layer_idx=0),
        "Gemma 7B": GemmaAttention(gemma, layer_idx=0),
    }

expected = [
    attention_params(768),
    attention_params(4096, d_kv=8 * 128, bias=False),
    attention_params(3072, d_q=16 * 256, bias=False),
]
for (name, layer), formula in zip(layers.items(), expected, strict=True):
    allocated = sum(p.numel() for p in layer.parameters())
    assert allocated == formula
    print(f"{name}: {allocated:,}")
