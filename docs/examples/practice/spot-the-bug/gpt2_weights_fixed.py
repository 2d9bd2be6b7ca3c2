import torch
from ffn_snippets.feed_forward import FeedForward
from transformers import GPT2Config
from transformers.models.gpt2.modeling_gpt2 import GPT2MLP

torch.manual_seed(0)
reference = GPT2MLP(64, GPT2Config(n_embd=16)).eval()
weights = reference.state_dict()
ffn = FeedForward(16, 64, activation="gelu_tanh")
ours = {
    "up.weight": weights["c_fc.weight"].T,
    "up.bias": weights["c_fc.bias"],
    "down.weight": weights["c_proj.weight"].T,
    "down.bias": weights["c_proj.bias"],
}
print(ffn.load_state_dict(ours))

x = torch.randn(8, 16)
error = (ffn(x) - reference(x)).norm() / reference(x).norm()
assert error < 1e-5, f"off by {error:.0%} of the right result"
print("equals the reference:", bool(error < 1e-5))
