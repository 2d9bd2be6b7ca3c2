import torch
from ffn_snippets.mixture_of_experts import Router, load_balancing_loss, router_z_loss

router = Router(4, 8, 2, router_bias=True)
torch.nn.init.zeros_(router.weight)
x = torch.randn(16, 4)
for shift in (0.0, 10.0):
    torch.nn.init.constant_(router.bias, shift)  # the same for each expert
    routing = router(x)
    print(f"all logits {shift:.0f}, each score: {routing.scores[0, 0].item()}")
    print(f"all logits {shift:.0f}, z-loss: {router_z_loss(routing).item():.3g}")

router_z_loss(routing).backward()
pulled = bool((router.bias.grad > 0).all())  # descent goes against the gradient
print("the z-loss pulls every logit down:", pulled)
router.zero_grad()
load_balancing_loss(router(x)).backward()
still = torch.allclose(router.bias.grad.sum(), torch.tensor(0.0), atol=1e-6)
print("the balancing loss leaves their common height alone:", still)
