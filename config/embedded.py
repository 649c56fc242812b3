"""The one command: pages, live updates, jobs and schedule in one process on the embedded default.

`python -m config.embedded` prepares the database, the static files and the demonstration, then serves until
Ctrl-C.
"""

import asyncio
import contextlib
import errno
import os
import socket
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import uvicorn

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


def main() -> None:
    host = os.environ.get("HOST", "127.0.0.1")
    port = _port()
    listener = _listen(host, port)
    os.environ.setdefault("KALAN_SITE_URL", f"http://{host}:{port}")
    _prepare()
    _announce(host, port)
    with contextlib.suppress(KeyboardInterrupt):
        server(host, port).run(sockets=[listener])
    print("Kalan s’est arrêté.")


def server(host: str, port: int) -> "uvicorn.Server":
    import uvicorn

    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        lifespan="on",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=3,
        # longer than browsers rest: a connection closed just as it is used again loses what was sent
        timeout_keep_alive=75,
        # frames of forty bytes: a compressor for each socket costs more than it saves
        ws_per_message_deflate=False,
    )
    return uvicorn.Server(config)


def _port() -> int:
    text = os.environ.get("PORT", "8000")
    if not text.isdigit() or not 0 < int(text) < 65536:
        sys.exit(
            f"PORT={text} n’est pas un port : choisissez un nombre de 1 à 65535, par exemple make run "
            "PORT=8001."
        )
    return int(text)


def _listen(host: str, port: int) -> socket.socket:
    """Take the port first: nothing is prepared for a server that could not answer."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        sys.exit(_why_not(error, host, port))
    listener.listen(512)
    return listener


def _why_not(error: OSError, host: str, port: int) -> str:
    """What is wrong with the address that was asked for, and what would be right."""
    if error.errno == errno.EADDRINUSE:
        return (
            f"Le port {port} est déjà pris, peut-être par un autre Kalan. Essayez le suivant : make "
            f"run PORT={port + 1}"
        )
    if error.errno == errno.EACCES:
        return f"Le port {port} est réservé à l’administrateur. Essayez : make run PORT=8000"
    return (
        f"HOST={host} n’est pas une adresse de cette machine ({error.strerror}). Essayez : make run "
        "HOST=127.0.0.1"
    )


def _prepare() -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connections

    from config.safety import require_safe

    require_safe(settings)
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    call_command("migrate", verbosity=0, interactive=False)
    call_command("collectstatic", verbosity=0, interactive=False)
    if os.environ.get("KALAN_DEMO", "1") == "1":
        call_command("load_demo", verbosity=0)
    connections.close_all()


def _announce(host: str, port: int) -> None:
    from apps.demo.loading import DEMO_ACCOUNTS

    shown = f"[{host}]" if ":" in host else host
    print(f"\n  Kalan est ouvert : http://{shown}:{port}/\n")
    if os.environ.get("KALAN_DEMO", "1") == "1":
        print("  Comptes de démonstration (nom / mot de passe) :")
        for account in DEMO_ACCOUNTS:
            print(f"    {account.username:<12} / {account.password:<24} {account.what}")
    print(f"\n  Courrier de développement : http://{shown}:{port}/boite/")
    print("  Ctrl-C pour arrêter.\n", flush=True)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Lifespan starts and stops the jobs; everything else is the ordinary ASGI application."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    from config.asgi import application as site

    await site(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    await receive()
    async with _jobs():
        await send({"type": "lifespan.startup.complete"})
        await receive()
    await send({"type": "lifespan.shutdown.complete"})


@contextlib.asynccontextmanager
async def _jobs() -> AsyncIterator[None]:
    """A Celery worker and its beat, as threads of this process, on a broker in memory."""
    from apps.games.live.hub import bind_loop

    bind_loop(asyncio.get_running_loop())
    # Celery closes database connections, which no event loop may do.
    jobs = await asyncio.to_thread(_start_jobs)
    try:
        yield
    finally:
        await asyncio.to_thread(_stop_jobs, *jobs)


def _start_jobs() -> tuple[Any, Any, threading.Thread]:
    from celery import beat

    from config.celery import app

    worker = app.WorkController(
        pool_cls="threads",
        concurrency=3,
        queues=["celery", "mail"],
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
        loglevel="WARNING",
    )
    worker_thread = threading.Thread(target=worker.start, name="celery-worker", daemon=True)
    worker_thread.start()
    schedule = beat.EmbeddedService(app, thread=True, max_interval=1, scheduler_cls="celery.beat:Scheduler")
    schedule.start()
    return schedule, worker, worker_thread


def _stop_jobs(schedule: Any, worker: Any, worker_thread: threading.Thread) -> None:
    schedule.stop()
    worker.stop(in_sighandler=False)
    worker_thread.join(timeout=3)


if __name__ == "__main__":
    main()
