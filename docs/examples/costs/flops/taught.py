import torch
import torch.nn.functional as F
from torch.utils.flop_counter import FlopCounterMode, sdpa_flop_count


def grouped_mm(x, experts, *rest, out_shape=None, **options):
    return 2 * x[0] * x[1] * experts[-1]  # each row meets one expert


def attention(query, key, value, *rest, out_shape=None, **options):
    return sdpa_flop_count(query, key, value)  # shapes


formulas = {
    torch.ops.aten._grouped_mm: grouped_mm,
    torch.ops.aten._scaled_dot_product_flash_attention_for_cpu: attention,
}
x = torch.ones(4, 16, dtype=torch.bfloat16)
experts = torch.ones(2, 16, 32, dtype=torch.bfloat16)
ends = torch.tensor([1, 4], dtype=torch.int32)
q, k, v = torch.ones(3, 1, 2, 8, 16)

for name, run in [
    ("grouped_mm", lambda: F.grouped_mm(x, experts, offs=ends)),
    ("attention, CPU", lambda: F.scaled_dot_product_attention(q, k, v)),
]:
    with FlopCounterMode(display=False, custom_mapping=formulas) as counter:
        run()
    print(f"{name}: {counter.get_total_flops():,}")
