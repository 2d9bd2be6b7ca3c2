"""The layer of experts against the modules of transformers, and against a plain loop over tokens."""

import copy
import math
import pickle
from fractions import Fraction

import pytest
import torch
import torch.nn.functional as F
from ffn_snippets import costs
from ffn_snippets.gated_feed_forward import GATES, GatedFeedForward
from ffn_snippets.hf_weights import from_gpt_oss, from_moe
from ffn_snippets.mixture_of_experts import MixtureOfExperts, Router, load_balancing_loss, router_z_loss, swiglu
from hypothesis import given
from hypothesis import strategies as st
from tests.measure import flops
from tests.test_layers import same_forward_and_gradient
from torch import nn
from transformers import DeepseekV2Config, DeepseekV3Config, Glm4MoeConfig, GptOssConfig, MixtralConfig
from transformers import OlmoeConfig, Qwen2MoeConfig, Qwen3MoeConfig
from transformers.models.deepseek_v2.modeling_deepseek_v2 import DeepseekV2Moe
from transformers.models.deepseek_v3.modeling_deepseek_v3 import DeepseekV3MoE
from transformers.models.glm4_moe.modeling_glm4_moe import Glm4MoeMoE
from transformers.models.gpt_oss.modeling_gpt_oss import GptOssMLP
from transformers.models.mixtral.modeling_mixtral import MixtralSparseMoeBlock, load_balancing_loss_func
from transformers.models.olmoe.modeling_olmoe import OlmoeSparseMoeBlock
from transformers.models.qwen2_moe.modeling_qwen2_moe import Qwen2MoeSparseMoeBlock
from transformers.models.qwen3_moe.modeling_qwen3_moe import Qwen3MoeSparseMoeBlock


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


# --------------------------------------------------------------- against transformers

D_MODEL, D_FF, EXPERTS, TOP_K = 16, 24, 8, 3
COMMON = {"hidden_size": D_MODEL, "intermediate_size": D_FF, "num_experts_per_tok": TOP_K, "num_attention_heads": 4}
MOE = {**COMMON, "moe_intermediate_size": D_FF}
GROUPS = {"n_group": 4, "topk_group": 2, "norm_topk_prob": True, "routed_scaling_factor": 2.5, "n_shared_experts": 2}


def mixtral():
    return MixtralSparseMoeBlock(MixtralConfig(**COMMON, num_local_experts=EXPERTS)), from_moe, {}


def olmoe(normalize=False):
    config = OlmoeConfig(**COMMON, num_experts=EXPERTS, norm_topk_prob=normalize)
    return OlmoeSparseMoeBlock(config), from_moe, {"normalize": normalize}


def qwen3():
    config = Qwen3MoeConfig(**MOE, num_experts=EXPERTS, norm_topk_prob=True)
    return Qwen3MoeSparseMoeBlock(config), from_moe, {}


def qwen2():
    config = Qwen2MoeConfig(**MOE, num_experts=EXPERTS, shared_expert_intermediate_size=20, norm_topk_prob=False)
    return Qwen2MoeSparseMoeBlock(config), from_moe, {"normalize": False, "shared_d_ff": 20, "shared_gate": True}


def deepseek_v2():
    config = DeepseekV2Config(
        **MOE, n_routed_experts=EXPERTS, n_shared_experts=2, topk_method="greedy", routed_scaling_factor=16.0
    )
    return DeepseekV2Moe(config), from_moe, {"normalize": False, "shared_d_ff": 2 * D_FF, "scale": 16.0}


def deepseek_v3(groups=True):
    config = DeepseekV3Config(**MOE, n_routed_experts=EXPERTS, **(GROUPS if groups else {**GROUPS, "n_group": 1, "topk_group": 1}))
    groups = {"n_groups": 4, "top_groups": 2} if groups else {}
    return DeepseekV3MoE(config), from_moe, {"scoring": "sigmoid", "scale": 2.5, "shared_d_ff": 2 * D_FF, **groups}


def deepseek_v3_without_groups():
    return deepseek_v3(groups=False)


def glm4():
    config = Glm4MoeConfig(**MOE, n_routed_experts=EXPERTS, **GROUPS)
    groups = {"n_groups": 4, "top_groups": 2}
    return Glm4MoeMoE(config), from_moe, {"scoring": "sigmoid", "scale": 2.5, "shared_d_ff": 2 * D_FF, **groups}


class GptOss(GptOssMLP):
    def forward(self, x):
        return super().forward(x)[0]  # without the scores


def gpt_oss():
    ours = {"glu": GATES["clamped_swiglu"], "bias": True, "router_bias": True, "scoring": "softmax_selected"}
    return GptOss(GptOssConfig(**COMMON, num_local_experts=EXPERTS)), from_gpt_oss, ours


FAMILIES = [mixtral, olmoe, qwen3, qwen2, deepseek_v2, deepseek_v3, deepseek_v3_without_groups, glm4, gpt_oss]


def pair(family):
    theirs, converted, options = family()
    for name, tensor in [*theirs.named_parameters(), *theirs.named_buffers()]:
        nn.init.normal_(tensor, std=0.02 if "correction" in name else 0.3)  # uneven, and no correction of zero
    ours = MixtureOfExperts(D_MODEL, D_FF, EXPERTS, TOP_K, **options)
    ours.load_state_dict(converted(theirs.state_dict()))
    return ours, theirs.eval()


@pytest.mark.parametrize("family", FAMILIES)
def test_equals_the_module_of_transformers(family):
    ours, theirs = pair(family)
    x = torch.randn(2, 40, D_MODEL)
    assert ours.router(x).experts.unique().numel() == EXPERTS
    same_forward_and_gradient(ours, theirs, x)
    for name, parameter in ours.named_parameters():  # the gradients of the weights, through the same conversion
        assert parameter.grad.abs().sum() > 0, name
    gradients = {n: p.grad for n, p in theirs.named_parameters()}
    convert = from_gpt_oss if family is gpt_oss else from_moe
    for name, gradient in convert(gradients).items():
        torch.testing.assert_close(ours.get_parameter(name).grad, gradient, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("family", [mixtral, qwen2, deepseek_v3, gpt_oss])
def test_weights_that_do_not_fit_are_named(family):
    theirs, converted, options = family()
    ours = MixtureOfExperts(D_MODEL, D_FF, EXPERTS, TOP_K, **options)
    state = theirs.state_dict()
    with pytest.raises(RuntimeError, match='"surplus.weight"'):
        ours.load_state_dict(converted({**state, "surplus.weight": torch.ones(1)}))
    if family is deepseek_v3:
        with pytest.raises(RuntimeError, match='"shared_experts.gate_proj.bias"'):
            ours.load_state_dict(converted({**state, "shared_experts.gate_proj.bias": torch.ones(1)}))
    for key in state:
        with pytest.raises((KeyError, RuntimeError)) as raised:
            ours.load_state_dict(converted({k: v for k, v in state.items() if k != key}))
        ours_key = {
            "gate.e_score_correction_bias": "router.correction",
            "shared_expert_gate.weight": "shared_gate.weight",
        }.get(key, key.split(".")[-2] if key.startswith("shared") else key)
        assert ours_key.removesuffix("_proj") in str(raised.value)


# ------------------------------------------------------- against a loop over the tokens

CAPACITIES = [None, 0.3, 0.5, 1, 1.1, 2.0]


def naive(moe, x):
    """The definition, one token at a time, with GatedFeedForward for an expert."""
    d_ff, d_model = moe.experts.gate.shape[1:]
    router, capacity, taken = moe.router, math.inf, [0] * moe.experts.gate.shape[0]
    if moe.capacity_factor is not None:
        capacity = math.ceil(Fraction(str(moe.capacity_factor)) * len(x) * router.top_k / len(taken))

    def expert(stacked, e, token):
        hidden = F.linear(token, stacked.gate[e], None if stacked.gate_bias is None else stacked.gate_bias[e])
        values = F.linear(token, stacked.up[e], None if stacked.up_bias is None else stacked.up_bias[e])
        return F.linear(moe.experts.glu(hidden, values), stacked.down[e], None if stacked.down_bias is None else stacked.down_bias[e])

    results = []
    for token in x:
        logits = F.linear(token, router.weight, router.bias)
        scores = logits.sigmoid() if router.scoring == "sigmoid" else logits.softmax(0)
        preference = scores if router.scoring != "sigmoid" else scores + router.correction
        if router.n_groups > 1:
            groups = preference.view(router.n_groups, -1)
            value = [sum(sorted(group.tolist())[-2:]) for group in groups]
            best = sorted(range(router.n_groups), key=value.__getitem__)[-router.top_groups :]
            preference = torch.cat([g if i in best else torch.full_like(g, -math.inf) for i, g in enumerate(groups)])
        chosen = sorted(range(len(taken)), key=preference.tolist().__getitem__)[-router.top_k :]
        weights = logits[chosen].softmax(0) if router.scoring == "softmax_selected" else scores[chosen]
        if router.normalize:
            weights = weights / weights.sum()
        y = torch.zeros_like(token)
        for e, weight in zip(chosen, weights * router.scale, strict=True):
            taken[e] += 1
            if taken[e] <= capacity:
                y = y + weight * expert(moe.experts, e, token)
        if moe.shared is not None:
            shared = expert(moe.shared, 0, token)
            y = y + (shared if moe.shared_gate is None else moe.shared_gate(token).sigmoid() * shared)
        results.append(y)
    return torch.stack(results) if results else x * 0


@st.composite
def layers(draw):
    groups = draw(st.sampled_from([1, 2, 3]))
    n_experts = groups * draw(st.integers(2 if groups > 1 else 1, 4))
    scoring = "sigmoid" if groups > 1 else draw(st.sampled_from(["softmax", "softmax_selected", "sigmoid"]))
    top_groups = draw(st.integers(1, groups))
    shared_d_ff = draw(st.integers(0, 4))
    options = {
        "top_k": draw(st.integers(1, n_experts * top_groups // groups)),
        "scoring": scoring,
        "normalize": scoring == "softmax_selected" or draw(st.booleans()),
        "scale": draw(st.sampled_from([1.0, 2.5])),
        "n_groups": groups,
        "top_groups": top_groups,
        "router_bias": draw(st.booleans()),
        "bias": draw(st.booleans()),
        "glu": draw(st.sampled_from([swiglu, GATES["clamped_swiglu"]])),
        "shared_d_ff": shared_d_ff,
        "shared_gate": shared_d_ff > 0 and draw(st.booleans()),
        "capacity_factor": draw(st.sampled_from(CAPACITIES)),
    }
    torch.manual_seed(draw(st.integers(0, 2**32)))
    moe = MixtureOfExperts(draw(st.integers(1, 6)), draw(st.integers(1, 6)), n_experts, **options).double()
    if scoring == "sigmoid":
        moe.router.correction.normal_(std=2)  # also below zero
    return moe, torch.randn(draw(st.integers(0, 12)), moe.router.weight.shape[1], dtype=torch.float64)


@given(layers())
def test_equals_the_definition(drawn):
    moe, x = drawn
    results = []
    for function in (moe, lambda tokens: naive(moe, tokens)):
        inputs = x.clone().requires_grad_()
        y = function(inputs)
        moe.zero_grad()
        (y * torch.arange(y.numel()).view_as(y)).sum().backward()
        gradients = [torch.zeros_like(p) if p.grad is None else p.grad for p in moe.parameters()]
        results.append((y, inputs.grad, *gradients))
    torch.testing.assert_close(*results)


def test_one_expert_for_all_is_the_gated_layer():
    moe, dense = MixtureOfExperts(8, 12, 1, 1), GatedFeedForward(8, 12)
    dense.load_state_dict({f"{name}.weight": getattr(moe.experts, name)[0] for name in ("gate", "up", "down")})
    same_forward_and_gradient(moe, dense, torch.randn(2, 5, 8))


# ------------------------------------------------------------------------ the routing


@given(layers())
def test_weights_of_the_routing(drawn):
    moe, x = drawn
    router = moe.router
    logits, scores, experts, weights = router(x)
    n, n_experts = len(x), router.weight.shape[0]
    assert logits.shape == scores.shape == (n, n_experts) and experts.shape == weights.shape == (n, router.top_k)
    assert (weights >= 0).all() and all(len(set(row)) == router.top_k for row in experts.tolist())
    total = weights.sum(-1) / router.scale
    if router.normalize:
        torch.testing.assert_close(total, torch.ones_like(total))
    elif router.scoring == "softmax":
        assert (total <= 1 + 1e-9).all() and (router.top_k == n_experts or (total < 1).all())
    if router.scoring != "sigmoid":
        torch.testing.assert_close(scores.sum(-1), torch.ones_like(total))
        left_out = torch.ones_like(scores, dtype=torch.bool).scatter(-1, experts, False)
        assert (scores.masked_fill(left_out, 1).amin(-1) >= scores.masked_fill(~left_out, 0).amax(-1)).all()


def test_softmax_before_or_after_the_selection_is_the_same_once_normalised():
    before, after = Router(8, 6, 2), Router(8, 6, 2, scoring="softmax_selected")
    after.load_state_dict(before.state_dict())
    x = torch.randn(100, 8)
    torch.testing.assert_close(before(x), after(x))
    kept = Router(8, 6, 2, normalize=False)
    kept.load_state_dict(before.state_dict())
    assert (kept(x).weights.sum(-1) < 1).all()


def test_the_correction_chooses_and_does_not_weigh():
    router = Router(8, 6, 2, scoring="sigmoid", normalize=False)
    x = torch.randn(100, 8)
    router.correction[3] = 10
    routing = router(x)
    assert (routing.experts == 3).any(-1).all()
    torch.testing.assert_close(routing.weights, routing.logits.gather(-1, routing.experts).sigmoid())
    routing.weights.sum().backward()
    assert not router.correction.requires_grad and "correction" in dict(router.named_buffers())


def test_the_router_of_a_bfloat16_layer_works_in_float32():
    moe = MixtureOfExperts(64, 8, 16, 2).bfloat16()
    x = torch.randn(200, 64).bfloat16()
    routing = moe.router(x)
    assert {t.dtype for t in (routing.logits, routing.scores, routing.weights)} == {torch.float32}
    exact = F.linear(x.double(), moe.router.weight.double())
    torch.testing.assert_close(routing.logits.double(), exact, rtol=1e-5, atol=1e-5)


def test_with_one_choice_a_normalised_weight_teaches_the_router_nothing():
    for normalize, learns in [(True, False), (False, True)]:
        moe = MixtureOfExperts(8, 12, 4, 1, normalize=normalize)
        moe(torch.randn(10, 8)).square().sum().backward()
        assert bool(moe.router.weight.grad.abs().max() > 1e-6) == learns


# ------------------------------------------------------------ capacity and permutations


def test_a_dropped_token_contributes_exactly_zero():
    moe = MixtureOfExperts(8, 12, 4, 1, capacity_factor=1.0)
    x = torch.randn(1, 8).expand(10, 8).clone().requires_grad_()  # all want the same expert, which takes ceil(10 / 4)
    y = moe(x)
    assert y[:3].abs().sum(-1).min() > 0 and torch.equal(y[3:], torch.zeros(7, 8))
    y.sum().backward()
    assert torch.equal(x.grad[3:], torch.zeros(7, 8))


def test_a_token_dropped_by_one_expert_keeps_its_other_experts():
    torch.manual_seed(1)
    free, tight = MixtureOfExperts(8, 12, 4, 2), MixtureOfExperts(8, 12, 4, 2, capacity_factor=0.5)
    tight.load_state_dict(free.state_dict())
    x = torch.randn(20, 8)
    routing = free.router(x)
    seen, partial = [0] * 4, 0
    for token, (experts, weights) in enumerate(zip(routing.experts.tolist(), routing.weights, strict=True)):
        kept = torch.zeros(8)
        for e, weight in zip(experts, weights, strict=True):
            seen[e] += 1
            if seen[e] <= 5:  # ceil(0.5 · 20 · 2 / 4)
                hidden = swiglu(free.experts.gate[e] @ x[token], free.experts.up[e] @ x[token])
                kept = kept + weight * (free.experts.down[e] @ hidden)
        partial += 0 < kept.abs().sum() and not torch.allclose(kept, free(x)[token])
        torch.testing.assert_close(tight(x)[token], kept)
    assert partial


@pytest.mark.parametrize("factor, n, capacity", [(1, 20, 10), (1.01, 20, 11), (0.1, 20, 1), (2, 20, 20), (1.1, 100, 55)])
def test_capacity_is_rounded_up_from_the_written_factor(factor, n, capacity):
    """1.1 · 100 is 110, though in floating point it is more: then, a half of it would be rounded up to 56."""
    moe = MixtureOfExperts(4, 4, 2, 1, capacity_factor=factor)
    x = torch.randn(1, 4).expand(n, 4)  # all want the same of two experts
    assert (moe(x).abs().sum(-1) > 0).sum() == capacity


def test_capacity_with_torch_compile():
    moe = MixtureOfExperts(8, 12, 4, 2, capacity_factor=1.25)
    compiled = torch.compile(moe, backend="eager")
    for n in (5, 7, 1, 0):
        x = torch.randn(n, 8)
        torch.testing.assert_close(compiled(x), moe(x))


def test_scores_that_are_all_zero_give_no_nan():
    moe = MixtureOfExperts(8, 12, 4, 2, scoring="sigmoid")
    nn.init.constant_(moe.router.weight, -1)
    x = torch.full((3, 8), 200.0)
    routing = moe.router(x)
    assert torch.equal(routing.weights, torch.zeros(3, 2)) and torch.equal(moe(x), torch.zeros(3, 8))
    assert load_balancing_loss(routing) == 0


def test_new_weights_are_those_of_a_linear_layer():
    """Uniform up to 1/√(number of inputs), biases too."""
    moe = MixtureOfExperts(64, 100, 16, 2, bias=True, router_bias=True, shared_d_ff=36)
    for stacked, d_ff in ((moe.experts, 100), (moe.shared, 36)):
        for n_in, names in ((64, ("gate", "up")), (d_ff, ("down",))):
            for tensor in [getattr(stacked, name + end) for name in names for end in ("", "_bias")]:
                assert 0.9 * n_in**-0.5 < tensor.abs().max() <= n_in**-0.5
    assert 0.9 / 8 < moe.router.weight.abs().max() <= 1 / 8 and 0 < moe.router.bias.abs().max() <= 1 / 8


def test_a_capacity_for_all_changes_nothing():
    free, wide = MixtureOfExperts(8, 12, 4, 2), MixtureOfExperts(8, 12, 4, 2, capacity_factor=2.0)
    wide.load_state_dict(free.state_dict())
    x = torch.randn(3, 5, 8)
    torch.testing.assert_close(wide(x), free(x))


@given(layers(), st.randoms())
def test_a_permutation_of_the_tokens_permutes_the_result(drawn, random):
    moe, x = drawn
    moe.capacity_factor = None  # with a capacity, the first tokens go before the others
    order = list(range(len(x)))
    random.shuffle(order)
    torch.testing.assert_close(moe(x[order]), moe(x)[order])


@given(layers(), st.randoms())
def test_a_permutation_of_the_experts_changes_nothing(drawn, random):
    moe, x = drawn
    if moe.router.n_groups > 1:
        return  # groups are of neighbours
    order = list(range(moe.router.weight.shape[0]))
    random.shuffle(order)
    other = copy.deepcopy(moe)
    with torch.no_grad():
        for module in (other.router, other.experts):
            for tensor in [*module.parameters(), *module.buffers()]:
                tensor.copy_(tensor[order])
    torch.testing.assert_close(other(x), moe(x))


# ------------------------------------------------------------------------- the losses


def even_routing(n_experts, top_k):
    """Each expert chosen equally often, and all scores equal."""
    router = Router(4, n_experts, top_k)
    nn.init.zeros_(router.weight)
    routing = router(torch.randn(3 * n_experts, 4))
    experts = (torch.arange(3 * n_experts)[:, None] + torch.arange(top_k)) % n_experts
    return routing._replace(experts=experts)


@pytest.mark.parametrize("n_experts, top_k", [(8, 2), (6, 1), (4, 4), (256, 8)])
def test_the_balancing_loss_of_even_routing_is_one(n_experts, top_k):
    torch.testing.assert_close(load_balancing_loss(even_routing(n_experts, top_k)), torch.tensor(1.0))


def test_the_balancing_loss_grows_to_the_number_of_experts():
    routing = even_routing(8, 1)
    alone = F.one_hot(torch.zeros(24, dtype=torch.int64), 8).float()
    routing = routing._replace(scores=alone, experts=torch.zeros(24, 1, dtype=torch.int64))
    torch.testing.assert_close(load_balancing_loss(routing), torch.tensor(8.0))


@given(st.integers(1, 20), st.integers(1, 8), st.data())
def test_the_balancing_loss_is_that_of_transformers_for_each_choice(n, n_experts, data):
    """There, the choices of a token are added up, here they are averaged."""
    top_k = data.draw(st.integers(1, n_experts))
    routing = Router(4, n_experts, top_k)(torch.randn(n, 4))
    theirs = load_balancing_loss_func((routing.logits,), n_experts, top_k)
    torch.testing.assert_close(load_balancing_loss(routing) * top_k, theirs)


def test_the_balancing_loss_takes_shares_of_the_scores():
    """Sigmoid scores don't sum to 1: only what an expert has of a token's sum counts (DeepSeek-V3, §2.1.2)."""
    routing = even_routing(8, 2)
    for factor in (0.5, torch.rand(24, 1)):
        torch.testing.assert_close(load_balancing_loss(routing._replace(scores=factor * routing.scores)), torch.tensor(1.0))
    scores = torch.tensor([[0.9, 0.3], [0.5, 0.5], [0.2, 0.6]])  # shares of expert 0: 3/4, 1/2, 1/4
    routing = routing._replace(scores=scores, experts=torch.tensor([[0], [0], [1]]))
    torch.testing.assert_close(load_balancing_loss(routing), torch.tensor(2 * (2 / 3 * 1 / 2 + 1 / 3 * 1 / 2)))


def test_the_z_loss():
    routing = even_routing(8, 2)
    torch.testing.assert_close(router_z_loss(routing), torch.tensor(math.log(8) ** 2))
    x = torch.randn(2, 5, 4)
    routing = Router(4, 8, 2)(x)
    by_hand = [math.log(sum(math.exp(z) for z in token)) ** 2 for token in routing.logits.reshape(10, 8).tolist()]
    torch.testing.assert_close(router_z_loss(routing), torch.tensor(sum(by_hand) / 10))


def test_losses_are_for_any_leading_shape_and_train_the_router():
    router = Router(4, 8, 2, scoring="sigmoid")
    x = torch.randn(2, 3, 5, 4)
    flat = router(x.reshape(30, 4))
    for loss in (load_balancing_loss, router_z_loss):
        torch.testing.assert_close(loss(router(x)), loss(flat))
        router.zero_grad()
        loss(router(x)).backward()
        assert router.weight.grad.abs().sum() > 0
        assert loss(router(x[:0])) == 0 and loss(router(x[0, 0, 0])).isfinite()


def test_a_routing_made_before_is_used():
    moe = MixtureOfExperts(8, 12, 4, 2)
    x = torch.randn(3, 5, 8)
    routing = moe.router(x)
    torch.testing.assert_close(moe(x, routing), moe(x))
    doubled = routing._replace(weights=2 * routing.weights)
    torch.testing.assert_close(moe(x, doubled), 2 * moe(x))
    with pytest.raises(ValueError, match=r"routing chooses \(3, 5, 2\) experts, x needs \(5, 2\)"):
        moe(x[0], routing)
    with pytest.raises(ValueError, match=r"routing chooses \(3, 5, 1\) experts, x needs \(3, 5, 2\)"):
        moe(x, Router(8, 4, 1)(x))


# ------------------------------------------------------------------- as a layer is used

OPTIONS = [
    {},
    {"scoring": "sigmoid", "n_groups": 2, "top_groups": 1},
    {"scoring": "softmax_selected", "bias": True, "router_bias": True, "glu": GATES["clamped_swiglu"]},
    {"normalize": False, "shared_d_ff": 6, "shared_gate": True, "capacity_factor": 1.0},
]
each_layer = pytest.mark.parametrize("options", OPTIONS, ids=["plain", "groups", "gpt-oss", "shared"])


@each_layer
@pytest.mark.parametrize("shape", [(8,), (3, 8), (2, 3, 8), (0, 8), (2, 0, 8)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_any_leading_shape(options, shape, dtype):
    moe = MixtureOfExperts(8, 12, 4, 2, **options).to(dtype)
    x = torch.randn(shape, dtype=dtype, requires_grad=True)
    y = moe(x)
    y.sum().backward()
    assert y.shape == x.shape and y.dtype == dtype and x.grad.shape == x.shape
    for i, token in enumerate(x.reshape(-1, 8)):
        if moe.capacity_factor is None:
            torch.testing.assert_close(moe(token), y.reshape(-1, 8)[i], rtol=0.02, atol=0.02)


@each_layer
def test_meta_device_pickle_and_state(options):
    with torch.device("meta"):
        moe = MixtureOfExperts(8, 12, 4, 2, **options)
        x = torch.empty(3, 5, 8, requires_grad=True)
        y = moe(x)
        y.sum().backward()
        assert y.is_meta and y.shape == x.shape == x.grad.shape and moe(torch.empty(0, 8)).shape == (0, 8)
    moe = MixtureOfExperts(8, 12, 4, 2, **options)
    x = torch.randn(9, 8)
    torch.testing.assert_close(pickle.loads(pickle.dumps(moe))(x), moe(x))
    torch.testing.assert_close(copy.deepcopy(moe)(x), moe(x))


@each_layer
def test_autocast(options):
    """The router works in float32 here too, and chooses the same experts."""
    moe = MixtureOfExperts(8, 12, 4, 2, **{**options, "capacity_factor": None})
    x = torch.randn(20, 8)
    with torch.autocast("cpu", torch.bfloat16):
        y, routing = moe(x), moe.router(x)
    torch.testing.assert_close(routing, moe.router(x))
    torch.testing.assert_close(y.float(), moe(x), rtol=0.05, atol=0.05)


@pytest.mark.parametrize("n", [1, 5, 16])
def test_flops_on_the_meta_device_are_those_of_even_choices(n):
    with torch.device("meta"):
        moe = MixtureOfExperts(8, 12, 4, 2, shared_d_ff=6)
        assert flops(moe, torch.empty(n, 8)) == costs.moe_flops(n, 8, 12, 4, 2, shared_d_ff=6)
        tight = MixtureOfExperts(8, 12, 4, 2, capacity_factor=1)
        assert flops(tight, torch.empty(n, 8)) == costs.moe_flops(n, 8, 12, 4, 2)  # nothing is dropped


def test_gradients_in_float64():
    moe = MixtureOfExperts(4, 5, 4, 2, bias=True, shared_d_ff=3, shared_gate=True).double()
    x = torch.randn(6, 4, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(moe, x)


def test_every_expert_runs_once_and_only_on_its_own_tokens(monkeypatch):
    moe = MixtureOfExperts(8, 12, 6, 2)
    x = torch.randn(40, 8)
    tokens = moe.router(x).experts.flatten().bincount(minlength=6).tolist()
    calls, linear = [], F.linear
    monkeypatch.setattr(F, "linear", lambda x, *weights: calls.append(tuple(x.shape)) or linear(x, *weights))
    moe(x)
    assert calls == [(40, 8), *(shape for n in tokens if n for shape in [(n, 8), (n, 8), (n, 12)])]


def test_no_work_is_done_for_experts_that_were_not_chosen():
    one, many = MixtureOfExperts(16, 24, 2, 2), MixtureOfExperts(16, 24, 64, 2)
    x = torch.randn(10, 16)
    router = 2 * 10 * 16 * (64 - 2)
    assert flops(many, x) - flops(one, x) == router


GOOD = {"d_model": 8, "d_ff": 12, "n_experts": 8, "top_k": 2}


@pytest.mark.parametrize(
    "bad, named",
    [
        *[({size: value}, f"{size}={value!r} ") for size in GOOD for value in (0, -1, 1.5, True, None, "8")],
        *[({size: value}, f"{size}={value!r} ") for size in ("n_groups", "top_groups") for value in (0, -1, 1.5, True, None)],
        *[({"shared_d_ff": value}, f"shared_d_ff={value!r} ") for value in (-1, 1.5, False, None)],
        *[({flag: 1}, f"{flag}=1 ") for flag in ("bias", "router_bias", "normalize", "shared_gate")],
        *[({"scale": value}, f"scale={value!r} ") for value in (0, -1, True, math.nan, math.inf, "1")],
        *[({"capacity_factor": value}, f"capacity_factor={value!r} ") for value in (0, -1, True, math.nan, math.inf)],
        *[({"scoring": value}, f"scoring={value!r} ") for value in ("max", None, ["softmax"])],
        ({"top_k": 9}, "top_k=9 must be at most n_experts=8"),
        ({"glu": "swiglu"}, "glu='swiglu' "),
        ({"scoring": "softmax_selected", "normalize": False}, "normalize=False has no effect with scoring="),
        ({"shared_gate": True}, "shared_gate=True with shared_d_ff=0"),
        ({"n_groups": 2}, "n_groups=2 needs scoring='sigmoid'"),
        ({"top_groups": 2}, "top_groups=2 must be at most n_groups=1"),
        ({"scoring": "sigmoid", "n_groups": 3}, "n_groups=3 must divide n_experts=8"),
        ({"scoring": "sigmoid", "n_groups": 8}, "n_groups=8 must divide n_experts=8"),
        ({"scoring": "sigmoid", "n_groups": 4, "top_k": 3}, "top_groups=1 of n_groups=4 must hold top_k=3"),
    ],
)
def test_a_bad_argument_is_named_with_its_value(bad, named):
    with pytest.raises(ValueError) as raised:
        MixtureOfExperts(**{**GOOD, **bad})
    assert str(raised.value).startswith(named)


def test_an_unknown_argument_is_refused():
    with pytest.raises(TypeError, match="capasity"):
        MixtureOfExperts(**GOOD, capasity=1.0)


def test_the_file_stands_alone():
    from tests.published_blocks import ROOT

    for name in ("feed_forward", "gated_feed_forward", "mixture_of_experts"):
        source = (ROOT / f"ffn_snippets/{name}.py").read_text("utf8")
        assert "ffn_snippets" not in source
        exec(compile(source, name, "exec"), {"__name__": "__main__"})
