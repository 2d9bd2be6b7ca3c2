"""What only MkDocs itself can do: build the second language and the font in the same run, and build quickly."""

import functools
import logging
import os
import socket
import sys
from pathlib import Path

from ffn_site import maths, notebooks, remembered, terms
from jinja2 import FileSystemBytecodeCache, FileSystemLoader
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, ConfigurationError
from mkdocs.plugins import event_priority
from watchdog.observers.polling import PollingObserver

ROOT = Path(__file__).parents[2]
CACHE = ROOT / ".cache"
log = logging.getLogger("mkdocs")


class ThemeLoader(FileSystemLoader):
    """Leaves hidden folders out when it lists files: MkDocs drops the theme's 14,000 icons anyway, after listing them."""

    def list_templates(self):
        found = set()
        for root in self.searchpath:
            for folder, folders, names in os.walk(root):
                folders[:] = [name for name in folders if not name.startswith(".")]
                found.update(Path(folder, name).relative_to(root).as_posix() for name in names)
        return sorted(found)


def on_startup(command, dirty):
    for chatty in ("mkdocs.plugins.mkdocs_macros.util", "mkdocs.plugins.mkdocs_jupyter", "jieba"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    # While serving, a written .pyc would be one more edit, and one within a second of the last is taken for fresh.
    if command == "serve":
        sys.dont_write_bytecode = True
        remembered.start()


@event_priority(100)
def on_config(config):
    # `mkdocs serve` keeps modules: without this an edited formula would change the shown code, not the numbers.
    for name in [name for name in sys.modules if name.split(".")[0] == "ffn_snippets"]:
        del sys.modules[name]

    remembered.look()

    # Compiling and listing the theme's templates is half of a rebuild; Jinja's cache is keyed by their text.
    CACHE.mkdir(exist_ok=True)
    terms.forget()
    words = "".join(f"{word} 100000\n" for word in terms.chinese_words())
    (CACHE / "words.zh.txt").write_text(words, "utf8")
    env = config.theme.get_env()
    env.loader = ThemeLoader(env.loader.searchpath)
    env.bytecode_cache = FileSystemBytecodeCache(str(CACHE))
    config.theme.get_env = lambda: env

    english, chinese = (
        {p.relative_to(ROOT / folder) for p in [*(ROOT / folder).rglob("*.md"), *notebooks.files(ROOT / folder)]}
        for folder in ("docs/en", "docs/zh")
    )
    for page in sorted(english ^ chinese):
        folder = "docs/zh" if page in english else "docs/en"
        raise ConfigurationError(f"{folder}/{page} is missing: a page exists in both languages or in none")

    config.repo_url = (config.repo_url or "").removesuffix(".git")
    if not config.repo_url:
        config.edit_uri = None  # no repository, no edit link
    config.extra.setdefault("root_url", config.site_url)


def on_nav(nav, config, files):
    for section in nav.items:
        if section.is_section:
            if section.title not in config.extra["sections"]:
                raise ConfigurationError(f"extra.sections has no title for {section.title!r} of nav")
            section.title = config.extra["sections"][section.title]


def on_pre_build(config):
    remembered.search_entries(config.plugins["material/search"].search_index, config.theme["language"])


def on_pre_page(page, config, files):
    page.render = functools.partial(remembered.page_render, page)


def on_page_read_source(page, config):
    if page.file.src_uri.endswith(".ipynb"):
        file = f"docs/{Path(config.docs_dir).name}/{page.file.src_uri}"
        return notebooks.to_markdown(file, page.file.content_string, config.extra["text"]["notebook"])


def on_page_markdown(markdown, page, config, files):
    for beginning, boost in config.extra["search_boost"].items():
        if page.file.src_uri.startswith(beginning):
            page.meta["search"] = {"boost": boost}


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
    maths.write_font(CACHE, site / font, site / "zh" / font)


def on_serve(server, config, builder):
    host, port = server.server_address
    with socket.socket(server.address_family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise Abort(f"{host}:{port}: {error.strerror}; choose another address with -a, as in: -a 127.0.0.1:9000")

    # MkDocs looks for edits twice a second; ten times makes an edit visible within a second.
    watched = [config.docs_dir, config.config_file_path]
    for path in watched:
        server.unwatch(path)
    server.observer = PollingObserver(timeout=0.1)
    for path in watched:
        server.watch(path)
    log.info("English: %s  中文: %szh/", server.url, server.url)
