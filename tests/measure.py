"""What PyTorch itself says a layer costs, seen while it runs: the independent truth for `ffn_snippets.costs`."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import FlopCounterMode

MATRIX_PRODUCTS = {"mm", "addmm"}
VIEWS = {"t", "view", "_unsafe_view", "detach", "expand", "transpose", "unsqueeze"}
ELEMENTWISE = {"relu", "gelu", "silu", "mul"}


def numel(module):
    return sum(p.numel() for p in module.parameters())


def flops(function, *inputs):
    with FlopCounterMode(display=False) as counter:
        function(*inputs)
    return counter.get_total_flops()


class OperationCounter(TorchDispatchMode):
    """Counts the elements of elementwise results and of all that matrix products read and write.

    An operation that it doesn't know is an error: nothing is left out unnoticed.
    """

    def __init__(self):
        super().__init__()
        self.elementwise = 0  # results
        self.products = []  # (input, matrix, result): number of elements

    def __torch_dispatch__(self, operation, types, arguments=(), options=None):
        result = operation(*arguments, **(options or {}))
        name = operation.overloadpacket.__name__
        if name in MATRIX_PRODUCTS:
            x, matrix = arguments[-2:]
            self.products.append((x.numel(), matrix.numel(), result.numel()))
            if name == "addmm":  # adds a bias to each result
                self.elementwise += result.numel()
        elif name in ELEMENTWISE:
            self.elementwise += result.numel()
        elif name not in VIEWS:
            raise AssertionError(f"{name} is neither counted nor a view")
        return result


def operations(function, *inputs):
    with OperationCounter() as mode, torch.no_grad():
        function(*inputs)
    return mode


def saved_bytes(module, *inputs):
    """Bytes of the distinct tensors that autograd keeps for the backward pass, without the parameters themselves."""
    parameters = {p.untyped_storage().data_ptr() for p in module.parameters()}
    kept = {}

    def keep(tensor):
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in parameters:
            kept[storage.data_ptr()] = storage  # which also keeps the address from being used again
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        result = module(*inputs)
    assert result.requires_grad
    return sum(storage.nbytes() for storage in kept.values())
