"""The browser of the browser tests: Chromium without its window, or Chromium itself where there is nothing
better.

Without a window it needs a third of the work, and a tab behind another one answers as the one in front does:
in Chromium itself a press or a closing sent to such a tab now and then never comes back.
"""

import os
import shutil
import subprocess

NAMES = ("chromium-headless-shell", "chromium")


def find() -> str:
    """Its path; empty where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), "")


def missing() -> str:
    """Why there is none, after trying to install the better one; empty when there is one."""
    if not shutil.which(NAMES[0]) and os.geteuid() == 0 and shutil.which("apt-get"):
        _install()
    return (
        "" if find() else "there is no chromium, and it could not be installed (which needs root and apt-get)"
    )


def _install() -> None:
    apt("update")
    for name in NAMES:
        apt("install", "-y", "--no-install-recommends", name)
        if find():
            return


def apt(*arguments: str) -> None:
    subprocess.run(["apt-get", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
