"""`mkdocs serve` in a copy of the project: an edit is live in both languages, code and numbers alike, without torch."""

import os
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

START, LIVE = 40, 20  # seconds: far above what is usual, for a busy machine


def free_port() -> int:
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        return opened.getsockname()[1]


@pytest.fixture
def served(project, tmp_path):
    without_torch = tmp_path / "without_torch"
    without_torch.mkdir()
    (without_torch / "torch.py").write_text("raise ImportError('the site must not need torch')")
    address = f"127.0.0.1:{free_port()}"
    log = tmp_path / "serve.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "-a", address],
            cwd=project,
            env={**os.environ, "SITE_URL": "", "REPO_URL": "", "PYTHONPATH": f"{project}{os.pathsep}{without_torch}"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    base = f"http://{address}/"

    def get(path: str) -> str:
        with urllib.request.urlopen(base + path, timeout=5) as response:
            return response.read().decode()

    def wait_for(condition, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            assert process.poll() is None, log.read_text()
            try:
                if condition():
                    return
            except OSError:
                pass  # not listening yet
            time.sleep(0.1)
        pytest.fail(f"not within {seconds} s\n{log.read_text()}")

    wait_for(lambda: get("") and get("zh/"), START)
    yield project, get, wait_for, log
    process.kill()
    process.wait()


def test_an_edited_formula_changes_code_and_numbers_in_both_languages(served):
    project, get, wait_for, log = served
    assert "中文: http://127.0.0.1" in log.read_text() and "/zh/" in log.read_text()
    costs = project / "ffn_snippets" / "costs.py"
    code = costs.read_text("utf8")
    for biases, params in ((5, "4,734,720"), (0, "4,719,360")):
        edited = code.replace("biases = matrices_in * d_ff", f"biases = {biases} * d_ff", 1)
        costs.write_text(edited, "utf8")
        for language in ("", "zh/"):
            wait_for(lambda: f"<strong>{params}</strong>" in get(language), LIVE)
            shown = f'<span class="mi">{biases}</span> <span class="o">*</span> <span class="n">d_ff</span>'
            wait_for(lambda: shown in get(language + "reference/snippets/"), LIVE)


def test_a_page_with_a_fault_is_named_and_serving_goes_on(served):
    project, get, wait_for, log = served
    page = project / "docs" / "zh" / "about.md"
    text = page.read_text("utf8")
    page.write_text(text + "\n[[ no_such_name ]]\n", "utf8")
    wait_for(lambda: "no_such_name" in log.read_text(), LIVE)
    page.write_text(text + "\n改好了\n", "utf8")
    wait_for(lambda: "改好了" in get("zh/about/"), LIVE)
