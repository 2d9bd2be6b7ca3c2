"""The Transformer's feed-forward layer: code to copy, and what it costs.

- `feed_forward`, `gated_feed_forward`, `mixture_of_experts`: the layers, in torch; each
  file is complete in itself. `hf_weights`: weights of transformers' layers for them.
- `costs`: parameters, FLOPs, bytes and time.
- `models`: the widths of real models, from models.csv or a Hugging Face configuration
  (`hf_config`, by the table in `hf_keys`).

Only the layers need torch; importing any other file never imports it.
"""
