from ffn_snippets import costs

MACHINES = {  # peak in bf16 without sparsity, FLOP/s; bandwidth, bytes/s
    "H100 SXM": (1979e12 / 2, 3.35e12),
    "A100 80GB SXM": (624e12 / 2, 2.039e12),
}


def dense(n):  # Llama-3.1 8B
    sizes = n, 4096, 14336
    moved = costs.ffn_bytes_moved(*sizes, gated=True, dtype="bf16")
    return costs.ffn_flops(*sizes, gated=True), moved


def moe(n, *sizes, **shared):
    moved = costs.moe_bytes_moved(n, *sizes, dtype="bf16", **shared)
    return costs.moe_flops(n, *sizes, **shared), moved


LAYERS = {
    "Llama-3.1 8B": dense,
    "Mixtral 8x7B": lambda n: moe(n, 4096, 14336, 8, 2),
    "DeepSeek-V3": lambda n: moe(n, 7168, 2048, 256, 8, shared_d_ff=2048),
}
for machine, (peak, bandwidth) in MACHINES.items():
    for name, layer in LAYERS.items():
        n = 1
        while costs.arithmetic_intensity(*layer(n)) < peak / bandwidth:
            n += 1
        for tokens, bound in [(n - 1, False), (n, True)]:  # times, not a ratio
            flops, moved = layer(tokens)
            assert (flops / peak >= moved / bandwidth) == bound
        print(f"{machine}, {name}: {n:,}")
