"""A plain page of ours against a minimal Django view in the same run, and what each way of serving it
costs."""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.worlds import ROOT, inside, ready, verdict

PAGE, RUNS, REQUESTS, GOAL = "/compte/charte/", 200, 300, 2.0
MINIMAL_MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
SERVERS = {
    "gunicorn, WSGI, one thread": [
        "-m",
        "gunicorn",
        "config.wsgi:application",
        "-b",
        "127.0.0.1:{port}",
        "--log-level",
        "error",
    ],
    "uvicorn, WSGI by the a2wsgi bridge": [
        "-m",
        "uvicorn",
        "config.asgi:application",
        "--port",
        "{port}",
        "--log-level",
        "error",
    ],
    "uvicorn, Django's own ASGI": [
        "-m",
        "uvicorn",
        "bench.worlds.asgi:application",
        "--port",
        "{port}",
        "--log-level",
        "error",
    ],
}


def measure() -> None:
    ready()
    print(json.dumps({"ours": ours(), "minimal": minimal(), "again": ours(), "minimal_again": minimal()}))


def ours() -> float:
    from django.core.wsgi import get_wsgi_application

    return milliseconds(get_wsgi_application(), PAGE)


def minimal() -> float:
    """The middleware that `startproject` writes, and a view that renders a page as long as ours from one
    template."""
    from django.core.handlers.wsgi import WSGIHandler
    from django.test import override_settings

    with override_settings(MIDDLEWARE=MINIMAL_MIDDLEWARE, ROOT_URLCONF="bench.worlds.minimal"):
        return milliseconds(WSGIHandler(), "/")


def milliseconds(application, path: str) -> float:
    """CPU of one request to the WSGI application, in the middle of many."""
    from io import BytesIO

    def request() -> None:
        environ = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": path,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
        }
        environ |= {
            "wsgi.input": BytesIO(),
            "wsgi.url_scheme": "http",
            "HTTP_HOST": "127.0.0.1:8000",
            "REMOTE_ADDR": "127.0.0.1",
        }
        statuses = []
        answer = application(environ, lambda status, headers: statuses.append(status))
        b"".join(answer)
        answer.close()
        assert statuses == ["200 OK"], statuses

    for _ in range(5):
        request()
    spent = []
    for _ in range(RUNS):
        start = time.process_time()
        request()
        spent.append((time.process_time() - start) * 1000)
    return statistics.median(spent)


def served() -> None:
    """Each server in turn, asked the same page over real connections; CPU of its processes for each
    request."""
    ready()
    from django.core.management import call_command

    call_command("collectstatic", verbosity=0, interactive=False)
    figures = {
        name: asyncio.run(serve(arguments, 18700 + place))
        for place, (name, arguments) in enumerate(SERVERS.items())
    }
    print(json.dumps(figures))


async def serve(arguments: list[str], port: int) -> float:
    command = [sys.executable, *(part.format(port=port) for part in arguments)]
    process = subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    )
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}{PAGE}", timeout=5).read()
                break
            except OSError:
                await asyncio.sleep(0.2)
        ask(port, 20)
        before = spent_by(process.pid)
        ask(port, REQUESTS)
        return (spent_by(process.pid) - before) / REQUESTS * 1000
    finally:
        process.terminate()
        process.wait()


def ask(port: int, times: int) -> None:
    for _ in range(times):
        urllib.request.urlopen(f"http://127.0.0.1:{port}{PAGE}", timeout=30).read()


def spent_by(pid: int) -> float:
    """Seconds of CPU of a process and its children that live."""
    tick = os.sysconf("SC_CLK_TCK")
    total = 0.0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(path.parent.name) == pid or int(fields[1]) == pid:
            total += (int(fields[11]) + int(fields[12])) / tick
    return total


def main() -> int:
    for name, cost in inside(__file__, "", "served").items():
        print(f"{name:<36} {cost:.2f} ms of CPU a request")
    one = inside(__file__, "")
    mine, least = min(one["ours"], one["again"]), min(one["minimal"], one["minimal_again"])
    print(f"{PAGE} {mine:.2f} ms, minimal Django view {least:.2f} ms of CPU")
    return verdict(
        "plain-page", f"{mine / least:.2f} × a minimal Django view", f"≤ {GOAL:.0f} ×", mine / least <= GOAL
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["inside"]:
        sys.exit(served() if sys.argv[2:] == ["served"] else measure())
    sys.exit(main())
