import torch
from torch import nn
from torch.autograd.graph import saved_tensors_hooks


def saved_bytes(module, x):
    """Bytes that autograd keeps for the backward pass, besides the weights."""
    weights = {p.untyped_storage().data_ptr() for p in module.parameters()}
    kept = {}  # by address: a tensor that two operations need is kept once

    def keep(tensor):
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in weights:
            kept[storage.data_ptr()] = storage
        return tensor

    with saved_tensors_hooks(keep, lambda tensor: tensor):
        module(x)
    return sum(storage.nbytes() for storage in kept.values())


layer = nn.Sequential(nn.Linear(768, 3072), nn.GELU(), nn.Linear(3072, 768))
print(f"{saved_bytes(layer, torch.randn(512, 768)):,}")
