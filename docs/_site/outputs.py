"""Run every example in a fresh interpreter, every notebook in a fresh kernel, and record what they print: `make outputs`.

What runs is the text that the copy button gives a reader, in an empty folder. An example whose name ends in `_fails` must
fail; the last line of its traceback is part of what it prints.
"""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ffn_site import notebooks

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def copied(code: str) -> str:
    """Without the marks of annotations, which belong to the page."""
    return re.sub(r"# \(\d+\)!", "", code)


def run(example: Path, before: str = "") -> str:
    """What the example prints; `before` is code that comes first."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", before + copied(example.read_text("utf8"))],
            capture_output=True, text=True, encoding="utf8", cwd=folder, env={**os.environ, "OMP_NUM_THREADS": "1"},
        )  # fmt: skip
    must_fail = example.stem.endswith("_fails")
    if must_fail != (done.returncode != 0):
        wanted = "must fail, but ran" if must_fail else "failed"
        raise RuntimeError(f"{example}: {wanted}\n{done.stderr}")
    return done.stdout + (done.stderr.splitlines()[-1] + "\n" if must_fail else "")


def run_all(examples: list[Path]) -> dict:
    """Each example's future, all of them started, as many at a time as there are cores."""
    pool = ThreadPoolExecutor(os.cpu_count())
    started = {example: pool.submit(run, example) for example in examples}
    pool.shutdown(wait=False)
    return started


def record() -> list[Path]:
    """Rewrite what differs; returns the files that changed."""
    changed = []
    for example, running in run_all(sorted(EXAMPLES.rglob("*.py"))).items():
        output = example.with_suffix(".out")
        before = output.read_text("utf8") if output.exists() else ""
        printed = running.result()
        if printed == before:
            continue
        changed.append(output)
        if printed:
            output.write_text(printed, "utf8")
        else:
            output.unlink()
    return changed


if __name__ == "__main__":
    for path in record() + notebooks.record():
        print("recorded", path.relative_to(EXAMPLES.parents[1]))
