import json

from ffn_snippets.models import MODELS


def kind(model):
    if model.n_moe_layers:
        return "moe"
    return "gated" if model.gated else "ungated"


atlas = {
    picture: {name: {"points": [], "names": []} for name in ("ungated", "gated", "moe")}
    for picture in ("widths", "shares")
}


def add(picture, model, point, shown):
    series = atlas[picture][kind(model)]
    series["points"].append(point)
    series["names"].append(f"{model.name}: {shown}")


for model in MODELS.values():
    width = model.d_ff
    if model.n_moe_layers:  # what a token uses in a layer with experts
        width = model.top_k * model.expert_d_ff + model.shared_d_ff
    add("widths", model, (model.d_model, width), f"{model.d_model:,} → {width:,}")
    if model.total_params:
        share = float(f"{model.ffn_share:.3g}")
        add("shares", model, (model.total_params, share), f"{model.ffn_share:.1%}")

print(json.dumps(atlas, ensure_ascii=False))
