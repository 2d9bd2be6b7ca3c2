import torch
from ffn_snippets.gated_feed_forward import GatedFeedForward


def bytes_per_param(dtype):
    layer = GatedFeedForward(64, 256).to(dtype)
    weights, mixed = list(layer.parameters()), dtype != torch.float32
    # Adam's steps are too small for 8 bits of precision: it needs a wider copy.
    master = [w.detach().float() for w in weights] if mixed else weights
    adam = torch.optim.Adam(master)
    layer(torch.randn(8, 64, dtype=dtype)).square().mean().backward()
    gradients = [w.grad for w in weights]
    for wide, gradient in zip(master, gradients):
        wide.grad = gradient.float()  # (1)!
    adam.step()
    moments = [s[k] for s in adam.state.values() for k in ("exp_avg", "exp_avg_sq")]
    parts = {"weights": weights, "gradients": gradients}
    parts |= {"fp32 copy": master if mixed else [], "moments": moments}
    n_params = sum(w.numel() for w in weights)
    return {k: sum(t.nbytes for t in v) // n_params for k, v in parts.items()}


for dtype in (torch.bfloat16, torch.float32):
    parts = bytes_per_param(dtype)
    print(f"{dtype}:", ", ".join(f"{name} {size}" for name, size in parts.items()))
    print(f"{dtype}, bytes per parameter:", sum(parts.values()))
