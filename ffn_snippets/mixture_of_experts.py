from fractions import Fraction
from math import inf
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import nn


class Routing(NamedTuple):
    """What the router decided for each token."""

    logits: torch.Tensor  # (..., n_experts)
    scores: torch.Tensor  # (..., n_experts), between 0 and 1
    experts: torch.Tensor  # (..., top_k), which experts
    weights: torch.Tensor  # (..., top_k), what their results are multiplied by


class Router(nn.Module):
    """Chooses top_k of n_experts for each token, and weighs them.

    scoring: "softmax" over all experts (Mixtral, Qwen), "softmax_selected" over the
        chosen ones alone (gpt-oss), or "sigmoid" of each by itself (DeepSeek-V3).
        With "sigmoid", the buffer `correction` (n_experts,) is added to the scores to
        choose, not to weigh. No gradient reaches it: after each training step, raise it
        a little for experts with less work than the mean, lower it for the others. Keep
        it in float32 when the model is in bfloat16.
    normalize: divide the weights by their sum; with top_k = 1 the weight is then 1, and
        the router gets no gradient from the layer's result.
    scale: multiply them by this at the end.
    n_groups, top_groups: with "sigmoid", choose only from the top_groups best groups
        of experts; a group counts as much as its two best experts together.

    x: (..., d_model); result: a Routing, computed in float32 or wider. Raises
    ValueError, naming the argument. Sources: Shazeer et al. 2017, §2.1, where the
    softmax follows the selection; float32: Fedus et al. 2021, §2.4; "sigmoid":
    DeepSeek-AI 2024, "DeepSeek-V3", §2.1.2.
    """

    def __init__(
        self,
        d_model,
        n_experts,
        top_k,
        *,
        router_bias=False,
        scoring="softmax",
        normalize=True,
        scale=1.0,
        n_groups=1,
        top_groups=1,
    ):
        super().__init__()
        _whole(d_model=d_model, n_experts=n_experts, top_k=top_k)
        _whole(n_groups=n_groups, top_groups=top_groups)
        _flags(router_bias=router_bias, normalize=normalize)
        _check(top_k <= n_experts, f"{top_k=} must be at most {n_experts=}")
        known = ["softmax", "softmax_selected", "sigmoid"]
        good = isinstance(scoring, str) and scoring in known
        _check(good, f"{scoring=} must be one of {', '.join(known)}")
        if scoring == "softmax_selected":
            _check(normalize, f"{normalize=} has no effect with {scoring=}")
        _check(_positive(scale), f"{scale=} must be a positive number")
        _check(top_groups <= n_groups, f"{top_groups=} must be at most {n_groups=}")
        if n_groups > 1:
            _check(scoring == "sigmoid", f"{n_groups=} needs scoring='sigmoid'")
            equal = n_experts % n_groups == 0 and n_experts // n_groups >= 2
            _check(equal, f"{n_groups=} must divide {n_experts=} by 2 or more")
            enough = top_k * n_groups <= top_groups * n_experts
            _check(enough, f"{top_groups=} of {n_groups=} must hold {top_k=} experts")
        self.top_k, self.scoring = top_k, scoring
        self.normalize, self.scale = normalize, scale
        self.n_groups, self.top_groups = n_groups, top_groups
        self.weight = nn.Parameter(torch.empty(n_experts, d_model))
        self.bias = nn.Parameter(torch.empty(n_experts)) if router_bias else None
        correction = torch.zeros(n_experts) if scoring == "sigmoid" else None
        self.register_buffer("correction", correction)
        _initialize(self.weight, self.bias)

    def forward(self, x):
        wide = torch.promote_types(x.dtype, torch.float32)
        bias = None if self.bias is None else self.bias.to(wide)
        with torch.autocast("cpu" if x.is_meta else x.device.type, enabled=False):
            logits = F.linear(x.to(wide), self.weight.to(wide), bias)
        if self.scoring == "sigmoid":
            scores = logits.sigmoid()
            experts = self._in_best_groups(scores + self.correction).topk(self.top_k)[1]
        else:
            scores = logits.softmax(-1)
            experts = logits.topk(self.top_k)[1]
        weights = scores.gather(-1, experts)
        if self.scoring == "softmax_selected":
            weights = logits.gather(-1, experts).softmax(-1)
        elif self.normalize:
            weights = weights / (weights.sum(-1, keepdim=True) + 1e-20)
        return Routing(logits, scores, experts, weights * self.scale)

    def _in_best_groups(self, choice):
        if self.n_groups == 1:
            return choice
        groups = choice.unflatten(-1, (self.n_groups, -1))
        best = groups.topk(2)[0].sum(-1).topk(self.top_groups)[1]
        left_out = torch.ones_like(groups[..., 0], dtype=torch.bool)
        left_out = left_out.scatter(-1, best, False)
        return groups.masked_fill(left_out[..., None], -inf).flatten(-2)


def load_balancing_loss(routing):
    """n_experts · Σ f · p over the experts: 1 if all have the same work, at most
    n_experts.

    routing: a Routing. f: the fraction of all choices that fell on the expert; p: the
    mean of its share of a token's scores, through which the gradient flows. Multiply it
    by a small coefficient; the function of this name in transformers gives top_k times
    as much.
    Source: Fedus et al. 2021, "Switch Transformers", §2.2, there with one choice each.
    """
    n_experts = routing.scores.shape[-1]
    p = routing.scores / (routing.scores.sum(-1, keepdim=True) + 1e-20)
    p = p.reshape(-1, n_experts)
    f = F.one_hot(routing.experts.flatten(), n_experts).to(p.dtype)
    return n_experts * (_mean(f) * _mean(p)).sum()


def router_z_loss(routing):
    """Mean over the tokens of log(Σ exp(logit))²: keeps the logits small.

    routing: a Routing. Source: Zoph et al. 2022, "ST-MoE".
    """
    return _mean(routing.logits.logsumexp(-1).flatten().square())


def swiglu(gate, up):
    return F.silu(gate) * up


class Experts(nn.Module):
    """n_experts gated layers of one width, the matrices of all in one tensor:
    gate and up (n_experts, d_ff, d_model), down (n_experts, d_model, d_ff)."""

    def __init__(self, d_model, d_ff, n_experts, *, glu, bias):
        super().__init__()
        self.glu = glu
        self.gate = nn.Parameter(torch.empty(n_experts, d_ff, d_model))
        self.up = nn.Parameter(torch.empty(n_experts, d_ff, d_model))
        self.down = nn.Parameter(torch.empty(n_experts, d_model, d_ff))
        self.gate_bias = nn.Parameter(torch.empty(n_experts, d_ff)) if bias else None
        self.up_bias = nn.Parameter(torch.empty(n_experts, d_ff)) if bias else None
        self.down_bias = nn.Parameter(torch.empty(n_experts, d_model)) if bias else None
        _initialize(self.gate, self.gate_bias)
        _initialize(self.up, self.up_bias)
        _initialize(self.down, self.down_bias)

    def forward(self, x, sizes):
        """x and the result: (n, d_model), first the sizes[0] tokens of expert 0, then
        the sizes[1] of expert 1, and so on."""
        # not self.gate[e]: the gradient of one index is as large as all the experts
        weights = zip(self.gate.unbind(), self.up.unbind(), self.down.unbind())
        biases = [(None, None, None)] * len(sizes)
        if self.down_bias is not None:
            stacked = (self.gate_bias, self.up_bias, self.down_bias)
            biases = zip(*(bias.unbind() for bias in stacked))
        results = [x[:0]]
        for tokens, weight, bias in zip(x.split(sizes), weights, biases):
            if len(tokens):
                gate, up = (F.linear(tokens, weight[i], bias[i]) for i in range(2))
                results.append(F.linear(self.glu(gate, up), weight[2], bias[2]))
        return torch.cat(results)


class MixtureOfExperts(nn.Module):
    """Σ weight · expert(x) over the chosen experts, plus the shared expert, if any.

    Each of n_experts is down(glu(gate(x), up(x))) with hidden width d_ff. The shared
    expert, of width shared_d_ff, is used by every token, times sigmoid(w · x) if
    shared_gate. bias: in every expert. router_options: keyword arguments of Router.
    glu: a function of gate and up; to pickle the module, one that has a name.
    capacity_factor: an expert takes at most ceil(capacity_factor · n · top_k /
        n_experts) of the n tokens of a call, the first in the order of x.reshape(-1,
        d_model). It adds exactly zero to the sum of every other token that chose it.

    x and the result: (..., d_model). Raises ValueError, naming the argument. For
    DistributedDataParallel: parameters of experts that no token chose may have no
    gradient.
    Sources: Shazeer et al. 2017, "Outrageously Large Neural Networks"; capacity: Fedus
    et al. 2021, §2.2; shared experts: Dai et al. 2024, "DeepSeekMoE"; gated: Qwen2-MoE.
    """

    def __init__(
        self,
        d_model,
        d_ff,
        n_experts,
        top_k,
        *,
        glu=swiglu,
        bias=False,
        shared_d_ff=0,
        shared_gate=False,
        capacity_factor=None,
        **router_options,
    ):
        super().__init__()
        _whole(d_model=d_model, d_ff=d_ff, n_experts=n_experts)
        _flags(bias=bias, shared_gate=shared_gate)
        _check(callable(glu), f"{glu=} must be a function of gate and up")
        _whole(minimum=0, shared_d_ff=shared_d_ff)
        _check(shared_d_ff or not shared_gate, f"{shared_gate=} with {shared_d_ff=}")
        if capacity_factor is not None:
            good = _positive(capacity_factor)
            _check(good, f"{capacity_factor=} must be None or a positive number")
        self.capacity_factor = capacity_factor
        self.router = Router(d_model, n_experts, top_k, **router_options)
        self.experts = Experts(d_model, d_ff, n_experts, glu=glu, bias=bias)
        self.shared = self.shared_gate = None
        if shared_d_ff:
            self.shared = Experts(d_model, shared_d_ff, 1, glu=glu, bias=bias)
        if shared_gate:
            self.shared_gate = nn.Linear(d_model, 1, bias=False)

    def forward(self, x, routing=None):
        """routing: a Routing; give self.router(x) if you need it for the losses too."""
        routing = self.router(x) if routing is None else routing
        shape, needed = tuple(routing.experts.shape), (*x.shape[:-1], self.router.top_k)
        _check(shape == needed, f"routing chooses {shape} experts, x needs {needed}")
        tokens = x.reshape(-1, x.shape[-1])  # (n, d_model)
        choices, sizes = self._by_expert(routing.experts)
        choices = choices.to(x.device)
        owner = choices // self.router.top_k  # whose choice it is
        results = self.experts(tokens[owner], sizes)
        weights = routing.weights.flatten()[choices].to(results.dtype)
        y = results.new_zeros(tokens.shape)
        y = y.index_add(0, owner, weights[:, None] * results)
        if self.shared is not None:
            shared = self.shared(tokens, [len(tokens)])
            if self.shared_gate is not None:
                shared = self.shared_gate(tokens).sigmoid() * shared
            y = y + shared
        return y.reshape(x.shape)

    def _by_expert(self, experts):
        """The choices of all tokens, first those of expert 0, and how many each has.

        Choice i is that of token i // top_k; an expert's are in the tokens' order.
        """
        n_experts = self.experts.gate.shape[0]
        experts = experts.flatten()
        if experts.is_meta:  # without values: as if all experts were chosen equally
            experts = torch.arange(len(experts), device="cpu") % n_experts
        sizes = experts.bincount(minlength=n_experts).tolist()
        choices = experts.argsort(stable=True)
        if self.capacity_factor is None:
            return choices, sizes
        # as a fraction: 1.1 · 100 is more than 110 in floating point
        up, down = Fraction(str(self.capacity_factor)).as_integer_ratio()
        capacity = -(-up * len(experts) // (down * n_experts))
        kept = [chosen[:capacity] for chosen in choices.split(sizes)]
        return torch.cat(kept), [len(chosen) for chosen in kept]


def _mean(rows):
    return rows.sum(0) / max(len(rows), 1)  # 0, not nan, without tokens


def _check(good, problem):
    if not good:
        raise ValueError(problem)


def _whole(minimum=1, **sizes):
    for name, size in sizes.items():
        good = type(size) is int and size >= minimum
        _check(good, f"{name}={size!r} must be a whole number >= {minimum}")


def _flags(**flags):
    for name, flag in flags.items():
        _check(type(flag) is bool, f"{name}={flag!r} must be True or False")


def _positive(number):
    return type(number) in (int, float) and 0 < number < inf


def _initialize(weight, bias):
    """As nn.Linear does."""
    bound = weight.shape[-1] ** -0.5
    nn.init.uniform_(weight, -bound, bound)
    if bias is not None:
        nn.init.uniform_(bias, -bound, bound)
