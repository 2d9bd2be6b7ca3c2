"""Reading configurations: small networks of every family in many forms, and configurations that can't be read."""

import pytest
import torch
from ffn_snippets import hf_keys
from ffn_snippets.feed_forward import ACTIVATIONS
from ffn_snippets.gated_feed_forward import GATES
from ffn_snippets.hf_keys import FAMILIES, KEYS, TEXT_PART
from ffn_snippets.models import from_hf_config
from tests.test_models import CONFIGS, FFN, build
from transformers import AutoConfig
from transformers.activations import ACT2FN

WIDTHS = {"hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 5, "num_attention_heads": 4, "vocab_size": 50}
OPT = {key: value for key, value in WIDTHS.items() if key != "intermediate_size"}
KV = {**WIDTHS, "num_key_value_heads": 2}
EXPERTS = {**KV, "num_experts": 6, "num_experts_per_tok": 2, "moe_intermediate_size": 20}
MLA = {"q_lora_rank": 8, "kv_lora_rank": 8, "qk_nope_head_dim": 8, "qk_rope_head_dim": 4, "v_head_dim": 8}
DEEPSEEK = {
    **{**KV, **MLA, "num_key_value_heads": 4, "n_routed_experts": 6, "num_experts_per_tok": 2},
    **{"moe_intermediate_size": 20, "n_group": 1, "topk_group": 1, "first_k_dense_replace": 2, "n_shared_experts": 2},
}
HALVES = {"d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 4, "num_heads": 4, "vocab_size": 50}
SWITCH = {**HALVES, "num_experts": 6, "num_sparse_encoder_layers": 2, "num_sparse_decoder_layers": 2}
LLAMA4 = {
    **{**KV, "intermediate_size_mlp": 56, "num_local_experts": 6, "num_experts_per_tok": 1, "head_dim": 8},
    **{"interleave_moe_layer_step": 2, "tie_word_embeddings": False},
}

SMALL = {
    "bert": [WIDTHS],
    "gpt2": [{"n_embd": 32, "n_layer": 3, "n_head": 4, "n_inner": inner, "vocab_size": 50} for inner in (None, 40)],
    "gpt_neox": [WIDTHS],
    "opt": [
        {**OPT, "ffn_dim": 40, "word_embed_proj_dim": width, "enable_bias": bias}
        for width, bias in [(32, True), (16, True), (32, False)]
    ],
    "t5": [
        {**HALVES, "num_decoder_layers": decoder, "feed_forward_proj": kind}
        for decoder, kind in [(None, "relu"), (2, "gated-gelu"), (4, "gated-silu")]
    ],
    "llama": [KV, {**KV, "mlp_bias": True}],
    "mistral": [KV],
    "mixtral": [{**KV, "num_local_experts": 6, "num_experts_per_tok": 2}],
    **dict.fromkeys(["gemma", "gemma2", "gemma3_text"], [{**KV, "head_dim": 8}]),
    "qwen2": [KV],
    "qwen3": [{**KV, "head_dim": 8}],
    "qwen2_moe": [
        {**EXPERTS, "shared_expert_intermediate_size": 28, "decoder_sparse_step": step, "mlp_only_layers": dense}
        for step, dense in [(1, []), (2, []), (1, [0, 3]), (2, [1]), (1, [0, 1, 2, 3, 4])]
    ],
    "qwen3_moe": [
        {**EXPERTS, "decoder_sparse_step": step, "mlp_only_layers": dense}
        for step, dense in [(1, []), (2, []), (3, [2]), (1, [4])]
    ],
    "phi3": [{**KV, "pad_token_id": 0}],
    "olmo": [KV],
    "olmoe": [{**KV, "num_experts": 6, "num_experts_per_tok": 2}],
    "deepseek_v2": [{**DEEPSEEK, "first_k_dense_replace": first} for first in (0, 1, 5)] + [{**DEEPSEEK, "mlp_bias": False}],
    "deepseek_v3": [DEEPSEEK, {**DEEPSEEK, "first_k_dense_replace": 0, "n_shared_experts": 1}],
    "glm4_moe": [DEEPSEEK],
    "gpt_oss": [{**KV, "num_local_experts": 6, "num_experts_per_tok": 2, "head_dim": 8}],
    "llama4_text": [LLAMA4, {**LLAMA4, "moe_layers": [0, 3, 4]}, {**LLAMA4, "interleave_moe_layer_step": 1}],
    "falcon": [
        {"hidden_size": 32, "num_hidden_layers": 3, "num_attention_heads": 4, "vocab_size": 50, "bias": bias, **inner}
        for bias, inner in [(False, {}), (True, {"ffn_hidden_size": 40})]
    ],
    "switch_transformers": [
        SWITCH,
        {**SWITCH, "num_sparse_encoder_layers": 4, "num_decoder_layers": 6},
        {**SWITCH, "router_bias": True},
        {**SWITCH, "num_layers": 5, "num_decoder_layers": 7, "num_sparse_decoder_layers": 3},
    ],
}


def saved(family, options):
    """What `save_pretrained` writes: every key of the class."""
    return AutoConfig.for_model(family, **options).to_dict()


def test_every_family_is_built():
    assert set(SMALL) | {"kimi_k2"} == set(FAMILIES)


@pytest.mark.parametrize("family, number", [(family, i) for family in SMALL for i in range(len(SMALL[family]))])
def test_ffn_parameters_are_those_of_the_network(family, number):
    options = SMALL[family][number]
    network = build({"model_type": family, **options})
    ffn = {name: p.numel() for name, p in network.named_parameters() if FFN.search(name)}
    model = from_hf_config(saved(family, options))
    assert model.ffn_params == sum(ffn.values())
    embedding = network.get_input_embeddings().weight
    assert model.embedding_params == embedding.numel()
    biases = {name for name in ffn if name.endswith("bias") and "router" not in name and "gate." not in name}
    assert model.bias == bool(biases)


@pytest.mark.parametrize("family", SMALL)
def test_what_holds_for_an_absent_key_is_the_default_of_the_class(family):
    for field in [*FAMILIES[family].get("absent", {}), "embedding_width"]:
        keys = KEYS[FAMILIES[family].get("read_as", {}).get(field, field)]
        config = saved(family, {key: value for key, value in SMALL[family][0].items() if key not in keys})
        without = {key: value for key, value in config.items() if key not in keys}
        assert from_hf_config(without) == from_hf_config(config), field


def test_keys_that_a_family_ignores_change_nothing():
    for family, rule in FAMILIES.items():
        config = saved("deepseek_v3" if family == "kimi_k2" else family, SMALL.get(family, SMALL["deepseek_v3"])[0])
        config["model_type"] = family
        values = {"feed_forward_proj": "gated-silu", "tie_word_embeddings": False, "decoder_sparse_step": 7}
        for key in rule.get("ignored", []):
            assert from_hf_config({**config, key: values.get(key, "gelu")}) == from_hf_config(config)


def test_kimi_is_read_like_deepseek():
    options = SMALL["deepseek_v3"][0]
    kimi = from_hf_config({**saved("deepseek_v3", options), "model_type": "kimi_k2"})
    assert kimi.ffn_params == from_hf_config(saved("deepseek_v3", options)).ffn_params


@pytest.mark.parametrize("family", TEXT_PART)
def test_the_text_part_of_a_model_for_images(family):
    part = saved(TEXT_PART[family], SMALL[TEXT_PART[family]][0])
    alone = from_hf_config(part)
    for inside in (part, {key: value for key, value in part.items() if key != "model_type"}):
        config = {"model_type": family, "text_config": inside, "vision_config": {"hidden_size": 9, "intermediate_size": 9}}
        assert from_hf_config(config) == alone
    del part["tie_word_embeddings"]
    tied = from_hf_config({"model_type": family, "tie_word_embeddings": True, "text_config": part})
    own = from_hf_config({"model_type": family, "tie_word_embeddings": False, "text_config": part})
    assert (tied.head, own.head) == ("tied", "own")
    part["tie_word_embeddings"] = False
    assert from_hf_config({"model_type": family, "tie_word_embeddings": True, "text_config": part}).head == "own"


def test_a_checkpoint_names_the_model():
    assert from_hf_config(CONFIGS["LLaMA-7B"]).name == "llama"
    assert from_hf_config({**CONFIGS["LLaMA-7B"], "_name_or_path": "me/llama"}).name == "me/llama"


# Keys without which the count is not known, in each family as it is released.
DECIDING = {
    "BERT-base": ["hidden_size", "intermediate_size", "num_hidden_layers"],
    "GPT-2 small": ["n_embd", "n_layer"],
    "OPT-6.7B": ["hidden_size", "ffn_dim", "num_hidden_layers"],
    "T5 1.1 base": ["d_model", "d_ff", "num_layers"],
    "LLaMA-7B": ["hidden_size", "intermediate_size", "num_hidden_layers"],
    "Falcon 7B": ["hidden_size", "num_hidden_layers", "bias"],
    "Mixtral 8x7B": ["hidden_size", "intermediate_size", "num_hidden_layers", "num_local_experts", "num_experts_per_tok"],
    "Qwen1.5-MoE-A2.7B": [
        *["num_experts", "num_experts_per_tok", "moe_intermediate_size"],
        *["shared_expert_intermediate_size", "decoder_sparse_step"],
    ],
    "DeepSeek-V3": [
        *["intermediate_size", "moe_intermediate_size", "n_routed_experts", "num_experts_per_tok", "first_k_dense_replace"],
        "n_shared_experts",
    ],
    "Llama-4 Maverick (text)": [
        *["intermediate_size", "intermediate_size_mlp", "num_local_experts", "num_experts_per_tok"],
        "interleave_moe_layer_step",
    ],
    "Switch-c-2048": ["d_ff", "num_decoder_layers", "num_experts", "num_sparse_encoder_layers", "num_sparse_decoder_layers"],
}


def changed(name, **keys):
    """A released configuration with other values; None takes a key out."""
    config = CONFIGS[name]
    part = {**config.get("text_config", config), **keys}
    part = {key: value for key, value in part.items() if value is not None}
    return {**config, "text_config": part} if "text_config" in config else part


@pytest.mark.parametrize("name, key", [(name, key) for name, keys in DECIDING.items() for key in keys])
def test_a_key_that_decides_the_count_is_named_when_it_is_missing_or_wrong(name, key):
    from_hf_config(changed(name))
    with pytest.raises(ValueError, match=f"no key .*'{key}'"):
        from_hf_config(changed(name, **{key: None}))
    if key == "bias":
        wrong = {1: TypeError, "no": TypeError}
    else:
        wrong = {"8": TypeError, 8.0: TypeError, True: TypeError, -1: ValueError}
        if key not in ("first_k_dense_replace", "n_shared_experts"):
            wrong[0] = ValueError
    for value, error in wrong.items():
        with pytest.raises(error, match=f"{key} must be .* got {value!r}"):
            from_hf_config(changed(name, **{key: value}))


@pytest.mark.parametrize(
    "config, message",
    [
        ({"hidden_size": 8}, "no key 'model_type'"),
        ({"model_type": "mamba"}, "model_type must be one of bert, gpt2, .*, got 'mamba'"),
        ({"model_type": ["bert"]}, "model_type must be one of"),
        ({"model_type": "gemma3", "hidden_size": 8}, "needs a dict 'text_config', got None"),
        ({"model_type": "gemma3", "text_config": {"model_type": "llama"}}, "'gemma3' contradicts 'llama'"),
        (changed("Mixtral 8x7B", num_experts=9), "num_local_experts=8 and num_experts=9 contradict each other"),
        (changed("gpt-oss-20b", experts_per_token=2), "num_experts_per_tok=4 and experts_per_token=2 contradict each other"),
        (changed("GPT-2 small", hidden_size=1024), "hidden_size=1024 and n_embd=768 contradict each other"),
        (changed("LLaMA-7B", num_local_experts=8), "llama: num_local_experts=8 is no key of this family"),
        (changed("LLaMA-7B", moe_intermediate_size=8), "llama: moe_intermediate_size=8 is no key of this family"),
        (changed("Qwen3-8B", mlp_bias=True), "qwen3: mlp_bias=True is no key of this family"),
        (changed("Qwen3-30B-A3B", n_shared_experts=1), "qwen3_moe: n_shared_experts=1 is no key of this family"),
        (changed("BERT-base", hidden_act="mish"), "hidden_act must be one of relu, .* got 'mish'"),
        (changed("BERT-base", hidden_act="gated-gelu"), "hidden_act must be one of .*swish, got 'gated-gelu'"),
        (changed("LLaMA-7B", hidden_act="gated-silu"), "hidden_act must be one of .*swish, got 'gated-silu'"),
        (changed("BERT-base", feed_forward_type="geglu"), "feed_forward_type='geglu' is no key of this family"),
        (changed("LLaMA-7B", bias=True), "llama: bias=True is no key of this family"),
        (changed("T5 base", is_encoder_decoder=False), "is_encoder_decoder=False: half a model can't be read"),
        (changed("T5 1.1 base", feed_forward_proj="gated-mish"), "feed_forward_proj must be one of .* got 'gated-mish'"),
        (changed("LLaMA-7B", hidden_act=None), "no key 'hidden_act' or .* for activation"),
        (changed("LLaMA-7B", mlp_bias="no"), "mlp_bias must be true or false, got 'no'"),
        (changed("LLaMA-7B", vocab_size="many"), "vocab_size must be a whole number >= 1, got 'many'"),
        (changed("LLaMA-7B", tie_word_embeddings=1), "tie_word_embeddings must be true or false, got 1"),
        (changed("Mixtral 8x7B", num_experts_per_tok=9), "top_k must be at most n_experts=8, got 9"),
        (changed("Qwen3-30B-A3B", mlp_only_layers=[48]), "mlp_only_layers must list layers from 0 to 47, each once, got .48"),
        (changed("Qwen3-30B-A3B", mlp_only_layers=[1, 1]), "mlp_only_layers must list"),
        (changed("Qwen3-30B-A3B", mlp_only_layers=3), "mlp_only_layers must list"),
        (changed("Llama-4 Maverick (text)", moe_layers=[-1]), "moe_layers must list"),
        (changed("Switch-c-2048", num_sparse_encoder_layers=4), "num_sparse_encoder_layers=4 is not every k-th of 15"),
        (changed("Switch-c-2048", num_sparse_decoder_layers=16), "num_sparse_decoder_layers=16 is not every k-th of 15"),
    ],
)
def test_a_configuration_that_cannot_be_read_says_why(config, message):
    with pytest.raises((TypeError, ValueError), match=message):
        from_hf_config(config)


@pytest.mark.parametrize("config", [None, "llama", [("model_type", "llama")]])
def test_something_else_is_no_configuration(config):
    with pytest.raises(TypeError, match="config must be a dict, got "):
        from_hf_config(config)


def test_keys_that_decide_nothing_may_be_missing():
    assert from_hf_config(changed("Qwen3-235B-A22B", intermediate_size=None)) == from_hf_config(CONFIGS["Qwen3-235B-A22B"])
    unknown = from_hf_config(changed("LLaMA-7B", vocab_size=None))
    assert unknown.embedding_params is None and unknown.ffn_params == 4_328_521_728


@pytest.mark.parametrize("name", ["LLaMA-7B", "GPT-2 small", "Mixtral 8x7B", "DeepSeek-V3", "T5 1.1 base", "Switch-c-2048"])
def test_every_spelling_is_read(name):
    config = CONFIGS[name]
    ignored = FAMILIES[config["model_type"]].get("ignored", [])
    for key in set(config) - set(ignored):
        for spellings in KEYS.values():
            if key in spellings and key not in ("feed_forward_proj", "dense_act_fn"):
                for other in set(spellings) - {key, "feed_forward_proj", "dense_act_fn"}:
                    assert from_hf_config(changed(name, **{key: None, other: config[key]})) == from_hf_config(config)


def test_a_key_that_says_what_holds_anyway_may_stand():
    for name, key, value in [
        ("Phi-3-mini", "mlp_bias", False),
        ("Qwen3-30B-A3B", "shared_expert_intermediate_size", 0),
    ]:
        assert from_hf_config(changed(name, **{key: value})) == from_hf_config(CONFIGS[name])


def test_no_shared_experts_and_an_unnamed_checkpoint():
    assert from_hf_config(changed("DeepSeek-V3", n_shared_experts=0)).shared_d_ff == 0
    assert from_hf_config(changed("LLaMA-7B", _name_or_path="")).name == "llama"


def test_every_second_layer_of_deepseeks_own_code():
    """There, layer i has experts if i >= first_k_dense_replace and i % moe_layer_freq == 0."""
    assert from_hf_config(changed("DeepSeek-V3", moe_layer_freq=2)).n_moe_layers == len([*range(4, 61, 2)])


def test_activations_are_those_of_transformers():
    x = torch.linspace(-4, 4, 101)
    for theirs, ours in hf_keys.ACTIVATIONS.items():
        torch.testing.assert_close(ACT2FN[theirs](x), ACTIVATIONS[ours](x), rtol=1e-4, atol=1e-5)
    for plain, gated in hf_keys.GATED.items():
        torch.testing.assert_close(ACTIVATIONS[plain](x), GATES[gated](x, torch.ones(101)))
    assert from_hf_config(CONFIGS["T5 1.1 base"]).activation == "geglu_tanh"
    assert from_hf_config(changed("T5 1.1 base", feed_forward_proj="gated-silu")).activation == "swiglu"
    assert from_hf_config(changed("T5 1.1 base", feed_forward_proj="gelu")).activation == "gelu"


def test_a_key_stands_for_one_thing():
    keys = [key for line in KEYS.values() for key in line]
    assert len(keys) == len(set(keys))
    for family in FAMILIES.values():
        assert set(family) <= {"gated", "gates", "experts", "fixed", "absent", "read_as", "ignored"}
        assert set(family.get("absent", {})) <= set(KEYS) and set(family.get("read_as", {})) <= set(KEYS)
        assert set(family.get("ignored", [])) <= set(keys)
