import torch
from ffn_snippets.feed_forward import FeedForward
from ffn_snippets.hf_weights import from_gpt2
from transformers import GPT2Config
from transformers.models.gpt2.modeling_gpt2 import GPT2MLP

torch.manual_seed(0)
theirs = GPT2MLP(256, GPT2Config(n_embd=64)).eval()  # small; its activation: gelu_new
torch.nn.init.normal_(theirs.c_fc.weight, std=0.1)
x = torch.randn(512, 64)

for activation in ("gelu_tanh", "gelu"):
    ours = FeedForward(64, 256, activation=activation)
    ours.load_state_dict(from_gpt2(theirs.state_dict()))  # accepts either
    same = torch.allclose(ours(x), theirs(x), rtol=1e-5, atol=1e-7)
    print(f"{activation}, same result: {'yes' if same else 'no'}")
