"""Linters read the text of the built pages: autocorrect the Chinese, codespell and proselint the English."""

import json
import re
import subprocess
import sys

import autocorrect_py
import pytest
from tests.pages import NAMES, sentences

CHINESE = re.compile("[\u4e00-\u9fff]")


def run(*command):
    return subprocess.run([sys.executable, "-m", *map(str, command)], capture_output=True, text=True, encoding="utf8")


def chinese_faults(texts):
    """Spacing between Chinese and Latin, width of punctuation; texts without a Chinese character are left alone."""
    return [f"{text}\n→ {better}" for text in texts if CHINESE.search(text) and (better := autocorrect_py.format(text)) != text]


def english_faults(texts, folder):
    path = folder / "page.txt"
    prose = "\n\n§\n\n".join(texts)  # § so that nothing is repeated across the line between two texts
    path.write_text(re.sub(r"\b8x\d+B\b", "model", prose), "utf8")  # a name, no product
    spelling = run("codespell_lib", path)
    assert spelling.returncode in (0, 65), spelling.stderr
    style = run("proselint", "check", "--output-format", "json", path)
    assert style.stdout.startswith("{"), style.stdout + style.stderr
    lines = path.read_text("utf8").split("\n")
    faults = []
    for fault in json.loads(style.stdout)["result"][f"file://{path}"]["diagnostics"]:
        line, column = fault["pos"]
        around = lines[line - 1][max(0, column - 20) : column + 40]
        if "ly" in fault["check_path"] and ("multiply-a" in around or "Sparsely-Gated" in around):
            continue  # multiply-add, multiply-accumulate: no adverb; and a paper's title
        if fault["check_path"] == "dates_times.dates.dash_and_from":
            continue  # takes "Llama-3.1 8B, from 11,008 to 14,336" for a date
        faults.append(f"{fault['check_path']}: {around!r}: {fault['message']}")
    return spelling.stdout.splitlines() + faults


@pytest.mark.parametrize("name", NAMES)
def test_chinese_is_clean(built, name):
    assert not (faults := chinese_faults(sentences(built, "zh", name))), "\n".join(faults)


@pytest.mark.parametrize("name", NAMES)
def test_english_is_clean(built, tmp_path, name):
    assert not (faults := english_faults(sentences(built, "en", name), tmp_path)), "\n".join(faults)


@pytest.mark.parametrize("text", ["参数量为3个。", "使用FFN层", "权重，共 3 个,偏置一个。", "见(上文)的说明"])
def test_a_chinese_fault_is_seen(text):
    assert chinese_faults([text])


@pytest.mark.parametrize("text", ["The seperate layers are wide.", "The the layer is wide.", "It is a very unique layer."])
def test_an_english_fault_is_seen(text, tmp_path):
    assert english_faults([text], tmp_path)
    assert not english_faults(["The layer is wide.", "The layer is wide."], tmp_path)
