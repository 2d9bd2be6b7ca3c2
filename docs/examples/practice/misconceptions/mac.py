import torch
from torch.utils.flop_counter import FlopCounterMode
from ffn_snippets.feed_forward import FeedForward

d_model, d_ff = 6, 24
ffn = FeedForward(d_model, d_ff)
multiplications = additions = 0


def linear(weight, bias, x):
    """Number by number, so that each operation can be counted."""
    global multiplications, additions
    result = []
    for row, total in zip(weight, bias):
        for w, value in zip(row, x):
            product = w * value
            total = total + product
            multiplications, additions = multiplications + 1, additions + 1
        result.append(total)
    return result


x = torch.randn(d_model)
hidden = [max(h, 0.0) for h in linear(ffn.up.weight.tolist(), ffn.up.bias.tolist(), x)]
y = linear(ffn.down.weight.tolist(), ffn.down.bias.tolist(), hidden)
with FlopCounterMode(display=False) as counter:
    torch.testing.assert_close(ffn(x[None])[0], torch.tensor(y))

print("weights:", ffn.up.weight.numel() + ffn.down.weight.numel())
print("multiplications, additions:", multiplications, additions)
print("PyTorch counts FLOPs:", counter.get_total_flops())
