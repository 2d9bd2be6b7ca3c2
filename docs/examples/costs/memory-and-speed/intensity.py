import torch
from torch.utils.flop_counter import FlopCounterMode
from ffn_snippets.costs import arithmetic_intensity, ffn_bytes_moved, ffn_flops
from ffn_snippets.gated_feed_forward import GatedFeedForward

d_model, d_ff = 4096, 14336  # Llama-3.1 8B
with torch.device("meta"):  # shapes without numbers: nothing is computed
    layer = GatedFeedForward(d_model, d_ff).bfloat16()

for n in (1, 16, 128, 1024, 8192):
    x = torch.empty(n, d_model, dtype=torch.bfloat16, device="meta")
    gate, up = layer.gate(x), layer.up(x)
    hidden = gate * up
    with FlopCounterMode(display=False) as counter:
        y = layer(x)
    flops = counter.get_total_flops()
    moved = sum(p.nbytes for p in layer.parameters())
    moved += sum(t.nbytes for t in (x, gate, up))  # (1)!
    moved += sum(t.nbytes for t in (hidden, y))

    assert flops == ffn_flops(n, d_model, d_ff, gated=True)
    assert moved == ffn_bytes_moved(n, d_model, d_ff, gated=True, dtype="bf16")
    print(f"n = {n}: {arithmetic_intensity(flops, moved):,.0f}")
