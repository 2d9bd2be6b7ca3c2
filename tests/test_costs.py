"""The formulas against what PyTorch allocates, counts and keeps, and against published integers."""

import inspect
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
import sympy
import torch
from ffn_snippets import costs
from ffn_snippets.feed_forward import ACTIVATIONS, FeedForward
from ffn_snippets.gated_feed_forward import GATES, GatedFeedForward
from ffn_snippets.mixture_of_experts import Experts, MixtureOfExperts, swiglu
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.measure import flops, numel, operations, saved_bytes
from torch import nn
from torch.nn.functional import scaled_dot_product_attention, softmax
from torch.utils.checkpoint import checkpoint

sizes = st.integers(1, 48)
small = st.integers(1, 6)
tokens = st.integers(0, 20)
flags = st.booleans()


def layer(d_model, d_ff, gated, bias=False):
    return (GatedFeedForward if gated else FeedForward)(d_model, d_ff, bias=bias)


@given(sizes, sizes, flags, flags)
def test_ffn_params_are_those_that_torch_allocates(d_model, d_ff, gated, bias):
    assert costs.ffn_params(d_model, d_ff, gated=gated, bias=bias) == numel(layer(d_model, d_ff, gated, bias))


@given(tokens, sizes, sizes, flags, flags)
def test_ffn_flops_are_those_that_torch_counts(n, d_model, d_ff, gated, bias):
    x = torch.ones(n, d_model)
    assert costs.ffn_flops(n, d_model, d_ff, gated=gated) == flops(layer(d_model, d_ff, gated, bias), x)


@st.composite
def layers_of_experts(draw):
    """(d_model, d_ff, n_experts, top_k), options of the shared expert, options of biases."""
    n_experts = draw(small)
    positional = draw(small), draw(small), n_experts, draw(st.integers(1, n_experts))
    shared_d_ff = draw(st.integers(0, 5))
    shared = {"shared_d_ff": shared_d_ff, "shared_gate": shared_d_ff > 0 and draw(flags)}
    return positional, shared, {"bias": draw(flags), "router_bias": draw(flags)}


@given(layers_of_experts())
def test_moe_params_are_those_that_torch_allocates(drawn):
    (d_model, d_ff, n_experts, top_k), shared, biases = drawn
    module = MixtureOfExperts(d_model, d_ff, n_experts, top_k, **shared, **biases)
    assert costs.moe_params(d_model, d_ff, n_experts, **shared, **biases) == numel(module)
    unselected = sum(p[top_k:].numel() for p in module.experts.parameters())
    active = costs.moe_active_params(d_model, d_ff, n_experts, top_k, **shared, **biases)
    assert active == numel(module) - unselected


@given(tokens, layers_of_experts())
def test_moe_flops_are_those_that_torch_counts(n, drawn):
    positional, shared, biases = drawn
    module = MixtureOfExperts(*positional, **shared, **biases)
    assert costs.moe_flops(n, *positional, **shared) == flops(module, torch.randn(n, positional[0]))


def test_experts_without_a_gate_have_two_matrices():
    experts = [FeedForward(8, 12, bias=False) for _ in range(4)]
    router = nn.Linear(8, 4, bias=False)
    assert costs.moe_params(8, 12, 4, gated=False) == sum(map(numel, experts)) + numel(router)
    x = torch.ones(5, 8)
    assert costs.moe_flops(5, 8, 12, 4, 3, gated=False) == 3 * flops(experts[0], x) + flops(router, x)


@given(tokens, sizes, sizes, flags, flags)
def test_elementwise_flops_are_what_torch_computes_outside_the_products(n, d_model, d_ff, gated, bias):
    work = operations(layer(d_model, d_ff, gated, bias), torch.ones(n, d_model)).elementwise
    assert costs.elementwise_flops(n, d_model, d_ff, gated=gated, bias=bias) == work


@given(small, small, flags)
def test_attention_params_are_those_that_torch_allocates(heads, head_width, bias):
    d_model = heads * head_width
    module = nn.MultiheadAttention(d_model, heads, bias=bias)
    assert costs.attention_params(d_model, bias=bias) == numel(module)


@given(sizes, small, small, small, flags)
def test_grouped_attention_has_narrower_keys_and_values(d_model, head_width, groups, per_group, bias):
    d_q, d_kv = groups * per_group * head_width, groups * head_width
    q, out = nn.Linear(d_model, d_q, bias=bias), nn.Linear(d_q, d_model, bias=bias)
    k, v = (nn.Linear(d_model, d_kv, bias=bias) for _ in range(2))
    assert costs.attention_params(d_model, d_q=d_q, d_kv=d_kv, bias=bias) == sum(map(numel, (q, k, v, out)))


@given(st.integers(1, 20), small, small, small, small, flags)
def test_attention_flops_are_those_that_torch_counts(n, d_model, head_width, groups, per_group, causal):
    heads, d_kv = groups * per_group, groups * head_width
    d_q = heads * head_width
    w_q, w_k, w_v, w_o = (torch.randn(d_model, width) for width in (d_q, d_kv, d_kv, d_q))

    def attention(x):
        q = (x @ w_q).view(n, heads, head_width).transpose(0, 1)
        k, v = (
            (x @ w).view(n, groups, head_width).transpose(0, 1).repeat_interleave(per_group, 0) for w in (w_k, w_v)
        )
        if not causal:
            return (softmax(q @ k.mT, dim=-1) @ v).transpose(0, 1).reshape(n, d_q) @ w_o.T
        rows = []  # each token looks at itself and those before it, and nothing else is computed
        for i in range(n):
            scores = q[:, i : i + 1] @ k[:, : i + 1].mT * head_width**-0.5
            rows.append(softmax(scores, dim=-1) @ v[:, : i + 1])
        mixed = torch.cat(rows, dim=1)
        torch.testing.assert_close(mixed, scaled_dot_product_attention(q, k, v, is_causal=True), rtol=1e-3, atol=1e-4)
        return mixed.transpose(0, 1).reshape(n, d_q) @ w_o.T

    x = torch.randn(n, d_model)
    counted = flops(attention, x)
    if causal:  # the comparison itself was counted too
        counted -= flops(lambda q: scaled_dot_product_attention(q, q, q, is_causal=True), torch.ones(heads, n, head_width))
    assert costs.attention_flops(n, d_model, d_q=d_q, d_kv=d_kv, causal=causal) == counted


@given(st.integers(1, 20), sizes, sizes, flags, flags)
def test_training_flops_are_those_that_torch_counts(n, d_model, d_ff, gated, recompute):
    module = layer(d_model, d_ff, gated)
    x = torch.ones(n, d_model, requires_grad=True)

    def step():
        y = checkpoint(module, x, use_reentrant=False) if recompute else module(x)
        y.sum().backward()

    forward = costs.ffn_flops(n, d_model, d_ff, gated=gated)
    # torch recomputes only until it has what it needs; the last product's result is not needed
    spared = 2 * n * d_model * d_ff if recompute else 0
    assert costs.training_flops(forward, recompute=recompute) - spared == flops(step)


TORCH_DTYPES = {"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16}
TORCH_DTYPES |= {"fp8": torch.float8_e4m3fn, "int8": torch.int8}


@given(st.integers(0, 1000), st.sampled_from(sorted(TORCH_DTYPES)))
def test_weight_bytes_are_those_that_torch_stores(n, name):
    tensor = torch.empty(n, dtype=TORCH_DTYPES[name])
    assert costs.weight_bytes(n, name) == tensor.numel() * tensor.element_size()


def test_two_int4_weights_share_a_byte():
    assert [costs.weight_bytes(n, "int4") for n in range(5)] == [0, 1, 1, 2, 2]


@pytest.mark.parametrize("activation", [*ACTIVATIONS, *GATES])
@given(st.integers(1, 20), sizes, sizes, flags, flags, st.sampled_from(["fp32", "fp16", "bf16"]))
def test_saved_activations_are_those_that_autograd_keeps(activation, n, d_model, d_ff, bias, leaf, dtype):
    if activation in GATES:
        module = GatedFeedForward(d_model, d_ff, variant=activation, bias=bias)
    else:
        module = FeedForward(d_model, d_ff, activation=activation, bias=bias)
    x = torch.randn(n, d_model, dtype=TORCH_DTYPES[dtype], requires_grad=leaf)
    kept = costs.saved_activation_bytes(n, d_model, d_ff, activation=activation, dtype=dtype)
    assert kept == saved_bytes(module.to(x.dtype), x)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=5), small, small)
def test_experts_keep_as_much_as_one_layer_for_all_their_tokens(numbers, d_model, d_ff):
    n = sum(numbers)
    assume(n)
    experts = Experts(d_model, d_ff, len(numbers), glu=swiglu, bias=False)
    kept = saved_bytes(experts, torch.randn(n, d_model), numbers)
    assert kept == costs.saved_activation_bytes(n, d_model, d_ff, activation="swiglu", dtype="fp32")


@given(st.integers(1, 20), sizes, sizes, flags, st.sampled_from(["fp32", "bf16", "int8"]))
def test_bytes_moved_are_those_of_the_matrix_products(n, d_model, d_ff, gated, dtype):
    products = operations(layer(d_model, d_ff, gated), torch.ones(n, d_model)).products
    values = sum(map(sum, products))
    if gated:  # gate and up as one product read their input once
        values -= n * d_model
    moved = costs.ffn_bytes_moved(n, d_model, d_ff, gated=gated, dtype=dtype)
    assert moved == costs.weight_bytes(values, dtype)
    weights = sum(matrix for _, matrix, _ in products)
    with pytest.raises(TypeError, match="^activation_dtype must be one of fp32, fp16, bf16, fp8, int8, got None"):
        costs.ffn_bytes_moved(n, d_model, d_ff, dtype="int4")
    mixed = costs.ffn_bytes_moved(n, d_model, d_ff, gated=gated, dtype="int4", activation_dtype=dtype)
    assert mixed == costs.weight_bytes(weights, "int4") + costs.weight_bytes(values - weights, dtype)


@given(st.integers(1, 20), small, small, st.integers(0, 5), flags, st.sampled_from(["fp32", "fp16", "fp8"]))
def test_experts_that_all_are_used_move_all_their_weights(n, d_model, d_ff, shared_d_ff, gated, dtype):
    experts = 3
    moved = costs.moe_bytes_moved(n, d_model, d_ff, experts, experts, gated=gated, shared_d_ff=shared_d_ff, dtype=dtype)
    alone = operations(layer(d_model, d_ff, gated), torch.ones(n, d_model)).products * experts
    alone += operations(nn.Linear(d_model, experts, bias=False), torch.ones(n, d_model)).products
    inputs_read_twice = experts
    if shared_d_ff:
        alone += operations(layer(d_model, shared_d_ff, gated), torch.ones(n, d_model)).products
        inputs_read_twice += 1
    values = sum(map(sum, alone)) - (inputs_read_twice * n * d_model if gated else 0)
    assert moved == pytest.approx(costs.weight_bytes(values, dtype), rel=1e-12)


def test_few_tokens_move_the_weights_of_few_experts():
    # Mixtral 8x7B, one token: two of eight experts, and the router
    one = costs.moe_bytes_moved(1, 4096, 14336, 8, 2, dtype="bf16")
    weights = 2 * (2 * 3 * 4096 * 14336 + 4096 * 8)
    assert weights < one < 1.001 * weights
    many = costs.moe_bytes_moved(64, 4096, 14336, 8, 2, dtype="bf16")
    assert many / one == pytest.approx(8 / 2, rel=0.05)


def test_intensity_of_few_tokens_is_their_number():
    for n in (1, 8, 32):
        work = costs.ffn_flops(n, 8192, 28672, gated=True)
        moved = costs.ffn_bytes_moved(n, 8192, 28672, gated=True, dtype="bf16")
        assert costs.arithmetic_intensity(work, moved) == pytest.approx(n, rel=0.02)


def test_a_layer_of_experts_needs_more_tokens_for_the_same_intensity():
    def intensity(n):
        moved = costs.moe_bytes_moved(n, 7168, 2048, 256, 8, dtype="bf16")
        return costs.arithmetic_intensity(costs.moe_flops(n, 7168, 2048, 256, 8), moved)

    assert intensity(100 * 256 // 8) == pytest.approx(100, rel=0.2)
    assert intensity(100) < 100 / 8


def test_the_roofline_has_two_sides():
    machine = {"peak_flops_per_second": 100e12, "bandwidth": 1e12}  # 100 FLOPs in the time of a byte
    assert costs.roofline_seconds(10**12, 10**9, **machine) == pytest.approx(0.01)  # intensity 1000
    assert costs.roofline_seconds(10**9, 10**9, **machine) == pytest.approx(0.001)  # intensity 1
    assert costs.roofline_seconds(10**11, 10**9, **machine) == pytest.approx(0.001)  # on the edge
    assert costs.roofline_seconds(0, 10**9, **machine) == pytest.approx(0.001)


@given(st.integers(0, 3), st.integers(1, 5), st.data())
def test_distinct_experts_are_the_mean_over_all_choices(n, n_experts, data):
    top_k = data.draw(st.integers(1, n_experts))
    choices = list(itertools.combinations(range(n_experts), top_k))
    together = [len(set().union(*made)) for made in itertools.product(choices, repeat=n)]
    assert costs.distinct_experts(n, n_experts, top_k) == pytest.approx(Fraction(sum(together), len(together)))


@pytest.mark.parametrize(
    "value, published",
    [
        (costs.ffn_params(768, 3072), 4_722_432),
        (costs.attention_params(768, bias=False), 2_359_296),
        (costs.attention_params(768), 2_362_368),
        (costs.ffn_params(4096, 11008, gated=True, bias=False), 135_266_304),
        (costs.ffn_flops(512, 768, 3072), 4_831_838_208),
        (costs.attention_flops(512, 768), 3_221_225_472),
        (costs.weight_bytes(4_722_432, "fp32"), 18_889_728),
        # LLaMA-7B, attention and FFN matrices of all 32 layers
        (32 * (costs.attention_params(4096, bias=False) + costs.ffn_params(4096, 11008, gated=True, bias=False)), 6_476_005_376),
        # Mixtral 8x7B, DeepSeek-V3 and gpt-oss-20b: all routed layers
        (32 * costs.moe_params(4096, 14336, 8), 45_098_205_184),
        (58 * costs.moe_params(7168, 2048, 256, shared_d_ff=2048), 657_758_617_600 - 3 * 3 * 7168 * 18432),
        (24 * costs.moe_params(2880, 2880, 32, bias=True, router_bias=True), 19_119_145_728),
        # the hidden widths of LLaMA 7B and 13B, Llama-3 8B, 70B and 405B
        (costs.llama_d_ff(4096), 11008),
        (costs.llama_d_ff(5120), 13824),
        (costs.llama_d_ff(4096, multiplier=1.3, multiple_of=1024), 14336),
        (costs.llama_d_ff(8192, multiplier=1.3, multiple_of=4096), 28672),
        (costs.llama_d_ff(16384, multiplier=1.2, multiple_of=4096), 53248),
        (costs.llama_d_ff(6656), 17920),
        (costs.llama_d_ff(4096, multiplier=1.3, multiple_of=1), 14198),
        (costs.llama_d_ff(8192), 22016),
    ],
)
def test_published_integers(value, published):
    assert value == published


@pytest.mark.parametrize(
    "choice, expected",
    [((1, 8, 2), 2), ((4, 8, 2), 5.47), ((16, 8, 2), 7.92), ((1, 256, 8), 8), ((32, 256, 8), 163.3), ((128, 256, 8), 251.6)],
)
def test_published_distinct_experts(choice, expected):
    assert costs.distinct_experts(*choice) == pytest.approx(expected, abs=0.05)


D, F, N, E, K, S = sympy.symbols("D F N E K S", integer=True, positive=True)


@pytest.mark.parametrize(
    "formula, expected",
    [
        (costs.ffn_params(D, F), 2 * D * F + F + D),
        (costs.ffn_params(D, F, gated=True), 3 * D * F + 2 * F + D),
        (costs.ffn_params(D, F, gated=True, bias=False), 3 * D * F),
        (costs.moe_params(D, F, E), 3 * D * F * E + D * E),
        (costs.moe_params(D, F, E, bias=True, router_bias=True), E * (3 * D * F + 2 * F + D) + D * E + E),
        (costs.moe_params(D, F, E, shared_d_ff=S, shared_gate=True), 3 * D * F * E + 3 * D * S + D * E + D),
        (costs.moe_params(D, F, E, gated=False), 2 * D * F * E + D * E),
        (costs.moe_active_params(D, F, E, K, shared_d_ff=S), 3 * D * F * K + 3 * D * S + D * E),
        (costs.ffn_flops(N, D, F), 4 * N * D * F),
        (costs.ffn_flops(N, D, F, gated=True), 6 * N * D * F),
        (costs.moe_flops(N, D, F, E, K), 6 * N * K * D * F + 2 * N * D * E),
        (costs.elementwise_flops(N, D, F), N * (2 * F + D)),
        (costs.elementwise_flops(N, D, F, gated=True, bias=False), 2 * N * F),
        (costs.attention_params(D), 4 * D**2 + 4 * D),
        (costs.attention_params(D, d_kv=S, bias=False), 2 * D**2 + 2 * D * S),
        (costs.attention_flops(N, D), 8 * N * D**2 + 4 * N**2 * D),
        (costs.attention_flops(N, D, causal=True), 8 * N * D**2 + 2 * N * (N + 1) * D),
        (costs.training_flops(costs.ffn_flops(N, D, F)), 12 * N * D * F),
        (costs.weight_bytes(N, "bf16"), 2 * N),
        (costs.ffn_bytes_moved(N, D, F, dtype="bf16"), 2 * (2 * D * F + N * (2 * D + 2 * F))),
        (costs.ffn_bytes_moved(N, D, F, gated=True, dtype="fp8"), 3 * D * F + N * (2 * D + 3 * F)),
        (costs.saved_activation_bytes(N, D, F, activation="swiglu", dtype="bf16"), 2 * N * (D + 4 * F)),
        (costs.distinct_experts(N, E, K), E * (1 - (1 - K / E) ** N)),
    ],
)
def test_symbols_give_the_formula(formula, expected):
    assert sympy.expand(formula - expected) == 0


PUBLIC = [
    f
    for name, f in inspect.getmembers(costs, inspect.isfunction)
    if not name.startswith("_") and f.__module__ == costs.__name__
]
GOOD = {
    **{"d_model": 768, "d_ff": 3072, "n_tokens": 512, "n_params": 10, "n_experts": 8, "top_k": 2, "shared_d_ff": 64},
    **{"gated": True, "bias": True, "shared_gate": True, "router_bias": True, "causal": True, "recompute": True},
    **{"d_q": 768, "d_kv": 192, "multiplier": 1.3, "multiple_of": 256, "forward": 1000, "flops": 10**12},
    **{"bytes_moved": 10**9, "peak_flops_per_second": 100e12, "bandwidth": 1e12},
    **{"dtype": "bf16", "activation_dtype": "fp32", "activation": "swiglu"},
}
FLAGS = {name for name, value in GOOD.items() if value is True}
NAMES = {name for name, value in GOOD.items() if isinstance(value, str)}
RATES = {"multiplier", "forward", "flops", "bytes_moved", "peak_flops_per_second", "bandwidth"}
MAY_BE_ZERO = {"n_tokens", "n_params", "shared_d_ff", "forward", "flops"}
MAY_BE_NONE = {"d_q", "d_kv", "activation_dtype"}
ARGUMENTS = [(f, name) for f in PUBLIC for name in inspect.signature(f).parameters]


def bad_values(name):
    """Pairs of a value and the error it must raise."""
    wrong_type = [None] if name not in MAY_BE_NONE else []
    wrong_value = []
    if name in FLAGS:
        wrong_type += ["yes", 1]
    elif name in NAMES:
        wrong_type += [4, torch.float32, np.array(["bf16", "swiglu"]), ["bf16"]]
        wrong_value += ["float", ""]
    else:
        wrong_type += ["768", True, 1j, torch.ones(2), np.ones(2)]
        wrong_value += [-1] if name in MAY_BE_ZERO else [-1, 0]
        if name in RATES:
            wrong_value += [float("nan"), math.inf]
        else:
            wrong_type += [1.5, float("nan"), torch.tensor(True), np.True_, sympy.Rational(1, 2), sympy.Matrix([D])]
            wrong_value += [sympy.Symbol("s", integer=False), sympy.Symbol("s", negative=True)]
    return [(value, TypeError) for value in wrong_type] + [(value, ValueError) for value in wrong_value]


@pytest.mark.parametrize("function, name", ARGUMENTS, ids=lambda a: getattr(a, "__name__", a))
def test_a_bad_argument_is_named_with_its_value(function, name):
    good = {key: GOOD[key] for key in inspect.signature(function).parameters}
    function(**good)
    for value, error in bad_values(name):
        if repr(value) == "0" and (function, name) == (costs.roofline_seconds, "bytes_moved"):
            continue  # no bytes take no time, but have no intensity
        with pytest.raises(error) as raised:
            function(**{**good, name: value})
        assert str(raised.value).startswith(f"{name} must ") and repr(value) in str(raised.value)


@pytest.mark.parametrize("function", PUBLIC, ids=lambda f: f.__name__)
@given(data=st.data())
def test_symbols_and_integers_agree(function, data):
    """The formula, made with symbols and then given numbers, is what the function gives for the numbers."""
    numbers, options = {}, {}
    for name in inspect.signature(function).parameters:
        if name in FLAGS:
            options[name] = data.draw(flags, name)
        elif name in NAMES:
            options[name] = GOOD[name]
        else:
            numbers[name] = data.draw(st.integers(1, 10**6), name)
    if "top_k" in numbers:
        numbers["top_k"] = min(numbers["top_k"], numbers["n_experts"])
    if function is costs.distinct_experts or function is costs.moe_bytes_moved:
        numbers["n_tokens"] %= 100
    symbols = {name: sympy.Symbol(name, integer=True, positive=True) for name in numbers}
    formula = function(**symbols, **options)
    value = formula.subs({symbols[name]: number for name, number in numbers.items()})
    expected = function(**numbers, **options)
    if isinstance(expected, int):
        assert value == expected
    else:
        assert float(value) == pytest.approx(expected, rel=1e-9)


def test_an_unknown_dtype_is_answered_with_the_known_ones():
    with pytest.raises(ValueError, match="fp32, fp16, bf16, fp8, int8, int4, got 'float'"):
        costs.weight_bytes(1, "float")


def test_what_contradicts_itself_is_named():
    with pytest.raises(ValueError, match="^top_k must be at most n_experts=8, got 9"):
        costs.moe_flops(1, 8, 8, 8, 9)
    with pytest.raises(ValueError, match="^top_k must be at most n_experts=2, got 3"):
        costs.distinct_experts(1, 2, 3)
    with pytest.raises(ValueError, match="^multiplier must leave a width, got 0.1"):
        costs.llama_d_ff(1, multiplier=0.1)
    with pytest.raises(ValueError, match="^flops must stand for a positive number, got f"):
        costs.roofline_seconds(sympy.Symbol("f", negative=True), 1, peak_flops_per_second=1, bandwidth=1)
    with pytest.raises(ValueError, match="^shared_gate must be False without shared_d_ff"):
        costs.moe_params(8, 8, 8, shared_gate=True)
    with pytest.raises(ValueError, match="^dtype must be one of fp32, fp16, bf16, got 'int8'"):
        costs.saved_activation_bytes(1, 8, 8, activation="relu", dtype="int8")


def test_no_tokens_cost_nothing():
    assert costs.ffn_flops(0, 768, 3072) == costs.attention_flops(0, 768) == costs.moe_flops(0, 8, 8, 8, 2) == 0
    assert costs.elementwise_flops(0, 8, 8) == costs.distinct_experts(0, 8, 2) == costs.training_flops(0) == 0


@pytest.mark.parametrize("function", PUBLIC, ids=lambda f: f.__name__)
@pytest.mark.parametrize("kind", [np.int32, lambda n: torch.tensor(n, dtype=torch.int32)])
def test_other_integers_count_like_ints_and_do_not_overflow(function, kind):
    sizes = {name: GOOD[name] for name in inspect.signature(function).parameters}
    for name, value in sizes.items():
        if type(value) is int and name not in RATES:
            sizes[name] = 2**20 if name in ("n_tokens", "d_model", "d_ff", "n_experts", "n_params") else value
    others = {name: kind(v) if type(v) is int and name not in RATES else v for name, v in sizes.items()}
    result = function(**others)
    assert result == function(**sizes) and type(result) in (int, float)


@pytest.mark.parametrize("number", [np.float32(3), np.int64(3), Fraction(3), sympy.Integer(3), sympy.Float(3), 3.0])
def test_other_numbers_count_like_pythons(number):
    assert float(costs.arithmetic_intensity(number, 2)) == 1.5 and float(costs.training_flops(number)) == 9
    assert float(costs.roofline_seconds(1, number, peak_flops_per_second=1, bandwidth=2)) == 1.5
    n = sympy.Symbol("n")
    assert costs.arithmetic_intensity(costs.ffn_flops(n, 1, 1).subs(n, 3), 2) == 6
    assert costs.training_flops(np.int32(2**30)) == 3 * 2**30 and costs.training_flops(1e20) == 3e20


def test_symbols_without_assumptions_are_whole_numbers_too():
    d, f = sympy.symbols("d f")
    assert costs.ffn_flops(1, d, f) == 4 * d * f
