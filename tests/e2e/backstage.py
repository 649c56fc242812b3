"""Behind the curtain of a running site: one process that works on its data with the services, told what to do
line by line.

`python -m tests.e2e.backstage` reads `{"scene": "letters.court", "with": {…}}` and answers each line with one
of JSON. It is started once for a server: what a test does not walk through in the browser then costs
milliseconds.
"""

import importlib
import json
import os
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

from tests import dice

ROOT = Path(__file__).resolve().parent.parent.parent


class Backstage:
    """The tests' end: `backstage("letters.court", width=390)` plays `tests/e2e/scenes/letters.py:
    court(width=390)`."""

    def __init__(self, folder: Path) -> None:
        environment = {
            **os.environ,
            "KALAN_DATA_DIR": str(folder),
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "KALAN_LOG_LEVEL": "ERROR",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.backstage"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, scene: str, **given: Any) -> Any:
        self.process.stdin.write(json.dumps({"scene": scene, "with": given}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"the process behind the stage ended during {scene}"
        answer = json.loads(line)
        assert "fault" not in answer, answer["fault"]
        return answer["made"]

    def leave(self) -> None:
        self.process.stdin.close()
        self.process.wait(timeout=120)


def main() -> None:
    import django

    django.setup()
    dice.load_all_alike("browser")
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            answer = {"made": play(asked["scene"], asked["with"])}
        except Exception:  # told to the test, whatever it was; the next scene may still be played
            answer = {"fault": traceback.format_exc()}
        print(json.dumps(answer), flush=True)


def play(scene: str, given: dict[str, Any]) -> Any:
    module, _dot, verb = scene.partition(".")
    return getattr(importlib.import_module(f"tests.e2e.scenes.{module}"), verb)(**given)


if __name__ == "__main__":
    main()
