"""The browser of the browser tests: Chromium without its window, which needs a third of the work, or Chromium itself."""

import os
import shutil
import subprocess

NAMES = ("chromium-headless-shell", "chromium")


def find() -> str:
    """Its path; empty where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), "")


def missing() -> str:
    """Why there is none, after trying to install one; empty when there is one."""
    if find():
        return ""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return "there is no chromium, and installing it needs root and apt-get"
    apt("update")
    for name in NAMES:
        apt("install", "-y", "--no-install-recommends", name)
        if find():
            return ""
    return "chromium could not be installed"


def apt(*arguments: str) -> None:
    subprocess.run(["apt-get", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
