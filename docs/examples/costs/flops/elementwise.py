import torch
from ffn_snippets.costs import elementwise_flops, ffn_flops
from ffn_snippets.feed_forward import FeedForward
from torch.utils._python_dispatch import TorchDispatchMode


class Elementwise(TorchDispatchMode):
    """One for each number that a bias or an activation produces."""

    total = 0

    def __torch_dispatch__(self, operation, types, arguments=(), options=None):
        result = operation(*arguments, **(options or {}))
        if operation.overloadpacket.__name__ in ("addmm", "gelu"):
            self.total += result.numel()  # addmm: a product, and a bias added to it
        return result


n, d_model, d_ff = 512, 768, 3072
with torch.device("meta"):
    ffn, x = FeedForward(d_model, d_ff, activation="gelu"), torch.ones(n, d_model)
with Elementwise() as counter:
    ffn(x)

products = ffn_flops(n, d_model, d_ff)
assert counter.total == elementwise_flops(n, d_model, d_ff)
print(f"elementwise: {counter.total:,}")
print(f"matrix products: {products:,}")
print(f"share: {100 * counter.total / products:.3g}%")
