"""The torch layers against independent implementations, and under the conditions in which they are used."""

import pickle
import subprocess
import sys
from functools import partial

import pytest
import torch
from ffn_snippets.feed_forward import ACTIVATIONS, FeedForward
from ffn_snippets.gated_feed_forward import GATES, GatedFeedForward
from ffn_snippets.hf_weights import NAMES, from_fused, from_gpt2, from_gpt_oss, from_linear
from tests.published_blocks import ROOT
from torch import nn
from transformers import (
    BertConfig,
    GemmaConfig,
    GPT2Config,
    GptOssConfig,
    GPTNeoXConfig,
    LlamaConfig,
    NemotronConfig,
    OPTConfig,
    Phi3Config,
    T5Config,
)
from transformers.activations import ACT2FN
from transformers.models.bert.modeling_bert import BertIntermediate, BertLayer, BertOutput
from transformers.models.gemma.modeling_gemma import GemmaMLP
from transformers.models.gpt2.modeling_gpt2 import GPT2MLP
from transformers.models.gpt_neox.modeling_gpt_neox import GPTNeoXMLP
from transformers.models.gpt_oss.modeling_gpt_oss import GptOssExperts
from transformers.models.llama.modeling_llama import LlamaMLP
from transformers.models.nemotron.modeling_nemotron import NemotronMLP
from transformers.models.opt.modeling_opt import OPTDecoderLayer
from transformers.models.phi3.modeling_phi3 import Phi3MLP
from transformers.models.t5.modeling_t5 import T5DenseActDense, T5DenseGatedActDense

LAYERS = [
    *((FeedForward, {"activation": name}) for name in ACTIVATIONS),
    *((GatedFeedForward, {"variant": name}) for name in GATES),
]
each_layer = pytest.mark.parametrize("cls, options", LAYERS, ids=[next(iter(o.values())) for _, o in LAYERS])


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def same_forward_and_gradient(ours, theirs, x):
    results = []
    for module in (ours, theirs):
        inputs = x.clone().requires_grad_()
        y = module(inputs)
        y.square().sum().backward()
        results.append((y, inputs.grad))
    torch.testing.assert_close(results[0], results[1], rtol=1e-4, atol=1e-5)


class Bert(nn.Module):
    """The two halves of BERT's FFN without the dropout, residual and normalisation that follow."""

    def __init__(self, config):
        super().__init__()
        self.intermediate, self.output = BertIntermediate(config), nn.Module()
        self.output.dense = BertOutput(config).dense

    def forward(self, x):
        return self.output.dense(self.intermediate(x))


def bert():
    return Bert(BertConfig(hidden_size=16, intermediate_size=44)), from_linear, FeedForward(16, 44, activation="gelu")


def gpt2():
    theirs = GPT2MLP(44, GPT2Config(n_embd=16))
    nn.init.normal_(theirs.c_fc.bias)  # zero in a new module
    return theirs, from_gpt2, FeedForward(16, 44, activation="gelu_tanh")


class Opt(nn.Module):
    def __init__(self, config):
        super().__init__()
        layer = OPTDecoderLayer(config)
        self.fc1, self.fc2, self.act = layer.fc1, layer.fc2, layer.activation_fn

    def forward(self, x):
        return self.fc2(self.act(self.fc1(x)))


def opt():
    return Opt(OPTConfig(hidden_size=16, ffn_dim=44, num_attention_heads=4)), from_linear, FeedForward(16, 44)


def gpt_neox():
    config = GPTNeoXConfig(hidden_size=16, intermediate_size=44, num_attention_heads=4)
    return GPTNeoXMLP(config), from_linear, FeedForward(16, 44, activation="gelu")


def t5():
    theirs = T5DenseActDense(T5Config(d_model=16, d_ff=44, dense_act_fn="relu"))
    return theirs, from_linear, FeedForward(16, 44, bias=False)


def nemotron():
    config = NemotronConfig(hidden_size=16, intermediate_size=44)  # its default is ReLU²
    return NemotronMLP(config), from_linear, FeedForward(16, 44, activation="relu2", bias=False)


def llama():
    config = LlamaConfig(hidden_size=16, intermediate_size=44, num_attention_heads=4, mlp_bias=True)
    return LlamaMLP(config), from_linear, GatedFeedForward(16, 44, bias=True)


def phi3():
    return Phi3MLP(Phi3Config(hidden_size=16, intermediate_size=44)), from_fused, GatedFeedForward(16, 44)


def gemma():
    config = GemmaConfig(hidden_size=16, intermediate_size=44)
    return GemmaMLP(config), from_linear, GatedFeedForward(16, 44, variant="geglu_tanh")


def t5_v1_1(variant="geglu_tanh", activation="gelu_new"):
    theirs = T5DenseGatedActDense(T5Config(d_model=16, d_ff=44, dense_act_fn=activation))
    return theirs, from_linear, GatedFeedForward(16, 44, variant=variant)


class GptOssExpert(nn.Module):
    """The first expert of gpt-oss, for every token."""

    def __init__(self, config):
        super().__init__()
        self.experts = GptOssExperts(config)
        for parameter in self.parameters():
            nn.init.normal_(parameter)

    def forward(self, x):
        return self.experts(x, torch.zeros(len(x), 1, dtype=torch.int64), torch.ones(len(x), 1))


def from_first_expert(state):
    return {
        key.removeprefix("experts.").replace("_bias", ".bias") + ("" if "bias" in key else ".weight"): tensor[0]
        for key, tensor in from_gpt_oss(state).items()
    }


def gpt_oss():
    theirs = GptOssExpert(GptOssConfig(hidden_size=16, intermediate_size=44, num_local_experts=2))
    return theirs, from_first_expert, GatedFeedForward(16, 44, variant="clamped_swiglu", bias=True)


OTHER_GATES = {"geglu": "gelu", "reglu": "relu", "glu": "sigmoid", "bilinear": "linear"}
PAIRS = [bert, gpt2, opt, gpt_neox, t5, nemotron, llama, phi3, gemma, t5_v1_1, gpt_oss]
PAIRS += [pytest.param(partial(t5_v1_1, *names), id=names[0]) for names in OTHER_GATES.items()]


@pytest.mark.parametrize("pair", PAIRS)
def test_equals_the_module_of_transformers(pair):
    theirs, converted, ours = pair()
    ours.load_state_dict(converted(theirs.state_dict()))
    x = 3 * torch.randn(50, 16)  # large enough for the clamps of gpt-oss
    same_forward_and_gradient(ours, theirs.eval(), x)


def test_the_feed_forward_part_of_a_whole_bert_layer():
    theirs = BertLayer(BertConfig(hidden_size=16, intermediate_size=44, num_attention_heads=4)).eval()
    part = {k: v for k, v in theirs.state_dict().items() if k.startswith(("intermediate.dense", "output.dense"))}
    ours = FeedForward(16, 44, activation="gelu")
    ours.load_state_dict(from_linear(part))
    x = torch.randn(3, 16)
    torch.testing.assert_close(theirs.output.LayerNorm(ours(x) + x), theirs.feed_forward_chunk(x))


def test_every_layout_by_name_is_loaded_into_one_of_the_layers():
    for theirs, name in NAMES.items():
        assert from_linear({f"{theirs}.weight": 1}) == {f"{name}.weight": 1}
        assert name in ("gate", "up", "down")


@pytest.mark.parametrize("pair", [gpt2, phi3, llama, gpt_oss])
def test_weights_that_do_not_fit_are_named(pair):
    theirs, converted, ours = pair()
    state = theirs.state_dict()
    with pytest.raises(RuntimeError, match="'?(experts.)?surplus.weight'?"):
        ours.load_state_dict(converted({**state, "surplus.weight": torch.ones(1)}))
    for key in state:
        with pytest.raises((KeyError, RuntimeError)) as raised:
            ours.load_state_dict(converted({k: v for k, v in state.items() if k != key}))
        name = key.removesuffix(".weight").removesuffix(".bias").removesuffix("_proj").split(".")[-1]
        assert name in str(raised.value)


def test_activations_equal_those_of_transformers():
    names = {"relu": "relu", "gelu": "gelu", "gelu_tanh": "gelu_pytorch_tanh", "silu": "silu", "relu2": "relu2"}
    assert set(ACTIVATIONS) == set(names)
    x = torch.linspace(-8, 8, 1001)
    for name, theirs in names.items():
        torch.testing.assert_close(ACTIVATIONS[name](x), ACT2FN[theirs](x), rtol=1e-6, atol=1e-7)


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
