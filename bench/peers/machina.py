"""django-machina beside us: its environment, made once in var/peers, and the process that serves its
pages."""

import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import django

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "var" / "peers" / "machina"
WANTED = ("django-machina==1.3.1", f"django=={django.__version__}")


class Machina:
    """Its site in a child process; `None` from `start` where it cannot be installed."""

    def __init__(self, process: subprocess.Popen, order: dict[str, Any]) -> None:
        self.process = process
        self._send(json.dumps(order))
        self.queries: dict[str, int] = self._answer()["queries"]

    @classmethod
    def start(cls, order: dict[str, Any]) -> "Machina | None":
        python = _environment()
        if python is None:
            return None
        command = [str(python), "-P", str(Path(__file__).with_name("machina_site.py"))]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd="/")
        return cls(process, order)

    def cpu(self, page: str) -> float:
        """Milliseconds of CPU a page, over one small batch."""
        self._send(page)
        return self._answer()["cpu"]

    def stop(self) -> None:
        self.process.stdin.close()
        self.process.wait(timeout=30)

    def _send(self, line: str) -> None:
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def _answer(self) -> dict[str, Any]:
        return json.loads(self.process.stdout.readline())


def _environment() -> Path | None:
    """Its Python, with the same Django as ours; None when the packages cannot be had."""
    python = FOLDER / "bin" / "python"
    asked = f"import django, machina; assert django.__version__ == {django.__version__!r}"
    if (
        python.exists()
        and subprocess.run([python, "-c", asked], check=False, capture_output=True).returncode == 0
    ):
        return python
    print("installing django-machina in var/peers…", file=sys.stderr)
    venv.create(FOLDER, with_pip=True, clear=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *WANTED]
    done = subprocess.run(install, check=False, capture_output=True)
    return python if done.returncode == 0 else None
