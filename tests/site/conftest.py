"""The built site, served at / and under a sub-path, in a headless Chromium."""

import functools
import http.server
import threading
from pathlib import Path

import pytest
from tests.conftest import run
from tests.site.browser import installed, is_root

SUB_PATH = "/some/sub/path/"


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder below a path, and its 404.html for what is not there, as static hosts do."""

    def __init__(self, *args, site: Path, below: str, **kwargs):
        self.below, self.site = below, site
        super().__init__(*args, directory=str(site), **kwargs)

    def translate_path(self, path):
        if not path.startswith(self.below):
            return str(self.site / "outside of the site")
        return super().translate_path(path.removeprefix(self.below))

    def send_error(self, code, message=None, explain=None):
        page = (self.site / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *args):
        pass


def serve(site: Path, below: str):
    handler = functools.partial(Handler, site=site, below=below)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
    sandbox = ["--no-sandbox"] if is_root() else []
    return {**browser_type_launch_args, "executable_path": installed(), "args": quiet + sandbox}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    return {**browser_context_args, "permissions": ["clipboard-read", "clipboard-write"]}


@pytest.fixture
def context(context):
    context.set_default_timeout(5000)  # local files: what takes longer will not come
    return context


@pytest.fixture(scope="session")
def root(built):
    """The address of the site at a host's root."""
    server = serve(built, "/")
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture(scope="session")
def below(built):
    """The address of the very same files under a sub-path."""
    server = serve(built, SUB_PATH)
    yield f"http://127.0.0.1:{server.server_port}{SUB_PATH}"
    server.shutdown()


@pytest.fixture(scope="session")
def published(tmp_path_factory) -> Path:
    """The site, built with an address and a repository."""
    site = tmp_path_factory.mktemp("published") / "site"
    done = run(
        "mkdocs", "build", "--site-dir", site,
        SITE_URL=f"https://example.org{SUB_PATH}", REPO_URL="https://github.com/example/ffn",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return site


@pytest.fixture(scope="session")
def published_url(published):
    server = serve(published, SUB_PATH)
    yield f"http://127.0.0.1:{server.server_port}{SUB_PATH}"
    server.shutdown()
