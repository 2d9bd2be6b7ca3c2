"""The headless Chromium of the browser tests. As a command: install one where none is found."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def installed() -> str | None:
    """The path of a Chromium: the system's, or the one that playwright downloaded."""
    for path in filter(None, map(shutil.which, NAMES)):
        return path
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def install() -> None:
    if is_root() and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"], check=True)
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


if __name__ == "__main__":
    if installed() is None:
        install()
    found = installed()
    if found is None:
        sys.exit("no Chromium was found, and none could be installed")
    print(f"browser: {Path(found).name}")
