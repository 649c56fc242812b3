"""Checks styles and scripts with biome (biome.json): `python -m tools.biome static/js`.

Node is a tool of the developers, never of the server. Where it is missing the check is left out, and says so;
KALAN_REQUIRE_ALL=1 (continuous integration) treats that as a failure.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIOME = ROOT / "node_modules" / ".bin" / "biome"


def main(folders: list[str]) -> int:
    why = missing()
    if why:
        print(f"biome: left out, {why}")
        return int(os.environ.get("KALAN_REQUIRE_ALL") == "1")
    checked = subprocess.run(
        [BIOME, "check", "--error-on-warnings", *folders],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    print("biome: clean" if checked.returncode == 0 else checked.stdout + checked.stderr)
    return checked.returncode


def missing() -> str:
    """Why biome cannot run, after trying to install what package-lock.json pins; empty when it can."""
    if not shutil.which("node"):
        return "there is no node on this machine"
    if not BIOME.exists() and shutil.which("npm"):
        # Not `npm ci`: it wants the packages of every platform in the lock; an index may not carry them.
        command = ["npm", "install", "--no-save", "--no-audit", "--no-fund", "--silent"]
        subprocess.run(command, cwd=ROOT, check=False)
    return "" if BIOME.exists() else "npm could not install it"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
