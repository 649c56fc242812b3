"""Pin requirements/*.in into requirements/*.txt with hashes, without the address of any index."""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "requirements"

for name in ("installer", "runtime", "production", "development"):
    command = [
        sys.executable,
        "-m",
        "uv",
        "pip",
        "compile",
        "--quiet",
        "--generate-hashes",
        "--no-emit-index-url",
        "--no-header",
    ]
    command += [
        "--universal",
        "--python-version",
        "3.11",
        str(FOLDER / f"{name}.in"),
        "-o",
        str(FOLDER / f"{name}.txt"),
    ]
    subprocess.run(command, check=True, cwd=FOLDER.parent)
    print(f"requirements/{name}.txt is pinned")
