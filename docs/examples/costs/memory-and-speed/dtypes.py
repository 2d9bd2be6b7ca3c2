import torch
from ffn_snippets.costs import weight_bytes

n_params = 1000
for name, dtype in [
    ("fp32", torch.float32),
    ("bf16", torch.bfloat16),
    ("fp8", torch.float8_e4m3fn),
    ("int8", torch.int8),
]:
    stored = torch.empty(n_params, dtype=dtype)
    assert stored.nbytes == weight_bytes(n_params, name)
    print(f"{name}: {stored.nbytes} bytes")

# No CPU addresses half a byte: two weights of four bits share one.
weights = torch.randint(16, (n_params,), dtype=torch.uint8)
packed = weights[0::2] << 4 | weights[1::2]
assert torch.equal(torch.stack([packed >> 4, packed & 15], 1).flatten(), weights)
assert packed.nbytes == weight_bytes(n_params, "int4")
print(f"int4: {packed.nbytes} bytes")
