"""Run every example in a fresh interpreter and record what it prints: `make outputs`.

An example whose name ends in `_fails` must fail; the last line of its traceback is part of what it prints.
"""

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def run(example: Path) -> str:
    done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, encoding="utf8")
    must_fail = example.stem.endswith("_fails")
    if must_fail != (done.returncode != 0):
        wanted = "must fail, but ran" if must_fail else "failed"
        raise RuntimeError(f"{example}: {wanted}\n{done.stderr}")
    return done.stdout + (done.stderr.splitlines()[-1] + "\n" if must_fail else "")


def record() -> list[Path]:
    """Rewrite what differs; returns the files that changed."""
    changed = []
    for example in sorted(EXAMPLES.rglob("*.py")):
        output = example.with_suffix(".out")
        before = output.read_text("utf8") if output.exists() else ""
        printed = run(example)
        if printed == before:
            continue
        changed.append(output)
        if printed:
            output.write_text(printed, "utf8")
        else:
            output.unlink()
    return changed


if __name__ == "__main__":
    for path in record():
        print("recorded", path.relative_to(EXAMPLES.parents[1]))
