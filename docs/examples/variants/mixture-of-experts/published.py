from ffn_snippets.models import CONVENTIONS, MODELS

published = {  # in billions, as rounded in the release
    "Mixtral 8x7B": "12.9",
    "OLMoE-1B-7B": "1.3",
    "DeepSeek-V2": "21",
    "DeepSeek-V3": "37",
    "Kimi-K2": "32",
    "Qwen3-30B-A3B": "3.3",
    "gpt-oss-20b": "3.6",
    "gpt-oss-120b": "5.1",
}
short = {name: name.replace("_", " ") for name in CONVENTIONS}
for name, figure in published.items():
    places = len(figure.partition(".")[2])
    fits = [
        short[convention]
        for convention in CONVENTIONS
        if f"{MODELS[name].active_params(convention) / 1e9:.{places}f}" == figure
    ]
    print(f"{name}, {figure}: {' or '.join(fits) or 'none'}")
