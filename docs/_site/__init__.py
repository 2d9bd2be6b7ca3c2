"""What builds the site; importable as `ffn_site`. Nothing in `ffn_snippets` imports it."""
