import math
import torch
import torch.nn.functional as F

z = torch.tensor([-4.0, -7.0, -10.0], dtype=torch.float64)
for dtype in (torch.float64, torch.float32, torch.bfloat16):
    zero = F.gelu(z.to(dtype)) == 0
    print(f"{str(dtype).removeprefix('torch.')}, zero at -4, -7, -10:", end=" ")
    print(*("yes" if is_zero else "no" for is_zero in zero))

# Φ(z) is (1 + erf(z / √2)) / 2, and also erfc(-z / √2) / 2: no digits are lost there.
exact = -7 * math.erfc(7 / math.sqrt(2)) / 2
in_float32 = -7 * torch.erfc(torch.tensor(7 / math.sqrt(2))) / 2
print(f"GELU(-7) with erfc: {exact:.2e}, in float32: {in_float32.item():.2e}")
