import torch
from ffn_snippets.costs import attention_flops, ffn_flops
from torch.utils.flop_counter import FlopCounterMode
from transformers import LlamaConfig, LlamaModel

llama_3 = LlamaConfig(  # one layer with the widths of Llama-3.1 8B
    hidden_size=4096,
    intermediate_size=14336,
    num_attention_heads=32,
    num_key_value_heads=8,
    num_hidden_layers=1,
    attn_implementation="eager",
)
with torch.device("meta"):  # shapes are enough to count
    model = LlamaModel(llama_3)

for n in (1024, 16383, 16384):
    with FlopCounterMode(display=False) as counter:
        model(torch.zeros(1, n, dtype=torch.int64, device="meta"))
    counts = counter.get_flop_counts()
    ffn = sum(counts["LlamaModel.layers.0.mlp"].values())
    attention = sum(counts["LlamaModel.layers.0.self_attn"].values())
    assert ffn == ffn_flops(n, 4096, 14336, gated=True)
    assert attention == attention_flops(n, 4096, d_kv=8 * 128)
    print(f"n = {n:,}, FFN: {ffn:,}")
    print(f"n = {n:,}, attention: {attention:,}")
