"""The one thing only MkDocs can do: build the second language and the font in the same run."""

import sys
from pathlib import Path

from ffn_site import maths
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.plugins import event_priority

ROOT = Path(__file__).parents[2]


@event_priority(100)
def on_config(config):
    # `mkdocs serve` keeps modules: without this an edited formula would change the shown code, not the numbers.
    for name in [name for name in sys.modules if name.split(".")[0] == "ffn_snippets"]:
        del sys.modules[name]
    if not config.repo_url:
        config.edit_uri = None  # no repository, no edit link
    config.extra.setdefault("root_url", config.site_url)


def on_post_build(config):
    if config.theme["language"] != "en":
        return
    site = Path(config.site_dir)
    chinese = load_config(
        str(ROOT / "mkdocs.zh.yml"),
        site_dir=str(site / "zh"),
        site_url=config.site_url and f"{config.site_url}zh/",
        strict=config.strict,
    )
    chinese.extra["root_url"] = config.site_url
    chinese.theme.static_templates.discard("404.html")  # hosts serve one, at the root; it is bilingual
    chinese.plugins.on_startup(command="build", dirty=False)
    build(chinese)
    font = "assets/fonts/maths.woff2"
    maths.write_font(ROOT / ".cache", site / font, site / "zh" / font)
