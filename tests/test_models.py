"""The catalogue against the model classes of `transformers`, which are an independent implementation, and against
published counts.

configs.json holds the released configurations, as far as they decide a count; published_models.csv the counts.
"""

import csv
import dataclasses
import json
import re

import pytest
import torch
from ffn_snippets import costs
from ffn_snippets.feed_forward import ACTIVATIONS
from ffn_snippets.gated_feed_forward import GATES
from ffn_snippets.models import CONVENTIONS, MODELS, Model, from_hf_config, read_catalogue
from tests.published_blocks import ROOT
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForSeq2SeqLM, BertModel

CONFIGS = json.loads((ROOT / "tests/configs.json").read_text("utf8"))
# No configuration was released: widths of the paper, in the class of the predecessor that it names.
CONFIGS["GPT-3 175B"] = {
    **{"model_type": "gpt2", "n_embd": 12288, "n_layer": 96, "n_head": 96, "n_positions": 2048},
    **{"vocab_size": 50257, "activation_function": "gelu"},
}
with (ROOT / "tests/published_models.csv").open(encoding="utf8") as file:
    PUBLISHED = {row["name"]: row for row in csv.DictReader(file)}

FFN = re.compile(
    r"\.(mlp|feed_forward|DenseReluDense|intermediate|fc1|fc2)\."  # most families; OPT's two matrices
    r"|(?<!attention)\.output\.dense\."  # BERT
)
EMBEDDING = re.compile(r"(^|\.)(embed_tokens|wte|word_embeddings|shared|embed_in|embed_out|lm_head)\.weight$")


def build(config):
    """The network of `transformers`, without memory."""
    kind = {"kimi_k2": "deepseek_v3"}.get(config["model_type"], config["model_type"])  # the same code
    rest = {key: value for key, value in (config.get("text_config") or config).items() if key != "model_type"}
    if "text_config" in config:
        kind = config["text_config"].get("model_type", f"{kind}_text")
    config = AutoConfig.for_model(kind, **rest)
    auto = AutoModelForSeq2SeqLM if config.is_encoder_decoder else AutoModelForCausalLM
    with torch.device("meta"):
        return BertModel(config) if kind == "bert" else auto.from_config(config)


@pytest.mark.parametrize("name", [name for name in MODELS if name != "PaLM 540B"])
def test_parameters_are_those_of_an_independent_build(name):
    model = MODELS[name]
    parameters = {n: p.numel() for n, p in build(CONFIGS[name]).named_parameters()}
    ffn = {n: size for n, size in parameters.items() if FFN.search(n)}
    embeddings = {n: size for n, size in parameters.items() if EMBEDDING.search(n)}
    assert not set(ffn) & set(embeddings)
    assert model.ffn_params == sum(ffn.values())
    # The number of embedding matrices is the release's: transformers ties those of T5 1.1, and keeps one in each half
    # of an untied Switch.
    assert set(embeddings.values()) == {model.embedding_params}
    matrices = 2 if model.head == "own" else 1
    if not name.startswith(("T5 1.1", "Switch-c")):
        assert len(embeddings) == matrices
    others = sum(parameters.values()) - sum(embeddings.values())
    if name == "Switch-c-2048":  # its sources disagree on the number of heads, 30 or 32: no total is given
        assert model.total_params is None
        return
    assert model.total_params == others + matrices * model.embedding_params


def test_palm():
    """Matrices of its paper: parallel layers, one key head, embeddings shared, and no biases (table 1, section 2)."""
    palm = MODELS["PaLM 540B"]
    layer = 3 * 18432 * 4 * 18432 + costs.attention_params(18432, d_q=48 * 256, d_kv=256, bias=False)
    assert palm.total_params == 118 * layer + 256_000 * 18432
    assert f"{palm.total_params / 1e9:.2f}" == "540.35"  # as published
    assert (palm.activation, palm.head, palm.embedding_params) == ("swiglu", "tied", 256_000 * 18432)
    assert palm.ffn_params == 118 * 3 * 18432 * 73728 == int(PUBLISHED["PaLM 540B"]["ffn_params"])


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_counts(name):
    model, published = MODELS[name], PUBLISHED[name]
    assert model.ffn_params == int(published["ffn_params"])
    assert model.total_params == int(published["total_params"])
    if published["active_params"]:
        assert model.active_params("with_embeddings") == int(published["active_params"])
    if published["active_without_input_embedding"]:
        assert model.active_params("without_input_embedding") == int(published["active_without_input_embedding"])


def test_there_are_many_models_of_every_kind():
    models = MODELS.values()
    assert list(MODELS) == [model.name for model in models] and set(MODELS) == {*CONFIGS, "PaLM 540B"}
    assert len(MODELS) == 62 and set(PUBLISHED) < set(MODELS)
    checkpoints = [model.source for model in models if "huggingface" in model.source]
    assert len(set(checkpoints)) == len(checkpoints) == 62 - 6  # the others have papers
    assert any(m.encoder_decoder for m in models) and any(m.head == "none" for m in models)
    assert any(m.shared_gate for m in models) and any(0 < m.n_moe_layers == m.n_layers - 1 for m in models)
    assert any(m.n_moe_layers * 2 == m.n_layers for m in models)  # every second layer
    for model in models:
        assert model.source.startswith(("https://huggingface.co/", "https://arxiv.org/abs/"))


@pytest.mark.parametrize("name", [name for name in MODELS if name != "PaLM 540B"])
def test_a_released_configuration_gives_the_row_of_the_catalogue(name):
    row = MODELS[name]
    read = from_hf_config(CONFIGS[name])
    assert dataclasses.replace(read, name=name, source=row.source, total_params=row.total_params) == row


def test_activations_are_those_of_the_layers():
    assert costs.UNGATED.keys() == ACTIVATIONS.keys() and costs.GATED.keys() == GATES.keys()
    for model in MODELS.values():
        assert model.gated == (model.activation in GATES)


def test_what_a_token_uses():
    """Mixtral 8x7B: two experts of eight. DeepSeek-V3: 37B, as published, counts the embeddings."""
    mixtral = MODELS["Mixtral 8x7B"]
    expert = 3 * 4096 * 14336
    assert mixtral.ffn_params_per_layer == 8 * expert + 8 * 4096
    assert mixtral.active_ffn_params == 32 * (2 * expert + 8 * 4096)
    assert mixtral.ffn_flops_per_token == 2 * mixtral.active_ffn_params
    assert mixtral.active_ratio == 2 * 14336 / 4096
    deepseek = MODELS["DeepSeek-V3"]  # three dense layers, 58 of eight experts, a shared one and the router
    layers = 3 * 3 * 7168 * 18432 + 58 * (9 * 3 * 7168 * 2048 + 7168 * 256)
    assert deepseek.active_ffn_params == layers and deepseek.ffn_flops_per_token == 2 * layers
    assert deepseek.active_ratio == (8 * 2048 + 2048) / 7168
    gpt_oss = MODELS["gpt-oss-20b"]  # biases are parameters, and no FLOPs
    assert gpt_oss.ffn_flops_per_token == 2 * 24 * (4 * 3 * 2880 * 2880 + 2880 * 32)
    assert gpt_oss.active_ffn_params == 24 * (4 * (3 * 2880 * 2880 + 3 * 2880) + 2880 * 32 + 32)
    qwen = MODELS["Qwen1.5-MoE-A2.7B"]  # the shared expert's gate is a product too
    assert qwen.ffn_flops_per_token == 2 * 24 * (3 * 2048 * (4 * 1408 + 5632) + 2048 * 60 + 2048)
    assert mixtral.active_params("without_embeddings") == mixtral.active_params("with_embeddings") - 2 * 32_000 * 4096
    assert round(MODELS["DeepSeek-V3"].active_params("with_embeddings") / 1e9, 1) == 37.6
    assert round(MODELS["gpt-oss-20b"].active_params("without_input_embedding") / 1e9, 1) == 3.6
    assert round(MODELS["gpt-oss-120b"].active_params("without_input_embedding") / 1e9, 1) == 5.1
    assert round(MODELS["Kimi-K2"].active_params("with_embeddings") / 1e9) == 33  # 32B without the input embedding
    assert round(MODELS["Kimi-K2"].active_params("without_input_embedding") / 1e9) == 32


def test_a_tied_matrix_is_still_used_by_the_head():
    model = MODELS["GPT-2 small"]
    assert model.active_params("with_embeddings") == model.active_params("without_input_embedding") == model.total_params
    assert model.active_params("without_embeddings") == model.total_params - 50257 * 768
    encoder = MODELS["BERT-base"]
    assert encoder.active_params("without_input_embedding") == encoder.total_params - 30522 * 768
    assert encoder.active_params("without_input_embedding") == encoder.active_params("without_embeddings")


def test_costs_of_a_dense_model():
    gpt2, llama = MODELS["GPT-2 small"], MODELS["LLaMA-7B"]
    assert gpt2.ffn_flops_per_token == 12 * 4 * 768 * 3072
    assert llama.ffn_flops_per_token == 2 * llama.ffn_params == 2 * llama.active_ffn_params
    assert llama.ffn_weight_bytes("bf16") == 2 * 4_328_521_728 and llama.ffn_weight_bytes("int4") == 4_328_521_728 // 2
    assert f"{gpt2.ffn_share:.1%}" == "45.5%" and f"{MODELS['PaLM 540B'].ffn_share:.0%}" == "89%"
    assert llama.ratio == 2.6875 and MODELS["T5 11B"].ratio == 64
    assert MODELS["T5 base"].ffn_params == MODELS["T5 1.1 base"].ffn_params


def test_forgetting_the_third_matrix_is_caught_by_a_published_count():
    llama = MODELS["LLaMA-7B"]
    attention = llama.n_layers * costs.attention_params(llama.d_model, bias=False)
    assert attention + llama.ffn_params == 6_476_005_376
    two_matrices = dataclasses.replace(llama, activation="silu")
    assert attention + two_matrices.ffn_params == 5_033_164_800


def test_questions_that_a_model_cannot_answer_are_refused():
    deepseek, llama = MODELS["DeepSeek-V3"], MODELS["LLaMA-7B"]
    with pytest.raises(ValueError, match="DeepSeek-V3 has two kinds of layers: see dense_layer_params and moe_layer_params"):
        deepseek.ffn_params_per_layer
    assert 3 * deepseek.dense_layer_params + 58 * deepseek.moe_layer_params == deepseek.ffn_params
    with pytest.raises(ValueError, match="Mixtral 8x7B has no dense layer"):
        MODELS["Mixtral 8x7B"].ratio
    with pytest.raises(ValueError, match="LLaMA-7B has no layer with experts"):
        llama.active_ratio
    with pytest.raises(ValueError, match="convention must be one of with_embeddings, without_input_embedding, without_embeddings, got 'active'"):
        llama.active_params("active")
    with pytest.raises(ValueError, match="dtype must be one of .* got 'float'"):
        llama.ffn_weight_bytes("float")
    unknown = from_hf_config(CONFIGS["LLaMA-7B"])
    for ask in (lambda: unknown.ffn_share, lambda: unknown.active_params("with_embeddings")):
        with pytest.raises(ValueError, match="total_params is not known"):
            ask()
    with pytest.raises(KeyError, match="no model named 'LLaMA-8B', choose from .*'LLaMA-7B'"):
        MODELS["LLaMA-8B"]
    assert len(CONVENTIONS) == 3


DENSE = {"name": "test", "source": "none", "d_model": 8, "d_ff": 12, "n_layers": 4, "activation": "relu"}
EXPERTS = {**DENSE, "n_moe_layers": 2, "n_experts": 4, "top_k": 2, "expert_d_ff": 6}


@pytest.mark.parametrize(
    "fields, named",
    [
        ({**DENSE, "activation": "swish"}, "test: activation='swish' must be one of relu, gelu, "),
        ({**DENSE, "activation": ["relu"]}, "test: activation=['relu'] must be one of"),
        ({**DENSE, "head": "other"}, "test: head='other' must be one of own, tied, none"),
        ({**DENSE, "total_params": 4 * (2 * 8 * 12) - 1}, "test: total_params=767 must be None or a whole number >= 768"),
        ({**DENSE, "total_params": "768"}, "test: total_params='768' must be"),
        ({**DENSE, "embedding_params": 0}, "test: embedding_params=0 must be"),
        ({**DENSE, "n_layers": 0}, "test: n_layers=0"),
        ({**DENSE, "n_layers": True}, "test: n_layers=True"),
        ({**DENSE, "d_ff": None}, "test: d_ff=None"),
        ({**DENSE, "d_ff": -1}, "test: d_ff must be at least 1, got -1"),
        ({**DENSE, "d_model": 8.0}, "test: d_model must be a whole number, got 8.0"),
        ({**DENSE, "bias": 1}, "test: bias must be True or False, got 1"),
        ({**DENSE, "n_experts": 4}, "test: n_experts=4"),
        ({**DENSE, "top_k": 2}, "test: top_k=2"),
        ({**DENSE, "shared_d_ff": 2}, "test: shared_d_ff=2"),
        ({**DENSE, "shared_gate": True}, "test: shared_gate=True"),
        ({**DENSE, "router_bias": True}, "test: router_bias=True"),
        ({**EXPERTS, "n_moe_layers": 5}, "test: n_moe_layers=5"),
        ({**DENSE, "n_moe_layers": -1}, "test: n_moe_layers=-1"),
        ({**EXPERTS, "n_moe_layers": 2.0}, "test: n_moe_layers=2.0"),
        ({**EXPERTS, "n_moe_layers": 4}, "test: d_ff=12"),
        ({**EXPERTS, "expert_d_ff": None}, "test: expert_d_ff=None"),
        ({**EXPERTS, "top_k": 5}, "test: top_k must be at most n_experts=4, got 5"),
        ({**EXPERTS, "top_k": 0}, "test: top_k must be at least 1, got 0"),
        ({**EXPERTS, "shared_gate": True}, "test: shared_gate must be False without shared_d_ff"),
    ],
)
def test_fields_that_contradict_each_other_are_named(fields, named):
    Model(**DENSE), Model(**EXPERTS), Model(**{**DENSE, "n_layers": 1})
    with pytest.raises((TypeError, ValueError)) as raised:
        Model(**fields)
    assert str(raised.value).startswith(named)


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("BERT-base,768,", "BERT-base,786x,", "BERT-base: d_model can't be read: '786x'"),
        ("gelu,yes,12,", "gelu,true,12,", "BERT-base: bias can't be read: 'true'"),
        ("name,d_model", "name,width", "BERT-base: width can't be read: '768'"),
        ("BERT-large", "BERT-base", "BERT-base stands twice"),
        ("BERT-base,768,3072,gelu", "BERT-base,768,3072,mish", "BERT-base: activation='mish'"),
        ("BERT-base,768,3072", "BERT-base,768,", "BERT-base: d_ff=None"),
        ("source\n", "source\nX,1\n", "X: d_ff can't be read: None"),
    ],
)
def test_a_broken_row_of_the_catalogue_is_named(old, new, message, tmp_path):
    text = (ROOT / "ffn_snippets/models.csv").read_text("utf8")
    assert old in text
    (tmp_path / "models.csv").write_text(text.replace(old, new, 1), "utf8")
    with pytest.raises((TypeError, ValueError), match=re.escape(message)):
        read_catalogue(tmp_path / "models.csv")
