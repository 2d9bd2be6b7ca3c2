import torch
from transformers import MixtralConfig, OlmoeConfig
from transformers.models.mixtral.modeling_mixtral import MixtralTopKRouter
from transformers.models.olmoe.modeling_olmoe import OlmoeTopKRouter

sizes = {"hidden_size": 16, "num_experts_per_tok": 2}
mixtral, olmoe = MixtralConfig(**sizes), OlmoeConfig(**sizes)


def expert_weights(x, router, config):
    scores = (x @ router.weight.T).softmax(-1)
    weights = scores.topk(config.num_experts_per_tok)[0]
    if getattr(config, "norm_topk_prob", True):
        weights = weights / weights.sum(-1, keepdim=True)
    return weights


torch.manual_seed(0)
x = torch.randn(10, 16)
for config, kind in [(mixtral, MixtralTopKRouter), (olmoe, OlmoeTopKRouter)]:
    router = kind(config)
    torch.nn.init.normal_(router.weight, std=0.3)
    ours, right = expert_weights(x, router, config), router(x)[1]
    sums = f"sum {ours[0].sum():.2f}, reference {right[0].sum():.2f}"
    assert torch.allclose(ours, right), f"{config.model_type}: {sums}"
    print(f"{config.model_type}: {sums}")
