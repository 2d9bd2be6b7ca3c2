from ffn_snippets.costs import ffn_flops, ffn_params, llama_d_ff, weight_bytes

d_ff = llama_d_ff(4096)
params = ffn_params(4096, d_ff, gated=True, bias=False)
print(f"width: {d_ff}")
print(f"parameters: {params:,}")
print(f"FLOPs for 2048 tokens: {ffn_flops(2048, 4096, d_ff, gated=True):,}")
print(f"bytes in bf16: {weight_bytes(params, 'bf16'):,}")
