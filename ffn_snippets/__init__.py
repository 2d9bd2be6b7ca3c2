"""The Transformer's feed-forward layer: code to copy, and what it costs.

- `feed_forward`, `gated_feed_forward`: the layers in torch, each file complete in itself.
- `costs`: parameters, FLOPs and bytes in exact integers. `models`: the widths of real models.

Importing this package, `costs` or `models` never imports torch.
"""
