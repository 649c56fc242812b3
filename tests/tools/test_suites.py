"""What `make test` says about what it leaves out."""

import socket
import socketserver
import threading

import pytest

from tools.test import services_missing

NO_DATABASE = "PostgreSQL does not answer (set DATABASE_URL)"
NO_REDIS = "Redis does not answer (set REDIS_URL)"


@pytest.fixture
def nobody():
    """An address where nobody listens."""
    with socket.socket() as taken:  # bound and never listening: whoever connects is refused
        taken.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{taken.getsockname()[1]}"


class Greeter(socketserver.StreamRequestHandler):
    """A Redis as far as a greeting goes: every command is answered with a word, the first with its protocol."""

    def handle(self):
        for line in self.rfile:
            if line.startswith(b"*"):
                self.rfile.readline()
                greeted = self.rfile.readline().strip() == b"HELLO"
                self.wfile.write(b"%1\r\n+proto\r\n:3\r\n" if greeted else b"+PONG\r\n")


@pytest.fixture
def answering():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Greeter) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_both_services_are_named_when_both_are_away(monkeypatch, nobody):
    monkeypatch.setenv("DATABASE_URL", f"postgres://postgres@{nobody}/postgres")
    monkeypatch.setenv("REDIS_URL", f"redis://{nobody}/0")
    assert services_missing() == f"{NO_DATABASE}; {NO_REDIS}"


def test_only_the_one_that_is_away_is_named(monkeypatch, nobody, answering):
    monkeypatch.setenv("DATABASE_URL", f"postgres://postgres@{nobody}/postgres")
    monkeypatch.setenv("REDIS_URL", f"redis://{answering}/0")
    assert services_missing() == NO_DATABASE
