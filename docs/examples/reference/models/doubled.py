from ffn_snippets.costs import attention_params, ffn_params

# Gemma's report: widths of table 1, and from table 2 the parameters without embeddings.
REPORT = {
    "2B": (18, 2048, 8 * 256, 1 * 256, 32768, 1_981_884_416),
    "7B": (28, 3072, 16 * 256, 16 * 256, 49152, 7_751_248_896),
}

for name, (n_layers, d_model, d_q, d_kv, printed, published) in REPORT.items():
    attention = attention_params(d_model, d_q=d_q, d_kv=d_kv, bias=False)
    for d_ff in (printed, printed // 2):
        layer = ffn_params(d_model, d_ff, gated=True, bias=False)
        # two norms in each layer, and one at the end
        total = n_layers * (layer + attention + 2 * d_model) + d_model
        verdict = "as published" if total == published else "not as published"
        print(f"{name}, d_ff {d_ff:,}: {total:,}, {verdict}")
