from ffn_snippets.costs import ffn_bytes_moved, ffn_flops, roofline_seconds
from ffn_snippets.costs import moe_bytes_moved, moe_flops

peak, bandwidth = 1979e12 / 2, 3.35e12  # H100 SXM, bf16 without sparsity


def share(flops, moved):
    """Of the peak, at most: the rest of the time the machine waits for bytes."""
    machine = {"peak_flops_per_second": peak, "bandwidth": bandwidth}
    return flops / roofline_seconds(flops, moved, **machine) / peak


for n in (1, 16, 128, 1024, 8192):
    sizes = n, 4096, 14336
    moved = ffn_bytes_moved(*sizes, gated=True, dtype="bf16")
    dense = share(ffn_flops(*sizes, gated=True), moved)
    moved = moe_bytes_moved(*sizes, 8, 2, dtype="bf16")
    experts = share(moe_flops(*sizes, 8, 2), moved)
    print(f"n = {n}, Llama-3.1 8B: {100 * dense:.3g}%")
    print(f"n = {n}, Mixtral 8x7B: {100 * experts:.3g}%")
