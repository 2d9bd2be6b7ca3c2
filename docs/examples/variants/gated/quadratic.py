import torch
from ffn_snippets.feed_forward import FeedForward
from ffn_snippets.gated_feed_forward import GATES, GatedFeedForward

torch.manual_seed(0)
a, b = torch.randn(2, 16, dtype=torch.float64)


def third_difference(layer):
    """Zero along every line for a polynomial of degree two, not for a higher one."""
    y = [layer(a + step * b) for step in range(4)]
    return (y[3] - 3 * y[2] + 3 * y[1] - y[0]).abs().max()


layers = {name: GatedFeedForward(16, 64, variant=name) for name in GATES}
layers["two matrices, ReLU"] = FeedForward(16, 64, bias=False)
layers["two matrices, GELU"] = FeedForward(16, 64, activation="gelu", bias=False)
for name, layer in layers.items():
    layer = layer.double()
    quadratic = third_difference(layer) < 1e-12
    print(f"{name}, quadratic in x: {'yes' if quadratic else 'no'}")

bilinear = layers["bilinear"]
torch.testing.assert_close(bilinear(3 * a), 9 * bilinear(a))
torch.testing.assert_close(bilinear(-a), bilinear(a))
print("bilinear, x three times as large: 9 times the result")
