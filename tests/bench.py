"""How long the layers take, as ratios of medians: `make bench`. Two threads, float32, no gradients; it tests nothing.

A layer is measured in turn with its own bare matrix products, on the same numbers of rows: a change of the machine's
speed reaches both. `make bench` lets the process keep its memory; given back to the system after each call, it costs
more time than the layers add.
"""

import random
import statistics
import time

import torch
from ffn_snippets.feed_forward import FeedForward
from ffn_snippets.gated_feed_forward import GatedFeedForward
from ffn_snippets.hf_weights import from_moe
from ffn_snippets.mixture_of_experts import MixtureOfExperts
from transformers import MixtralConfig
from transformers.models.mixtral.modeling_mixtral import MixtralSparseMoeBlock

TOKENS = 1, 16, 128, 512, 4096


def medians(functions, seconds=5.0):
    """The median time of each, called in turn, in an order that changes: each finds the caches that another has left."""
    times = {function: [] for function in functions}
    order = list(functions)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times[order[0]]) < 12:
        random.shuffle(order)
        for function in order:
            start = time.perf_counter()
            function()
            times[function].append(time.perf_counter() - start)
    return [statistics.median(times[function]) for function in functions]


def products(pairs):
    """x · Wᵀ for each pair, and nothing else."""
    return lambda: [torch.mm(x, w.T) for x, w in pairs]


def dense_ratio(layer, n):
    d_ff, d_model = layer.up.weight.shape
    x, hidden = torch.randn(n, d_model), torch.randn(n, d_ff)
    into = [layer.up.weight] if isinstance(layer, FeedForward) else [layer.gate.weight, layer.up.weight]
    bare = products([*((x, w) for w in into), (hidden, layer.down.weight)])
    taken, alone = medians([lambda: layer(x), bare])
    return taken / alone


def expert_ratios(ours, theirs, n):
    n_experts, d_ff, d_model = ours.experts.gate.shape
    x = torch.randn(1, n, d_model)
    torch.testing.assert_close(ours(x), theirs(x), rtol=1e-3, atol=1e-4)
    pairs = []
    for e, rows in enumerate(ours.router(x).experts.flatten().bincount(minlength=n_experts).tolist()):
        if rows:
            tokens, hidden = torch.randn(rows, d_model), torch.randn(rows, d_ff)
            pairs += [(tokens, ours.experts.gate[e]), (tokens, ours.experts.up[e]), (hidden, ours.experts.down[e])]
    ours_time, theirs_time, alone = medians([lambda: ours(x), lambda: theirs(x), products(pairs)])
    return ours_time / alone, theirs_time / alone


@torch.no_grad()
def main():
    torch.set_num_threads(2)
    torch.manual_seed(0)
    plain = FeedForward(768, 3072, activation="gelu")
    gated = GatedFeedForward(512, 1792)
    moe = MixtureOfExperts(512, 1792, n_experts=8, top_k=2)
    config = MixtralConfig(hidden_size=512, intermediate_size=1792, num_local_experts=8, num_experts_per_tok=2)
    config._experts_implementation = "eager"  # the loop that its own file shows
    mixtral = MixtralSparseMoeBlock(config).eval()
    for parameter in mixtral.parameters():
        torch.nn.init.normal_(parameter, std=0.02)
    moe.load_state_dict(from_moe(mixtral.state_dict()))

    print(f"torch {torch.__version__}, {torch.get_num_threads()} threads; time / time of the layer's bare matrix products")
    print(f"{'tokens':>6}  FeedForward  GatedFeedForward  MixtureOfExperts  the same in transformers")
    for n in TOKENS:
        ours, theirs = expert_ratios(moe, mixtral, n)
        print(f"{n:6}  {dense_ratio(plain, n):11.3f}  {dense_ratio(gated, n):16.3f}  {ours:16.3f}  {theirs:24.3f}", flush=True)


if __name__ == "__main__":
    main()
