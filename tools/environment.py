"""Create the virtual environment from the pinned, hashed requirements. Runs on a bare Python, so only the
library.

uv installs in seconds; where it cannot be had, pip does the same with the same hashes.
"""

import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
INSTALLER = ROOT / "requirements" / "installer.txt"  # uv


def main(name: str) -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  (this file runs before the right Python is known)
        sys.exit(
            f"Kalan needs Python 3.11 or newer; this is {sys.version.split()[0]}. Try: make "
            "PYTHON=python3.12 run"
        )
    start = time.monotonic()
    if not PYTHON.exists():
        create_environment()
    requirements = ROOT / "requirements" / f"{name}.txt"
    install(requirements)
    stamp(name)
    print(f"Environment ready ({name}, {time.monotonic() - start:.0f} s).")


def create_environment() -> None:
    try:
        venv.create(VENV, with_pip=True, clear=True)
    except (subprocess.CalledProcessError, SystemExit) as error:
        sys.exit(
            f"python3 could not create a virtual environment ({error}). On Debian: apt-get install "
            "python3-venv"
        )


def install(requirements: Path) -> None:
    pip = [
        str(PYTHON),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--require-hashes",
        "-r",
    ]
    uv = [
        str(PYTHON),
        "-m",
        "uv",
        "pip",
        "install",
        "--quiet",
        "--python",
        str(PYTHON),
        "--require-hashes",
        "-r",
    ]
    quick = subprocess.run([*pip, str(INSTALLER)], check=False, stderr=subprocess.DEVNULL).returncode == 0
    if quick and run([*uv, str(requirements)]):
        return
    if not run([*pip, str(requirements)]):
        sys.exit(f"The packages of {requirements.name} could not be installed: is there a network?")


def run(command: list[str]) -> bool:
    return subprocess.run(command, check=False).returncode == 0


def stamp(name: str) -> None:
    """The tools' environment holds the runtime too."""
    for stamped in {name, "runtime"}:
        (VENV / f"{stamped}.stamp").touch()


if __name__ == "__main__":
    main(sys.argv[1])
