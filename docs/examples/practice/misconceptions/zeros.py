import torch
from torch.utils.flop_counter import FlopCounterMode

torch.manual_seed(0)
x = torch.randn(64, 128, dtype=torch.float64)  # 64 tokens
up, down = torch.randn(512, 128).double(), torch.randn(128, 512).double()
hidden = torch.relu(x @ up.T)
print(f"zeros: {(hidden == 0).double().mean().item():.0%}")


def flops(work):
    with FlopCounterMode(display=False) as counter:
        result = work()
    return counter.get_total_flops(), result


full, y = flops(lambda: hidden @ down.T)
no_zeros, _ = flops(lambda: (hidden + 1) @ down.T)
print("the zeros save FLOPs:", "no" if full == no_zeros else "yes")

on = hidden[0] > 0  # one token alone, and only its own columns of the matrix
one, result = flops(lambda: hidden[:1, on] @ down[:, on].T)
torch.testing.assert_close(result, y[:1])
print(f"one token, columns chosen by hand: {one / (full / 64):.0%} of the FLOPs")
print("columns that none of the 64 tokens needs:", int((hidden == 0).all(dim=0).sum()))
