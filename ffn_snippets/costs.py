"""What a Transformer layer costs: parameters, FLOPs and bytes, in exact integers.

Conventions of every function here:

- Sizes are whole numbers, or sympy symbols: then the result is the formula itself.
- A multiply-add is 2 FLOPs. Only matrix products count, in one forward pass; biases,
  activations and softmax are left out.
- A wrong type raises TypeError, a wrong value ValueError; both name the argument
  and what it was.
"""

import operator

BYTES = {"fp32": 4, "fp16": 2, "bf16": 2, "fp8": 1, "int8": 1}  # int4: two in one


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


def ffn_flops(n_tokens, d_model, d_ff, *, gated=False):
    """FLOPs of a feed-forward layer over n_tokens: 2 for each weight and token.

    4·n·d_model·d_ff, or 6·n·d_model·d_ff if gated.
    """
    n_tokens = _size("n_tokens", n_tokens, minimum=0)
    return 2 * n_tokens * ffn_params(d_model, d_ff, gated=gated, bias=False)


def attention_params(d_model, *, bias=True):
    """Parameters of multi-head attention: query, key, value and output matrices.

    4·d_model², and 4·d_model more with biases; the number of heads changes nothing.
    Source: Vaswani et al. 2017, §3.2.2.
    """
    d_model = _size("d_model", d_model)
    weights = 4 * d_model**2
    return weights + 4 * d_model if _flag("bias", bias) else weights


def attention_flops(n_tokens, d_model):
    """FLOPs of multi-head attention in which every token looks at every token.

    8·n·d_model² for the four projections, 4·n²·d_model for scores and weighted sums.
    Nothing is saved by a causal mask.
    """
    n_tokens = _size("n_tokens", n_tokens, minimum=0)
    projections = 2 * n_tokens * attention_params(d_model, bias=False)
    return projections + 4 * n_tokens**2 * _size("d_model", d_model)


def weight_bytes(n_params, dtype):
    """Bytes of n_params weights in fp32, fp16, bf16, fp8, int8 or int4.

    Half a byte is rounded up. Weights only: no scales of a quantised format, no
    gradients, no optimiser state.
    """
    n_params = _size("n_params", n_params, minimum=0)
    if dtype == "int4":
        return (n_params + 1) // 2
    if dtype not in list(BYTES):
        error = ValueError if isinstance(dtype, str) else TypeError
        known = ", ".join([*BYTES, "int4"])
        raise error(f"dtype must be one of {known}, got {dtype!r}")
    return n_params * BYTES[dtype]


def _size(name, value, minimum=1):
    if getattr(value, "free_symbols", None):
        return value
    try:
        whole = operator.index(value)
    except TypeError:
        whole = None
    if whole is None or isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, got {value!r}")
    value = whole
    if value < minimum:
        raise ValueError(f"{name} must be at least {minimum}, got {value!r}")
    return value


def _flag(name, value):
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, got {value!r}")
    return value
