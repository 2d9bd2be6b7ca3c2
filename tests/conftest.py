import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings
from tests.published_blocks import ROOT

settings.register_profile("default", deadline=None)  # torch's first call in a process is slow
settings.load_profile("default")


def run(*command, cwd=ROOT, **env):
    """Run a command of this environment; returns what it did with stdout and stderr together."""
    return subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=cwd,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf8",
    )


@pytest.fixture(scope="session")
def built(tmp_path_factory) -> Path:
    """The site, built once as `make build` does, without an address."""
    site = tmp_path_factory.mktemp("built") / "site"
    done = run("mkdocs", "build", "--site-dir", site, SITE_URL="", REPO_URL="")
    assert done.returncode == 0, done.stdout
    return site


@pytest.fixture
def project(tmp_path) -> Path:
    """A copy of the project to break; with PYTHONPATH set to it, its own packages are the ones imported."""
    copy = tmp_path / "project"
    ignore = shutil.ignore_patterns(".git", ".venv", "site", "*.egg-info", "__pycache__", ".pytest_cache")
    shutil.copytree(ROOT, copy, ignore=ignore)
    (copy / "ffn_site").symlink_to(copy / "docs" / "_site")
    return copy
