import torch
from ffn_snippets.gated_feed_forward import GatedFeedForward
from ffn_snippets.hf_weights import from_linear
from transformers import LlamaConfig
from transformers.models.llama.modeling_llama import LlamaMLP

torch.manual_seed(0)
theirs = LlamaMLP(LlamaConfig(hidden_size=64, intermediate_size=172))
ours = GatedFeedForward(64, 172)
ours.load_state_dict(from_linear(theirs.state_dict()))

x = torch.randn(2, 16, 64)
torch.testing.assert_close(ours(x), theirs(x))
print("their matrices:", ", ".join(theirs.state_dict()))
print("same result as LlamaMLP:", torch.allclose(ours(x), theirs(x), atol=1e-6))
