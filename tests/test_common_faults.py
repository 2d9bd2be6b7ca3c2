"""Faults found in public code, put in on purpose: the other tests must see each of them.

Each fault replaces something correct by the wrong version, and names a test that then fails.
"""

import dataclasses

import pytest
import torch
import torch.nn.functional as F
from ffn_snippets import costs, hf_config, mixture_of_experts
from ffn_snippets.feed_forward import ACTIVATIONS
from ffn_snippets.gated_feed_forward import GATES
from ffn_snippets.mixture_of_experts import Experts, MixtureOfExperts, Router
from ffn_snippets.models import MODELS, from_hf_config
from tests import test_costs, test_hf_config, test_layers, test_mixture_of_experts
from tests.measure import flops
from torch import nn
from transformers import LlamaConfig
from transformers.models.llama.modeling_llama import LlamaMLP


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def same_as(family):
    """The comparison with the module of transformers."""
    module = test_mixture_of_experts if family in test_mixture_of_experts.FAMILIES else test_layers
    return lambda: module.test_equals_the_module_of_transformers(family)


def clamped(below=None, up_limit=7.0, alpha=1.702, shift=1):
    def glu(gate, up):
        gate = gate.clamp(below, 7.0)
        up = up if up_limit is None else up.clamp(-up_limit, up_limit)
        return gate * torch.sigmoid(alpha * gate) * (up + shift)

    return glu


WRONG_GATES = {
    "silu of the product": ("swiglu", lambda gate, up: F.silu(gate * up), test_layers.llama),
    "gate applied twice": ("swiglu", lambda gate, up: F.silu(gate) * gate * up, test_layers.llama),
    "gate and up exchanged": ("swiglu", lambda gate, up: F.silu(up) * gate, test_layers.llama),
    "no gate": ("swiglu", lambda gate, up: F.silu(up), test_layers.llama),
    "erf for tanh": ("geglu_tanh", GATES["geglu"], test_layers.gemma),
    "clamped from below too": ("clamped_swiglu", clamped(below=-7.0), test_layers.gpt_oss),
    "up not clamped": ("clamped_swiglu", clamped(up_limit=None), test_layers.gpt_oss),
    "no alpha": ("clamped_swiglu", clamped(alpha=1.0), test_layers.gpt_oss),
    "up without 1": ("clamped_swiglu", clamped(shift=0), test_layers.gpt_oss),
}


@pytest.mark.parametrize("fault", WRONG_GATES)
def test_a_wrong_gate_is_seen(fault, monkeypatch):
    name, wrong, family = WRONG_GATES[fault]
    same_as(family)()
    monkeypatch.setitem(GATES, name, wrong)
    with pytest.raises(AssertionError):
        same_as(family)()


@pytest.mark.parametrize("name, other", [("gelu", "gelu_tanh"), ("gelu_tanh", "gelu")])
def test_the_other_gelu_is_seen(name, other, monkeypatch):
    monkeypatch.setitem(ACTIVATIONS, name, ACTIVATIONS[other])
    with pytest.raises(AssertionError):
        same_as({"gelu": test_layers.bert, "gelu_tanh": test_layers.gpt2}[name])()


def test_gate_and_up_in_halves_are_seen_where_they_take_turns(monkeypatch):
    def halves(state):
        ours = right(state)
        both = state["experts.gate_up_proj"].mT
        return {**ours, "experts.gate": both.chunk(2, 1)[0], "experts.up": both.chunk(2, 1)[1]}

    right = test_mixture_of_experts.from_gpt_oss
    monkeypatch.setattr(test_mixture_of_experts, "from_gpt_oss", halves)
    with pytest.raises(AssertionError):
        same_as(test_mixture_of_experts.gpt_oss)()


def wrong_router(change):
    right = Router.forward

    def forward(self, x):
        return change(self, x, right(self, x))

    return forward


def always_normalized(router, x, routing):
    return routing._replace(weights=routing.weights / routing.weights.sum(-1, keepdim=True))


def over_the_tokens(router, x, routing):
    scores = routing.logits.softmax(0)
    weights = scores.gather(-1, routing.experts)
    return routing._replace(weights=weights / weights.sum(-1, keepdim=True))


def corrected_weights(router, x, routing):
    weights = (routing.scores + router.correction).gather(-1, routing.experts)
    return routing._replace(weights=router.scale * weights / weights.sum(-1, keepdim=True))


def correction_ignored(router, x, routing):
    experts = routing.scores.topk(router.top_k).indices
    return routing._replace(experts=experts, weights=routing.scores.gather(-1, experts))


def not_scaled(router, x, routing):
    return routing._replace(weights=routing.weights / router.scale)


@pytest.mark.parametrize(
    "change, seen_by",
    [
        (always_normalized, same_as(test_mixture_of_experts.olmoe)),
        (always_normalized, test_mixture_of_experts.test_softmax_before_or_after_the_selection_is_the_same_once_normalised),
        (over_the_tokens, same_as(test_mixture_of_experts.mixtral)),
        (corrected_weights, same_as(test_mixture_of_experts.deepseek_v3_without_groups)),
        (corrected_weights, test_mixture_of_experts.test_the_correction_chooses_and_does_not_weigh),
        (correction_ignored, same_as(test_mixture_of_experts.deepseek_v3)),
        (not_scaled, same_as(test_mixture_of_experts.deepseek_v2)),
    ],
)
def test_a_wrong_routing_is_seen(change, seen_by, monkeypatch):
    seen_by()
    monkeypatch.setattr(Router, "forward", wrong_router(change))
    with pytest.raises(AssertionError):
        seen_by()


def test_ungrouped_selection_is_seen(monkeypatch):
    monkeypatch.setattr(Router, "_in_best_groups", lambda self, choice: choice)
    with pytest.raises(AssertionError):
        same_as(test_mixture_of_experts.deepseek_v3)()


def test_a_dropped_token_that_keeps_its_input_is_seen(monkeypatch):
    """p · x in place of zero."""
    right = MixtureOfExperts.forward

    def forward(self, x):
        y = right(self, x)
        dropped = (y == 0).all(-1, keepdim=True)
        return torch.where(dropped, self.router(x).weights.sum(-1, keepdim=True) * x, y)

    monkeypatch.setattr(MixtureOfExperts, "forward", forward)
    with pytest.raises(AssertionError):
        test_mixture_of_experts.test_a_dropped_token_contributes_exactly_zero()


@pytest.mark.parametrize("ratio, n, capacity", [(lambda f: (int(100 * f), 100 + 1), 20, 11), (float.as_integer_ratio, 100, 55)])
def test_another_capacity_is_seen(ratio, n, capacity, monkeypatch):
    """Somewhat less, and the factor as it is in floating point."""

    class Wrong:
        def __init__(self, text):
            self.factor = float(text)

        def as_integer_ratio(self):
            return ratio(self.factor)

    factor = {11: 1.01, 55: 1.1}[capacity]
    right = test_mixture_of_experts.test_capacity_is_rounded_up_from_the_written_factor
    right(factor, n, capacity)
    monkeypatch.setattr(mixture_of_experts, "Fraction", Wrong)
    with pytest.raises(AssertionError):
        right(factor, n, capacity)


def wrong_axis(routing):
    n_experts = routing.scores.shape[-1]
    chosen = F.one_hot(routing.experts, n_experts).to(routing.scores.dtype).sum(-2) / routing.experts.shape[-1]
    return n_experts * (chosen.mean(-1) * routing.scores.mean(-1)).sum()


def not_averaged_over_the_choices(routing):
    return mixture_of_experts.load_balancing_loss(routing) * routing.experts.shape[-1]


def without_the_factor(routing):
    return mixture_of_experts.load_balancing_loss(routing) / routing.scores.shape[-1]


@pytest.mark.parametrize("wrong", [wrong_axis, not_averaged_over_the_choices, without_the_factor])
def test_a_wrong_balancing_loss_is_seen(wrong, monkeypatch):
    test = test_mixture_of_experts.test_the_balancing_loss_of_even_routing_is_one
    test(8, 2)
    monkeypatch.setattr(test_mixture_of_experts, "load_balancing_loss", wrong)
    with pytest.raises(AssertionError):
        test(8, 2)


def test_experts_computed_for_all_tokens_are_seen(monkeypatch):
    right = Experts.forward

    def dense(self, x, sizes):
        for _ in self.gate:
            right(self, x, [len(x)] + [0] * (len(sizes) - 1))
        return right(self, x, sizes)

    monkeypatch.setattr(Experts, "forward", dense)
    with pytest.raises(AssertionError):
        test_mixture_of_experts.test_no_work_is_done_for_experts_that_were_not_chosen()


def two_matrices(d_model, d_ff, *, gated=False, bias=True):
    return 2 * d_model * d_ff + (d_ff + d_model if bias else 0)


def halved(function):
    return lambda *sizes, **options: function(*sizes, **options) // 2


def no_router(d_model, d_ff, n_experts, top_k, *, gated=True, bias=False, shared_d_ff=0, shared_gate=False, router_bias=False):
    return top_k * costs.ffn_params(d_model, d_ff, gated=gated, bias=bias)


def rounded_down(d_model, *, multiplier=1.0, multiple_of=256):
    return int(multiplier * (8 * d_model // 3)) // multiple_of * multiple_of


@pytest.mark.parametrize(
    "name, wrong, seen_by",
    [
        ("ffn_params", two_matrices, test_costs.test_ffn_params_are_those_that_torch_allocates),
        ("ffn_params", two_matrices, test_costs.test_ffn_flops_are_those_that_torch_counts),
        ("ffn_flops", halved(costs.ffn_flops), test_costs.test_ffn_flops_are_those_that_torch_counts),
        ("moe_flops", halved(costs.moe_flops), test_costs.test_moe_flops_are_those_that_torch_counts),
        ("moe_active_params", no_router, test_costs.test_moe_params_are_those_that_torch_allocates),
        ("training_flops", lambda forward, recompute: 2 * forward, test_costs.test_training_flops_are_those_that_torch_counts),
    ],
)
def test_a_wrong_formula_is_seen(name, wrong, seen_by, monkeypatch):
    monkeypatch.setattr(costs, name, wrong)
    with pytest.raises((AssertionError, BaseExceptionGroup)):
        seen_by()


def test_rounding_down_gives_another_width_for_llama_13b():
    assert costs.llama_d_ff(5120) == MODELS["LLaMA-13B"].d_ff == 13824
    assert rounded_down(5120) == 13568


def test_an_equal_width_is_no_fair_comparison():
    """At equal d_ff the gated layer has half as many weights again; at two thirds of it, the same."""
    plain = costs.ffn_params(768, 3072, bias=False)
    assert 2 * costs.ffn_params(768, 3072, gated=True, bias=False) == 3 * plain
    assert costs.ffn_params(768, 3072 * 2 // 3, gated=True, bias=False) == plain
    assert MODELS["T5 1.1 base"].d_ff * 3 == MODELS["T5 base"].d_ff * 2


def test_a_width_that_no_layer_uses_changes_nothing():
    """intermediate_size, where every layer has experts."""
    config = test_hf_config.CONFIGS["Qwen3-235B-A22B"]
    assert config["intermediate_size"] == 12288
    assert from_hf_config({**config, "intermediate_size": 1}) == from_hf_config(config)


def test_a_spelling_that_is_not_known_is_seen(monkeypatch):
    keys = {**hf_config.KEYS, "n_experts": ["num_experts"]}
    monkeypatch.setattr(hf_config, "KEYS", keys)
    for name in ("Mixtral 8x7B", "DeepSeek-V3"):
        with pytest.raises(ValueError, match="for n_experts"):
            from_hf_config(test_hf_config.CONFIGS[name])


def test_memory_goes_with_all_experts_and_work_with_the_chosen():
    model = MODELS["Mixtral 8x7B"]
    more = dataclasses.replace(model, n_experts=16, total_params=None)
    router = 32 * 4096 * 8
    assert more.ffn_weight_bytes("bf16") == 2 * model.ffn_weight_bytes("bf16")
    assert more.ffn_flops_per_token == model.ffn_flops_per_token + 2 * router


# ------------------------------------------------------------ what a counter doesn't see


def test_the_flop_counter_does_not_see_everything():
    x = torch.ones(4, 16)
    linear = nn.Linear(16, 32)
    products = 2 * 4 * 16 * 32
    assert flops(linear, x) == products  # adding the bias counts nothing
    assert flops(F.gelu, x) == flops(torch.mul, x, x) == 0
    assert flops(nn.Embedding(10, 16), torch.ones(4, dtype=torch.int64)) == 0
    assert flops(lambda x: x @ linear.weight.T, x) == flops(lambda x: torch.einsum("nd,fd->nf", x, linear.weight), x) == products
    with torch.device("meta"):
        assert flops(nn.Linear(16, 32), torch.ones(4, 16)) == products


def test_the_flop_counter_misses_grouped_products():
    x, weights = torch.ones(8, 16, dtype=torch.bfloat16), torch.ones(2, 16, 32, dtype=torch.bfloat16)
    ends = torch.tensor([3, 8], dtype=torch.int32)
    assert flops(lambda: F.grouped_mm(x, weights, offs=ends)) == 0


def test_the_flop_counter_misses_the_fused_encoder_layer():
    layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True).eval()
    x = torch.ones(1, 4, 16)
    with torch.no_grad():
        assert flops(layer, x) == 0
    assert flops(layer.train(), x) > 2 * 4 * 2 * 16 * 32


def test_training_flops_are_less_where_the_input_needs_no_gradient():
    """The first matrix then has one product in the backward pass: 2.5 times the forward pass in place of 3."""
    layer = nn.Sequential(nn.Linear(16, 64), nn.GELU(), nn.Linear(64, 16))
    forward = costs.ffn_flops(4, 16, 64)
    assert flops(lambda: layer(torch.ones(4, 16)).sum().backward()) * 2 == 5 * forward
    assert flops(lambda: layer(torch.ones(4, 16, requires_grad=True)).sum().backward()) == costs.training_flops(forward)


def test_module_hooks_miss_what_is_no_module():
    """A counter that asks nn.Linear alone sees LLaMA's layer, and nothing of the stacked experts."""

    def hooked(module, x):
        seen = []
        for part in module.modules():
            if isinstance(part, nn.Linear):
                part.register_forward_hook(lambda part, given, y: seen.append(2 * y.numel() * part.in_features))
        module(x)
        return sum(seen)

    x = torch.ones(4, 16)
    llama = LlamaMLP(LlamaConfig(hidden_size=16, intermediate_size=24, num_attention_heads=4))
    assert hooked(llama, x) == costs.ffn_flops(4, 16, 24, gated=True)
    moe = MixtureOfExperts(16, 24, 4, 2)
    assert hooked(moe, x) == 0 and flops(moe, x) == costs.moe_flops(4, 16, 24, 4, 2)


def test_a_multiply_add_is_two_flops():
    """Counters that give 1 for it are half of the numbers here."""
    one_product = flops(torch.mm, torch.ones(1, 1), torch.ones(1, 1))
    assert one_product == 2 and costs.ffn_flops(1, 1, 1) == 2 * one_product
