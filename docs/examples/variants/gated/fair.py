from ffn_snippets.costs import ffn_params
from transformers import T5Config
from transformers.models.t5.modeling_t5 import T5DenseActDense, T5DenseGatedActDense


def count(layer):
    return sum(p.numel() for p in layer.parameters())


t5 = count(T5DenseActDense(T5Config(d_model=768, d_ff=3072)))
gelu = {"d_model": 768, "feed_forward_proj": "gated-gelu"}
t5_1_1 = count(T5DenseGatedActDense(T5Config(d_ff=2048, **gelu)))
too_wide = count(T5DenseGatedActDense(T5Config(d_ff=3072, **gelu)))

assert t5 == ffn_params(768, 3072, bias=False)
assert t5_1_1 == ffn_params(768, 2048, gated=True, bias=False)
print(f"T5, two matrices, d_ff 3072: {t5:,}")
print(f"T5 1.1, three matrices, d_ff 2048: {t5_1_1:,}")
print(f"three matrices, d_ff 3072: {too_wide:,}")
print(f"times as many as T5: {too_wide / t5:.2f}")
