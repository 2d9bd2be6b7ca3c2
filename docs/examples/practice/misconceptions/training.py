import torch
from torch.utils.flop_counter import FlopCounterMode
from ffn_snippets.feed_forward import FeedForward

ffn = FeedForward(64, 256)
x = torch.randn(32, 64, requires_grad=True)  # another layer below needs its gradient


def flops(work):
    with FlopCounterMode(display=False) as counter:
        result = work()
    return counter.get_total_flops(), result


forward, y = flops(lambda: ffn(x))
backward, _ = flops(y.sum().backward)
print(f"forward: {forward:,}")
print(f"backward: {backward:,} = {backward / forward:g} × forward")
print(f"together: {(forward + backward) / forward:g} × forward")

ffn.requires_grad_(False)  # frozen weights, as when an adapter is trained
frozen, _ = flops(lambda: ffn(x).sum().backward())
print(f"together, weights frozen: {frozen / forward:g} × forward")
