"""The torch layers against independent implementations, and under the conditions in which they are used."""

import pickle
import subprocess
import sys

import pytest
import torch
from ffn_snippets.feed_forward import ACTIVATIONS, FeedForward
from ffn_snippets.gated_feed_forward import GATES, GatedFeedForward
from tests.published_blocks import ROOT
from transformers import BertConfig, GPT2Config, LlamaConfig, T5Config
from transformers.activations import ACT2FN
from transformers.models.bert.modeling_bert import BertIntermediate
from transformers.models.gpt2.modeling_gpt2 import GPT2MLP
from transformers.models.llama.modeling_llama import LlamaMLP
from transformers.models.t5.modeling_t5 import T5DenseGatedActDense

LAYERS = [
    *((FeedForward, {"activation": name}) for name in ACTIVATIONS),
    *((GatedFeedForward, {"variant": name}) for name in GATES),
]
each_layer = pytest.mark.parametrize("cls, options", LAYERS, ids=[next(iter(o.values())) for _, o in LAYERS])


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def copy(pairs):
    with torch.no_grad():
        for ours, theirs in pairs:
            ours.copy_(theirs)


def same_forward_and_gradient(ours, theirs, x):
    results = []
    for module in (ours, theirs):
        inputs = x.clone().requires_grad_()
        y = module(inputs)
        y.square().sum().backward()
        results.append((y, inputs.grad))
    torch.testing.assert_close(results[0], results[1], rtol=1e-4, atol=1e-5)


def test_gelu_layer_equals_bert():
    theirs = BertIntermediate(BertConfig(hidden_size=16, intermediate_size=64))
    down = torch.nn.Linear(64, 16)
    ours = FeedForward(16, 64, activation="gelu")
    copy([(ours.up.weight, theirs.dense.weight), (ours.up.bias, theirs.dense.bias),
          (ours.down.weight, down.weight), (ours.down.bias, down.bias)])
    same_forward_and_gradient(ours, torch.nn.Sequential(theirs, down), torch.randn(2, 5, 16))


def test_gelu_tanh_layer_equals_gpt2():
    theirs = GPT2MLP(64, GPT2Config(n_embd=16)).eval()
    ours = FeedForward(16, 64, activation="gelu_tanh")
    copy([(ours.up.weight, theirs.c_fc.weight.T), (ours.up.bias, theirs.c_fc.bias),
          (ours.down.weight, theirs.c_proj.weight.T), (ours.down.bias, theirs.c_proj.bias)])
    same_forward_and_gradient(ours, theirs, torch.randn(2, 5, 16))


def test_swiglu_layer_equals_llama():
    theirs = LlamaMLP(LlamaConfig(hidden_size=16, intermediate_size=44, num_attention_heads=4))
    ours = GatedFeedForward(16, 44)
    copy([(getattr(ours, n).weight, getattr(theirs, f"{n}_proj").weight) for n in ("gate", "up", "down")])
    same_forward_and_gradient(ours, theirs, torch.randn(2, 5, 16))


@pytest.mark.parametrize("variant, name", {"geglu": "gelu", "reglu": "relu", "glu": "sigmoid", "bilinear": "linear"}.items())
def test_other_gates_equal_t5(variant, name):
    theirs = T5DenseGatedActDense(T5Config(d_model=16, d_ff=44, dense_act_fn="gelu")).eval()
    theirs.act = ACT2FN[name]
    ours = GatedFeedForward(16, 44, variant=variant)
    copy([(ours.gate.weight, theirs.wi_0.weight), (ours.up.weight, theirs.wi_1.weight), (ours.down.weight, theirs.wo.weight)])
    same_forward_and_gradient(ours, theirs, torch.randn(2, 5, 16))


NAMES = {"relu": "relu", "gelu": "gelu", "gelu_tanh": "gelu_pytorch_tanh", "silu": "silu", "relu2": "relu2"}
GATE_NAMES = {"glu": "sigmoid", "bilinear": "linear", "reglu": "relu", "geglu": "gelu", "swiglu": "silu"}


@pytest.mark.parametrize("table, names", [(ACTIVATIONS, NAMES), (GATES, GATE_NAMES)])
def test_activations_equal_those_of_transformers(table, names):
    assert set(table) == set(names)
    x = torch.linspace(-8, 8, 1001)
    for name, theirs in names.items():
        torch.testing.assert_close(table[name](x), ACT2FN[theirs](x), rtol=1e-6, atol=1e-7)


def test_the_two_forms_of_gelu_differ():
    x = torch.linspace(-8, 8, 100_001)
    difference = (ACTIVATIONS["gelu"](x) - ACTIVATIONS["gelu_tanh"](x)).abs().max()
    assert 4e-4 < difference < 6e-4


def test_defaults_are_those_of_the_papers():
    assert FeedForward(8, 12).activation == "relu" and FeedForward(8, 12).up.bias is not None
    assert GatedFeedForward(8, 12).variant == "swiglu" and GatedFeedForward(8, 12).up.bias is None
    for cls in (FeedForward, GatedFeedForward):
        with pytest.raises(TypeError):
            cls(8, 12, "relu")  # options by name alone


@each_layer
@pytest.mark.parametrize("shape", [(8,), (3, 8), (2, 3, 8), (0, 8)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_any_leading_shape(cls, options, shape, dtype):
    layer = cls(8, 12, **options).to(dtype)
    x = torch.randn(shape, dtype=dtype, requires_grad=True)
    y = layer(x)
    y.sum().backward()
    assert y.shape == x.shape and y.dtype == dtype and x.grad.shape == x.shape


@each_layer
def test_pickle_meta_and_compile_friendly_state(cls, options):
    layer = cls(8, 12, **options)
    x = torch.randn(3, 8)
    torch.testing.assert_close(pickle.loads(pickle.dumps(layer))(x), layer(x))
    with torch.device("meta"):
        assert cls(8, 12, **options)(torch.empty(3, 8)).shape == (3, 8)


@pytest.mark.parametrize("cls, choice", [(FeedForward, "activation"), (GatedFeedForward, "variant")])
def test_a_bad_argument_is_named_with_its_value(cls, choice):
    for name in ("d_model", "d_ff"):
        for value in (0, -1, 1.5, "768", None, True):
            with pytest.raises(ValueError, match=f"^{name} ") as raised:
                cls(**{"d_model": 8, "d_ff": 12, name: value})
            assert repr(value) in str(raised.value)
    for value in (1, 0, "no", None):
        with pytest.raises(ValueError, match="^bias ") as raised:
            cls(8, 12, bias=value)
        assert repr(value) in str(raised.value)
    for value in ("swish", "", None, ["relu"]):
        with pytest.raises(ValueError, match=f"^{choice} ") as raised:
            cls(8, 12, **{choice: value})
        assert repr(value) in str(raised.value)


def test_importing_the_package_imports_no_torch():
    code = "import ffn_snippets, ffn_snippets.costs, ffn_snippets.models, sys; print('torch' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True, cwd=ROOT).strip() == "False"
