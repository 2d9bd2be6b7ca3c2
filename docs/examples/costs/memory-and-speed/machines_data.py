"""Published peak and bandwidth of two accelerators, per second: FLOPs and bytes."""

import json

# From the datasheets, column SXM. The peak in bf16 is that with 2:4 sparsity: weights
# which half are zero. Dense weights reach half of it.
machines = {
    "H100 SXM": {
        "sparse_peak": 1979 * 10**12,
        "bandwidth": 3350 * 10**9,
        "source": "https://resources.nvidia.com/en-us-tensor-core/"
        "nvidia-tensor-core-gpu-datasheet",
    },
    "A100 80GB SXM": {
        "sparse_peak": 624 * 10**12,
        "bandwidth": 2039 * 10**9,
        "source": "https://www.nvidia.com/content/dam/en-zz/Solutions/Data-Center/a100/"
        "pdf/nvidia-a100-datasheet-us-nvidia-1758950-r4-web.pdf",
    },
}
for machine in machines.values():
    machine["peak"] = machine["sparse_peak"] // 2
    machine["balance"] = float(f"{machine['peak'] / machine['bandwidth']:.3g}")
print(json.dumps(machines, indent=1))
