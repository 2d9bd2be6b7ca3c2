"""How the configuration files of Hugging Face models spell what decides the size of a
feed-forward layer. Plain data, read by `models.from_hf_config`."""

# A field, and the keys that may hold it. If a file has several, they must agree.
KEYS = {
    "d_model": ["hidden_size", "n_embd", "d_model"],
    "n_layers": ["num_hidden_layers", "n_layer", "num_layers"],
    "n_decoder_layers": ["num_decoder_layers"],
    "d_ff": ["intermediate_size", "n_inner", "ffn_dim", "ffn_hidden_size", "d_ff"],
    "activation": [
        "hidden_act",
        "hidden_activation",
        "activation_function",
        "activation",
        "dense_act_fn",
        "feed_forward_proj",
    ],
    "bias": ["mlp_bias"],
    "bias_of_opt": ["enable_bias"],
    "bias_of_falcon": ["bias"],  # in other families that of attention
    "gated": ["is_gated_act", "feed_forward_type"],
    # experts
    "n_experts": ["num_local_experts", "num_experts", "n_routed_experts"],
    "top_k": [
        "num_experts_per_tok",
        "num_experts_per_token",
        "experts_per_token",
        "moe_topk",
    ],
    "expert_d_ff": ["moe_intermediate_size"],
    "shared_d_ff": ["shared_expert_intermediate_size"],
    "n_shared_experts": ["n_shared_experts"],
    "router_bias": ["router_bias"],
    # which layers have them
    "n_first_dense": ["first_k_dense_replace"],
    "moe_step": ["decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_freq"],
    "dense_layers": ["mlp_only_layers"],
    "moe_layers": ["moe_layers"],
    "dense_d_ff": ["intermediate_size_mlp"],
    "n_moe_encoder_layers": ["num_sparse_encoder_layers"],
    "n_moe_decoder_layers": ["num_sparse_decoder_layers"],
    # embeddings
    "vocab_size": ["vocab_size"],
    "embedding_width": ["word_embed_proj_dim"],
    "tied": ["tie_word_embeddings"],
}

# The names of activations, as the layers of this package call them.
ACTIVATIONS = {
    "relu": "relu",
    "gelu": "gelu",
    "gelu_new": "gelu_tanh",
    "gelu_fast": "gelu_tanh",
    "gelu_pytorch_tanh": "gelu_tanh",
    "silu": "silu",
    "swish": "silu",
}
GATED = {"relu": "reglu", "gelu": "geglu", "gelu_tanh": "geglu_tanh", "silu": "swiglu"}

# The families by `model_type`, as far as they differ from two matrices in every layer:
#   gated    three matrices
#   experts  which layers have experts: all, after_first, by_step, listed or sparse
#   fixed    what no key decides
#   absent   what holds where the file has no key for it, or null: the default of the
#            family's own code, and only where published files rely on it
#   gates    activations that say that there are three matrices
#   read_as  the other line of KEYS that holds it here
#   ignored  keys of published files that the family's layers don't use
_gated = {"gated": True, "fixed": {"bias": False}, "absent": {"tied": False}}
_gemma = {
    "gated": True,
    # the first files say gelu, and mean the tanh form of Gemma's own code
    "fixed": {"bias": False, "activation": "geglu_tanh"},
    "absent": {"tied": True},
    "ignored": ["hidden_act", "hidden_activation"],
}
_all_experts = {
    "gated": True,
    "experts": "all",
    "fixed": {"bias": False, "router_bias": False, "shared_d_ff": 0},
    "absent": {"tied": False},
    "read_as": {"expert_d_ff": "d_ff"},
}
_by_step = {
    "gated": True,
    "experts": "by_step",
    "fixed": {"bias": False, "router_bias": False},
    "absent": {"tied": False, "dense_layers": []},
}
_deepseek = {
    "gated": True,
    "experts": "after_first",
    "fixed": {"router_bias": False},
    "absent": {"tied": False, "bias": False, "moe_step": 1},
}

# What holds in every family where there is no key: the count of embeddings is unknown.
ABSENT_IN_ALL = {"vocab_size": None, "embedding_width": "d_model"}

FAMILIES = {
    "bert": {"fixed": {"bias": True, "tied": None}, "ignored": ["tie_word_embeddings"]},
    "gpt2": {"fixed": {"bias": True}, "absent": {"tied": True, "d_ff": "4 d_model"}},
    "gpt_neox": {"fixed": {"bias": True}, "absent": {"tied": False}},
    "opt": {
        "absent": {"tied": True, "bias": True},
        "read_as": {"bias": "bias_of_opt"},
    },
    "falcon": {
        "absent": {"tied": True, "d_ff": "4 d_model", "activation": "gelu"},
        "read_as": {"bias": "bias_of_falcon"},
    },
    "t5": {
        "fixed": {"bias": False},
        "absent": {"tied": True, "n_decoder_layers": "n_layers", "activation": "relu"},
        "gates": {"gated-gelu": "geglu_tanh", "gated-silu": "swiglu"},
        "ignored": ["dense_act_fn", "is_gated_act"],  # follow from feed_forward_proj
    },
    "llama": {"gated": True, "absent": {"tied": False, "bias": False}},
    "mistral": _gated,
    "gemma": _gemma,
    "gemma2": _gemma,
    "gemma3_text": _gemma,
    "qwen2": _gated,
    "qwen3": _gated,
    "phi3": _gated,
    "olmo": _gated,
    "mixtral": _all_experts,
    "olmoe": _all_experts,
    "gpt_oss": {
        **_all_experts,
        "fixed": {
            "bias": True,
            "router_bias": True,
            "shared_d_ff": 0,
            "activation": "clamped_swiglu",
        },
        "ignored": ["hidden_act"],
    },
    "qwen2_moe": {**_by_step, "fixed": {**_by_step["fixed"], "shared_gate": True}},
    "qwen3_moe": {**_by_step, "fixed": {**_by_step["fixed"], "shared_d_ff": 0}},
    "deepseek_v2": _deepseek,
    "deepseek_v3": _deepseek,
    "kimi_k2": _deepseek,
    "glm4_moe": _deepseek,
    "llama4_text": {
        "gated": True,
        "experts": "listed",
        "fixed": {"bias": False, "router_bias": False},
        "absent": {"tied": False, "moe_layers": None},
        "read_as": {"expert_d_ff": "d_ff", "shared_d_ff": "d_ff", "d_ff": "dense_d_ff"},
    },
    "switch_transformers": {
        "experts": "sparse",
        "fixed": {"bias": False, "top_k": 1, "shared_d_ff": 0},
        "absent": {"tied": True, "router_bias": False},
        "read_as": {"expert_d_ff": "d_ff"},
        "ignored": ["feed_forward_proj", "is_gated_act", "decoder_sparse_step"],
    },
}

# Models of text and images keep the text model's configuration inside.
TEXT_PART = {"gemma3": "gemma3_text", "llama4": "llama4_text"}
