import torch
from ffn_snippets.models import MODELS
from transformers import GPT2Config, GPT2LMHeadModel

with torch.device("meta"):
    tied = GPT2LMHeadModel(GPT2Config())
    untied = GPT2LMHeadModel(GPT2Config(tie_word_embeddings=False))

once = sum(p.numel() for p in tied.parameters())
twice = sum(t.numel() for t in tied.state_dict().values())
own = sum(p.numel() for p in untied.parameters())
assert once == MODELS["GPT-2 small"].total_params

print(f"tied, parameters(): {once:,}")
print(f"tied, state_dict(): {twice:,}")
print(f"untied, parameters(): {own:,}")
print("one matrix under two names:", tied.lm_head.weight is tied.transformer.wte.weight)
