"""What a Transformer's layers cost: parameters, FLOPs, bytes and time.

Conventions of every function here:

- Sizes are whole numbers, or sympy symbols: then the result is the formula itself.
- A multiply-add is 2 FLOPs. Only the matrix products of one forward pass count, unless
  the name says otherwise; looking up an embedding costs nothing.
- FLOPs are an amount of work. The speed is FLOP/s.
- A wrong type raises TypeError, a wrong value ValueError; both name the argument
  and what it was.
"""

import math
import numbers
import operator

BYTES = {"fp32": 4, "fp16": 2, "bf16": 2, "fp8": 1, "int8": 1, "int4": 0.5}

# Tensors of n_tokens × d_ff that autograd keeps for a layer's backward pass, by its
# activation. Of ReLU and the sigmoid it needs the result, which the next product needs
# too; of GELU and SiLU it needs the input as well.
UNGATED = {"relu": 1, "gelu": 2, "gelu_tanh": 2, "silu": 2, "relu2": 2}
GATED = {
    "glu": 3,
    "bilinear": 3,
    "reglu": 3,
    "geglu": 4,
    "geglu_tanh": 4,
    "swiglu": 4,
    "clamped_swiglu": 7,
}
SAVED = {**UNGATED, **GATED}


# --- parameters


def ffn_params(d_model, d_ff, *, gated=False, bias=True):
    """Parameters of a feed-forward layer: 2·d_model·d_ff, or 3·d_model·d_ff if gated.

    Each matrix into the hidden width adds d_ff biases, the one back adds d_model.
    Sources: Vaswani et al. 2017, §3.3; Shazeer 2020 for the gate.
    """
    d_model, d_ff = _size("d_model", d_model), _size("d_ff", d_ff)
    matrices_in = 2 if _flag("gated", gated) else 1
    weights = (matrices_in + 1) * d_model * d_ff
    biases = matrices_in * d_ff + d_model
    return weights + biases if _flag("bias", bias) else weights


def moe_params(
    d_model,
    d_ff,
    n_experts,
    *,
    gated=True,
    bias=False,
    shared_d_ff=0,
    shared_gate=False,
    router_bias=False,
):
    """Parameters of a layer of n_experts experts of width d_ff, used or not.

    n_experts · ffn_params of an expert, + ffn_params of the shared one unless
    shared_d_ff=0, + d_model·n_experts of the router. bias is that of all experts, the
    shared one too; router_bias adds n_experts, shared_gate adds d_model. DeepSeek-V3's
    correction biases are not trained by gradient, and not counted.
    Sources: Shazeer et al. 2017, §2; shared experts: Dai et al. 2024, "DeepSeekMoE".
    """
    return moe_active_params(
        d_model,
        d_ff,
        n_experts,
        n_experts,
        gated=gated,
        bias=bias,
        shared_d_ff=shared_d_ff,
        shared_gate=shared_gate,
        router_bias=router_bias,
    )


def moe_active_params(
    d_model,
    d_ff,
    n_experts,
    top_k,
    *,
    gated=True,
    bias=False,
    shared_d_ff=0,
    shared_gate=False,
    router_bias=False,
):
    """Parameters of a layer of experts that one token uses: of n_experts, only top_k.

    As moe_params in all else. The whole router and the shared expert count: every token
    uses them.
    """
    d_model, d_ff = _size("d_model", d_model), _size("d_ff", d_ff)
    n_experts, top_k = _experts(n_experts, top_k)
    options = {"gated": gated, "bias": bias}
    active = top_k * ffn_params(d_model, d_ff, **options) + d_model * n_experts
    if _flag("router_bias", router_bias):
        active += n_experts
    shared_d_ff = _size("shared_d_ff", shared_d_ff, minimum=0)
    if shared_d_ff != 0:
        active += ffn_params(d_model, shared_d_ff, **options)
    if _flag("shared_gate", shared_gate):
        if shared_d_ff == 0:
            raise ValueError("shared_gate must be False without shared_d_ff, got True")
        active += d_model
    return active


def attention_params(d_model, *, d_q=None, d_kv=None, bias=True):
    """Parameters of attention: query, key, value and output matrices.

    2·d_model·d_q + 2·d_model·d_kv, and d_q + 2·d_kv + d_model biases. d_q is the width
    of all query heads together, by default d_model; d_kv that of all key heads, by
    default d_q, and less in grouped-query attention. With the defaults: 4·d_model².
    Sources: Vaswani et al. 2017, §3.2.2; grouped queries: Ainslie et al. 2023, "GQA".
    """
    d_model, d_q, d_kv = _attention_widths(d_model, d_q, d_kv)
    weights = 2 * d_model * d_q + 2 * d_model * d_kv
    return weights + d_q + 2 * d_kv + d_model if _flag("bias", bias) else weights


def llama_d_ff(d_model, *, multiplier=1.0, multiple_of=256):
    """Hidden width by LLaMA's rule: 2/3 of 4·d_model, so that three matrices have the
    weights of two; times multiplier; then up to the next multiple of multiple_of.

    The first two steps round down. Sources: Touvron et al. 2023, §2.2, and
    https://github.com/meta-llama/llama/blob/main/llama/model.py, `FeedForward`.
    """
    d_ff = 8 * _size("d_model", d_model) // 3
    if _number("multiplier", multiplier) != 1:
        d_ff = multiplier * d_ff // 1
        d_ff = d_ff if _symbolic(d_ff) else int(d_ff)
        if d_ff == 0:
            raise ValueError(f"multiplier must leave a width, got {multiplier!r}")
    multiple_of = _size("multiple_of", multiple_of)
    return -(-d_ff // multiple_of) * multiple_of


# --- FLOPs


def ffn_flops(n_tokens, d_model, d_ff, *, gated=False):
    """FLOPs of a feed-forward layer over n_tokens: 2 for each weight and token.

    4·n·d_model·d_ff, or 6·n·d_model·d_ff if gated. Source: Narayanan et al. 2021,
    "Efficient Large-Scale Language Model Training on GPU Clusters", appendix.
    """
    n_tokens = _size("n_tokens", n_tokens, minimum=0)
    return 2 * n_tokens * ffn_params(d_model, d_ff, gated=gated, bias=False)


def moe_flops(
    n_tokens,
    d_model,
    d_ff,
    n_experts,
    top_k,
    *,
    gated=True,
    shared_d_ff=0,
    shared_gate=False,
):
    """FLOPs of a layer of experts over n_tokens: 2 for each active weight and token.

    6·n·top_k·d_model·d_ff, with 4 in place of 6 if not gated; as many for the shared
    expert with its width, without top_k; 2·n·d_model·n_experts for the router, and
    2·n·d_model for the shared gate. No token is dropped.
    Source: Fedus et al. 2021, §2.1: FLOPs are proportional to top_k, not n_experts.
    """
    n_tokens = _size("n_tokens", n_tokens, minimum=0)
    shared = {"shared_d_ff": shared_d_ff, "shared_gate": shared_gate}
    active = moe_active_params(d_model, d_ff, n_experts, top_k, gated=gated, **shared)
    return 2 * n_tokens * active


def elementwise_flops(n_tokens, d_model, d_ff, *, gated=False, bias=True):
    """FLOPs of a feed-forward layer that are in no matrix product, and in no other
    function here: 1 for each bias added, each activation, each product with a gate.

    n·d_ff, or 2·n·d_ff if gated; with biases n·(d_ff + d_model) more, or
    n·(2·d_ff + d_model) if gated. An activation counts as 1, whatever it takes. This
    convention is this package's own; a profiler's counts are higher.
    """
    n_tokens = _size("n_tokens", n_tokens, minimum=0)
    weights = ffn_params(d_model, d_ff, gated=gated, bias=False)
    biases = ffn_params(d_model, d_ff, gated=gated, bias=bias) - weights
    hidden = (2 if gated else 1) * _size("d_ff", d_ff)
    return n_tokens * (hidden + biases)


def attention_flops(n_tokens, d_model, *, d_q=None, d_kv=None, causal=False):
    """FLOPs of attention over one sequence of n_tokens; widths as in attention_params.

    The projections, 8·n·d_model² with the default widths, and 4·d_q for each pair of a
    query and a key it may see: n² pairs, or n·(n + 1)/2 if causal. That is the work
    left when everything behind the mask is skipped; code that masks the scores
    afterwards does that of causal=False. The softmax is not counted.
    Source: Narayanan et al. 2021, appendix, for the default widths without a mask.
    """
    n_tokens = _size("n_tokens", n_tokens, minimum=0)
    weights = attention_params(d_model, d_q=d_q, d_kv=d_kv, bias=False)
    _, d_q, _ = _attention_widths(d_model, d_q, d_kv)
    # n·(n + 1) or 2·n²: whole numbers for symbols too, unlike a half of them
    twice_pairs = n_tokens * (n_tokens + 1 if _flag("causal", causal) else 2 * n_tokens)
    return 2 * n_tokens * weights + 2 * twice_pairs * d_q


def training_flops(forward, *, recompute=False):
    """FLOPs of a training step whose forward pass takes `forward` FLOPs: 3 times that.

    For each product, the backward pass computes two: the gradients of its weights and
    of its input. recompute: 4 times, as the whole forward pass runs again in the
    backward pass instead of keeping its activations. Without the optimiser's work.
    Sources: Kaplan et al. 2020, §2.1; recomputation: Chen et al. 2016, "Training Deep
    Nets with Sublinear Memory Cost".
    """
    passes = 4 if _flag("recompute", recompute) else 3
    return passes * _number("forward", forward, zero=True)


def distinct_experts(n_tokens, n_experts, top_k):
    """Experts that n_tokens use together, if each chooses top_k of n_experts at random:
    n_experts · (1 − (1 − top_k/n_experts)ⁿ), a mean and so a fraction.

    One token doesn't choose an expert with probability 1 − top_k/n_experts, none of n
    tokens with the n-th power of that.
    """
    n_tokens = _size("n_tokens", n_tokens, minimum=0)
    n_experts, top_k = _experts(n_experts, top_k)
    return n_experts * (1 - (1 - top_k / n_experts) ** n_tokens)


# --- bytes and time


def weight_bytes(n_params, dtype):
    """Bytes of n_params weights in fp32, fp16, bf16, fp8, int8 or int4.

    Half a byte is rounded up. Weights only: no scales of a quantised format, no
    gradients, no optimiser state.
    """
    n_params = _size("n_params", n_params, minimum=0)
    width = BYTES[_one_of("dtype", dtype, BYTES)]
    return (n_params + 1) // 2 if dtype == "int4" else n_params * width


def saved_activation_bytes(n_tokens, d_model, d_ff, *, activation, dtype):
    """Bytes of activations that autograd keeps of a layer until its backward pass.

    The input, n·d_model values, and as many times n·d_ff as UNGATED and GATED say, for
    the layers of this package in plain PyTorch; compilers and fused kernels keep less.
    activation: a name of UNGATED or GATED. dtype: fp32, fp16 or bf16. The experts of a
    layer keep this for n·top_k tokens, beside what routing and weighing keep.
    """
    n_tokens = _size("n_tokens", n_tokens, minimum=0)
    d_model, d_ff = _size("d_model", d_model), _size("d_ff", d_ff)
    kept = SAVED[_one_of("activation", activation, SAVED)]
    dtype = _one_of("dtype", dtype, ["fp32", "fp16", "bf16"])
    return n_tokens * (d_model + kept * d_ff) * BYTES[dtype]


def ffn_bytes_moved(
    n_tokens, d_model, d_ff, *, gated=False, dtype, activation_dtype=None
):
    """Bytes that a feed-forward layer over n_tokens moves to and from memory.

    Each product reads its weights and its input once and writes its result once, gate
    and up as one product; nothing else is read or written. 2·d_model·d_ff weights in
    dtype, n·(2·d_model + 2·d_ff) activations in activation_dtype; if gated, 3 stands
    for each 2 before d_ff. activation_dtype: by default that of the weights, but for
    int4 to be given. This convention is this package's own.
    """
    weights = ffn_params(d_model, d_ff, gated=gated, bias=False)
    n_tokens = _size("n_tokens", n_tokens, minimum=0)
    d_model, d_ff = _size("d_model", d_model), _size("d_ff", d_ff)
    values = _values_moved(n_tokens, d_model, d_ff, gated)
    activation_dtype = _activation_dtype(activation_dtype, dtype)
    return weight_bytes(weights, dtype) + weight_bytes(values, activation_dtype)


def moe_bytes_moved(
    n_tokens,
    d_model,
    d_ff,
    n_experts,
    top_k,
    *,
    gated=True,
    shared_d_ff=0,
    dtype,
    activation_dtype=None,
):
    """Bytes that a layer of experts moves, on average over random choices: the weights
    of the distinct_experts in use, of the shared expert and of the router, and the
    activations of each of these layers, counted as in ffn_bytes_moved.
    """
    n_tokens = _size("n_tokens", n_tokens, minimum=0)
    d_model, d_ff = _size("d_model", d_model), _size("d_ff", d_ff)
    n_experts, top_k = _experts(n_experts, top_k)
    shared_d_ff = _size("shared_d_ff", shared_d_ff, minimum=0)
    expert = ffn_params(d_model, d_ff, gated=gated, bias=False)
    used = distinct_experts(n_tokens, n_experts, top_k)
    others = d_model * n_experts
    values = _values_moved(n_tokens * top_k, d_model, d_ff, gated)
    values += n_tokens * (d_model + n_experts)  # the router's
    if shared_d_ff != 0:
        others += ffn_params(d_model, shared_d_ff, gated=gated, bias=False)
        values += _values_moved(n_tokens, d_model, shared_d_ff, gated)
    weights = used * weight_bytes(expert, dtype) + weight_bytes(others, dtype)
    return weights + weight_bytes(values, _activation_dtype(activation_dtype, dtype))


def _values_moved(n_tokens, d_model, d_ff, gated):
    return n_tokens * (2 * d_model + (3 if gated else 2) * d_ff)


def _activation_dtype(activation_dtype, dtype):
    if activation_dtype is None and dtype != "int4":
        return dtype
    return _one_of(
        "activation_dtype", activation_dtype, [name for name in BYTES if name != "int4"]
    )


def arithmetic_intensity(flops, bytes_moved):
    """FLOPs per byte moved. Above peak FLOP/s ÷ bandwidth, computing takes longer than
    moving. For a dense layer in bf16 about n_tokens, while they are few; for one of
    experts far less, as each expert is read for the few tokens that chose it.

    Source: Williams et al. 2009, "Roofline".
    """
    flops = _number("flops", flops, zero=True)
    return flops / _number("bytes_moved", bytes_moved)


def roofline_seconds(flops, bytes_moved, *, peak_flops_per_second, bandwidth):
    """Least time in seconds: computing and moving go on at the same time, and the
    longer of the two decides.

    peak_flops_per_second: for the dtype in use. bandwidth: bytes per second.
    Source: Williams et al. 2009, "Roofline".
    """
    peak = _number("peak_flops_per_second", peak_flops_per_second)
    computing = _number("flops", flops, zero=True) / peak
    moving = _number("bytes_moved", bytes_moved, zero=True) / _number(
        "bandwidth", bandwidth
    )
    if _symbolic(computing) or _symbolic(moving):
        import sympy  # where there are symbols, there is sympy

        return sympy.Max(computing, moving)
    return max(computing, moving)


# --- arguments


def _attention_widths(d_model, d_q, d_kv):
    d_model = _size("d_model", d_model)
    d_q = d_model if d_q is None else _size("d_q", d_q)
    d_kv = d_q if d_kv is None else _size("d_kv", d_kv)
    return d_model, d_q, d_kv


def _experts(n_experts, top_k):
    n_experts, top_k = _size("n_experts", n_experts), _size("top_k", top_k)
    if not (_symbolic(n_experts) or _symbolic(top_k)) and top_k > n_experts:
        raise ValueError(f"top_k must be at most n_experts={n_experts}, got {top_k}")
    return n_experts, top_k


def _size(name, value, minimum=1):
    if _symbolic(value):
        too_small = value.is_negative or (minimum == 1 and value.is_zero)
        if value.is_integer is False or too_small:
            rule = f"stand for a whole number >= {minimum}"
            raise ValueError(f"{name} must {rule}, got {value!r}")
        return value
    try:
        whole = operator.index(value)
    except TypeError:
        whole = None
    # item(): the truth values of torch and numpy are whole numbers to operator.index
    if whole is None or isinstance(getattr(value, "item", lambda: value)(), bool):
        raise TypeError(f"{name} must be a whole number, got {value!r}")
    if whole < minimum:
        raise ValueError(f"{name} must be at least {minimum}, got {value!r}")
    return whole


def _number(name, value, zero=False):
    if _symbolic(value):
        if value.is_negative or value.is_real is False:
            raise ValueError(f"{name} must stand for a positive number, got {value!r}")
        return value
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number, got {value!r}")
    if not (0 < value < math.inf or (zero and value == 0)):
        rule = "zero or a positive number" if zero else "a positive number"
        raise ValueError(f"{name} must be {rule}, got {value!r}")
    # a Python int doesn't overflow, unlike numpy's
    return int(value) if isinstance(value, numbers.Integral) else value


def _flag(name, value):
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, got {value!r}")
    return value


def _one_of(name, value, known):
    if isinstance(value, str) and value in known:
        return value
    error = ValueError if isinstance(value, str) else TypeError
    raise error(f"{name} must be one of {', '.join(known)}, got {value!r}")


def _symbolic(value):
    return bool(getattr(value, "free_symbols", None)) and hasattr(value, "is_integer")
