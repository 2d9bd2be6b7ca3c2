"""From the layouts of `transformers` to the layers of this package.

Each function takes the state_dict() of one layer's feed-forward module, as
transformers 5 holds it in memory, and returns that of the layer here. The files of a
checkpoint may look different.

    ffn = GatedFeedForward(4096, 11008)
    ffn.load_state_dict(from_linear(model.model.layers[0].mlp.state_dict()))

A key that a function doesn't know keeps its name, so that load_state_dict refuses and
names it. A missing key raises KeyError here, or is named by load_state_dict.
"""

NAMES = {
    # LLaMA, Mistral, Qwen: GatedFeedForward; Gemma with variant="geglu_tanh"
    "gate_proj": "gate",
    "up_proj": "up",
    "down_proj": "down",
    # T5 1.1: GatedFeedForward(variant="geglu_tanh")
    "wi_0": "gate",
    "wi_1": "up",
    "wo": "down",
    # T5: FeedForward(bias=False), with wo too
    "wi": "up",
    # OPT: FeedForward
    "fc1": "up",
    "fc2": "down",
    # GPT-NeoX: FeedForward(activation="gelu"); Falcon with bias=False
    "dense_h_to_4h": "up",
    "dense_4h_to_h": "down",
    # BERT: FeedForward(activation="gelu"); the keys of a layer that start with these
    "intermediate.dense": "up",
    "output.dense": "down",
}


def from_linear(state):
    """The matrices of nn.Linear, one by one, under other names: see NAMES."""
    ours = {}
    for key, tensor in state.items():
        module, dot, kind = key.rpartition(".")
        ours[NAMES.get(module, module) + dot + kind] = tensor
    return ours


def from_fused(state):
    """Phi-3 → GatedFeedForward: gate_up_proj is (2·d_ff, d_model), gate in front."""
    state = dict(state)
    gate, up = state.pop("gate_up_proj.weight").chunk(2)
    return {"gate.weight": gate, "up.weight": up, **from_linear(state)}


def from_gpt2(state):
    """GPT-2 → FeedForward(activation="gelu_tanh"). Its Conv1D keeps a matrix as
    (in, out), nn.Linear as (out, in)."""
    state = dict(state)
    up, down = state.pop("c_fc.weight").T, state.pop("c_proj.weight").T
    biases = {"up.bias": state.pop("c_fc.bias"), "down.bias": state.pop("c_proj.bias")}
    return {"up.weight": up, "down.weight": down, **biases, **state}


def from_moe(state):
    """experts.gate_up_proj (n_experts, 2·d_ff, d_model); their `gate` is our router.

    Mixtral: the defaults. Qwen-MoE: normalize=norm_topk_prob, and where it has a shared
    expert shared_d_ff=shared_expert_intermediate_size, shared_gate=True. DeepSeek-V3:
    scoring="sigmoid", normalize=norm_topk_prob, scale=routed_scaling_factor,
    n_groups=n_group, top_groups=topk_group, and shared_d_ff of all n_shared_experts
    together. Not for DeepSeek-V2, whose groups are chosen after a softmax; V2-Lite has
    none: normalize=False.
    """
    state = dict(state)
    gate, up = state.pop("experts.gate_up_proj").chunk(2, dim=1)
    ours = {
        "experts.gate": gate,
        "experts.up": up,
        "experts.down": state.pop("experts.down_proj"),
        "router.weight": state.pop("gate.weight"),
    }
    if "gate.e_score_correction_bias" in state:
        ours["router.correction"] = state.pop("gate.e_score_correction_bias")
    if "shared_expert_gate.weight" in state:
        ours["shared_gate.weight"] = state.pop("shared_expert_gate.weight")
    for module in ("shared_expert", "shared_experts"):
        for name in ("gate", "up", "down"):
            key = f"{module}.{name}_proj.weight"
            if key in state:
                ours[f"shared.{name}"] = state.pop(key)[None]  # one expert
    return {**ours, **state}


def from_gpt_oss(state):
    """experts.gate_up_proj (n_experts, d_model, 2·d_ff), a column of gate, one of up, …

    For MixtureOfExperts(…, glu=GATES["clamped_swiglu"], bias=True, router_bias=True,
    scoring="softmax_selected").
    """
    state = dict(state)
    gate_up = state.pop("experts.gate_up_proj").mT
    bias = state.pop("experts.gate_up_proj_bias")
    return {
        "experts.gate": gate_up[:, 0::2],
        "experts.up": gate_up[:, 1::2],
        "experts.down": state.pop("experts.down_proj").mT,
        "experts.gate_bias": bias[:, 0::2],
        "experts.up_bias": bias[:, 1::2],
        "experts.down_bias": state.pop("experts.down_proj_bias"),
        **state,
    }
