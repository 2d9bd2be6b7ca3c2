"""The formulas against what PyTorch allocates and counts, and against published integers."""

import inspect

import numpy as np
import pytest
import sympy
import torch
from ffn_snippets import costs
from ffn_snippets.feed_forward import FeedForward
from ffn_snippets.gated_feed_forward import GatedFeedForward
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn
from torch.nn.functional import softmax
from torch.utils.flop_counter import FlopCounterMode

sizes = st.integers(1, 48)
flags = st.booleans()


def numel(module):
    return sum(p.numel() for p in module.parameters())


def counted(function, *inputs):
    with FlopCounterMode(display=False) as counter:
        function(*inputs)
    return counter.get_total_flops()


def layer(d_model, d_ff, gated, bias):
    return (GatedFeedForward if gated else FeedForward)(d_model, d_ff, bias=bias)


@given(sizes, sizes, flags, flags)
def test_ffn_params_are_those_that_torch_allocates(d_model, d_ff, gated, bias):
    assert costs.ffn_params(d_model, d_ff, gated=gated, bias=bias) == numel(layer(d_model, d_ff, gated, bias))


@given(st.integers(0, 20), sizes, sizes, flags, flags)
def test_ffn_flops_are_those_that_torch_counts(n, d_model, d_ff, gated, bias):
    x = torch.ones(n, d_model)
    assert costs.ffn_flops(n, d_model, d_ff, gated=gated) == counted(layer(d_model, d_ff, gated, bias), x)


@given(st.integers(1, 8), st.integers(1, 8), flags)
def test_attention_params_are_those_that_torch_allocates(heads, head_width, bias):
    d_model = heads * head_width
    module = nn.MultiheadAttention(d_model, heads, bias=bias)
    assert costs.attention_params(d_model, bias=bias) == numel(module)


@given(st.integers(1, 20), st.integers(1, 6), st.integers(1, 6))
@settings(deadline=None)
def test_attention_flops_are_those_that_torch_counts(n, heads, head_width):
    d_model = heads * head_width
    w = torch.ones(4, d_model, d_model)

    def attention(x):
        q, k, v = ((x @ w[i]).view(n, heads, head_width).transpose(0, 1) for i in range(3))
        return (softmax(q @ k.mT, dim=-1) @ v).transpose(0, 1).reshape(n, d_model) @ w[3]

    assert costs.attention_flops(n, d_model) == counted(attention, torch.ones(n, d_model))


DTYPES = {"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16, "fp8": torch.float8_e4m3fn, "int8": torch.int8}


@given(st.integers(0, 1000), st.sampled_from(sorted(DTYPES)))
def test_weight_bytes_are_those_that_torch_stores(n, name):
    tensor = torch.empty(n, dtype=DTYPES[name])
    assert costs.weight_bytes(n, name) == tensor.numel() * tensor.element_size()


def test_two_int4_weights_share_a_byte():
    assert [costs.weight_bytes(n, "int4") for n in range(5)] == [0, 1, 1, 2, 2]


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
    ],
)
def test_published_integers(value, published):
    assert value == published


D, F, N = sympy.symbols("D F N", integer=True, positive=True)


@pytest.mark.parametrize(
    "formula, expected",
    [
        (costs.ffn_params(D, F), 2 * D * F + F + D),
        (costs.ffn_params(D, F, gated=True), 3 * D * F + 2 * F + D),
        (costs.ffn_params(D, F, gated=True, bias=False), 3 * D * F),
        (costs.ffn_flops(N, D, F), 4 * N * D * F),
        (costs.ffn_flops(N, D, F, gated=True), 6 * N * D * F),
        (costs.attention_params(D), 4 * D**2 + 4 * D),
        (costs.attention_flops(N, D), 8 * N * D**2 + 4 * N**2 * D),
        (costs.weight_bytes(N, "bf16"), 2 * N),
    ],
)
def test_symbols_give_the_formula(formula, expected):
    assert sympy.expand(formula - expected) == 0


PUBLIC = [f for name, f in inspect.getmembers(costs, inspect.isfunction) if not name.startswith("_")]
GOOD = {"d_model": 768, "d_ff": 3072, "n_tokens": 512, "n_params": 10, "gated": True, "bias": True, "dtype": "bf16"}
ARGUMENTS = [(f, name) for f in PUBLIC for name in inspect.signature(f).parameters]


@pytest.mark.parametrize("function, name", ARGUMENTS, ids=lambda a: getattr(a, "__name__", a))
def test_a_bad_argument_is_named_with_its_value(function, name):
    bad = {
        "gated": {"yes": TypeError, 1: TypeError, None: TypeError},
        "bias": {"yes": TypeError, 1: TypeError, None: TypeError},
        "dtype": {"float": ValueError, "": ValueError, None: TypeError, 4: TypeError, torch.float32: TypeError},
    }.get(name, {-1: ValueError, 1.5: TypeError, "768": TypeError, True: TypeError, None: TypeError, float("nan"): TypeError})
    if name in ("d_model", "d_ff"):
        bad[0] = ValueError
        bad[torch.ones(2)] = TypeError
    good = {key: GOOD[key] for key in inspect.signature(function).parameters}
    for value, error in bad.items():
        with pytest.raises(error) as raised:
            function(**{**good, name: value})
        assert name in str(raised.value) and repr(value) in str(raised.value)


def test_an_unknown_dtype_is_answered_with_the_known_ones():
    with pytest.raises(ValueError, match="fp32, fp16, bf16, fp8, int8, int4, got 'float'"):
        costs.weight_bytes(1, "float")


def test_no_tokens_cost_nothing():
    assert costs.ffn_flops(0, 768, 3072) == costs.attention_flops(0, 768) == 0


def test_a_numpy_integer_counts_like_an_int():
    assert costs.ffn_flops(np.int32(2**30), 768, 3072) == 4 * 2**30 * 768 * 3072  # and doesn't overflow
