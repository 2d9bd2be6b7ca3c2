import torch
from ffn_snippets.feed_forward import FeedForward
from torch.utils.checkpoint import checkpoint, set_checkpoint_early_stop
from torch.utils.flop_counter import FlopCounterMode

with torch.device("meta"):
    ffn, data = FeedForward(768, 3072), torch.ones(512, 768)
    hidden = torch.ones(512, 768, requires_grad=True)  # from a layer below


def forward():
    ffn(hidden)


def step():
    ffn(hidden).sum().backward()


def recomputed():
    with set_checkpoint_early_stop(False):
        checkpoint(ffn, hidden, use_reentrant=False).sum().backward()


def stopped_early():  # the default
    checkpoint(ffn, hidden, use_reentrant=False).sum().backward()


def first_layer():  # nobody needs the gradient of the data
    ffn(data).sum().backward()


def flops(function):
    with FlopCounterMode(display=False) as counter:
        function()
    return counter.get_total_flops()


for function in (forward, step, recomputed, stopped_early, first_layer):
    count = flops(function)
    print(f"{function.__name__}: {count:,} = {count / flops(forward)} × forward")
