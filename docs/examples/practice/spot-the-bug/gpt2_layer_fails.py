import torch
from ffn_snippets.feed_forward import FeedForward
from ffn_snippets.hf_weights import from_gpt2
from transformers import GPT2Config
from transformers.models.gpt2.modeling_gpt2 import GPT2MLP

torch.manual_seed(0)
reference = GPT2MLP(64, GPT2Config(n_embd=16)).eval()
ffn = FeedForward(16, 64, activation="gelu")
x = torch.randn(100, 16)

for std in (0.02, 0.3):
    for p in reference.parameters():
        torch.nn.init.normal_(p, std=std)
    ffn.load_state_dict(from_gpt2(reference.state_dict()))
    gap = (ffn(x) - reference(x)).abs().max().item()
    assert gap < 1e-5, f"weights of std {std}: the results differ by up to {gap:.1g}"
    print(f"weights of std {std}: the results agree")
