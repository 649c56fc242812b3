"""What `make test` and `make soak` run, and what they say about what they leave out."""

import os
import socket
import socketserver
import threading

import pytest

from tools import test
from tools.test import Suite, services_missing

NO_DATABASE = "PostgreSQL does not answer (set DATABASE_URL)"
NO_REDIS = "Redis does not answer (set REDIS_URL)"


@pytest.fixture
def nobody():
    """An address where nobody listens."""
    with socket.socket() as taken:  # bound and never listening: whoever connects is refused
        taken.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{taken.getsockname()[1]}"


class Greeter(socketserver.StreamRequestHandler):
    """A Redis as far as a greeting goes: every command is answered with a word, the first with its
    protocol."""

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


def arguments_of(suites):
    return {suite.name: " ".join(suite.arguments) for suite in suites}


def test_every_day_postgresql_runs_what_is_marked_and_the_long_run_everything():
    everyday = arguments_of(test.everyday_suites())
    assert " -m postgres and not soak " in everyday["what PostgreSQL and Redis may do otherwise"]
    soak = arguments_of(test.soak_suites())
    assert " -m " not in soak["site on PostgreSQL and Redis"] + soak["site on SQLite"]


def test_where_no_postgresql_answers_everything_runs_on_sqlite(monkeypatch, nobody):
    assert test.marked_for_sqlite("") == "not soak and not once"
    monkeypatch.setenv("DATABASE_URL", f"postgres://postgres@{nobody}/postgres")
    assert " -m not soak -n " in arguments_of(test.everyday_suites())["site on SQLite"]


@pytest.fixture
def suite(tmp_path):
    """A suite of one small test that needs nothing of ours."""
    plain = ["-c", os.devnull, "-p", "no:django", "-p", "no:cacheprovider", "--rootdir", str(tmp_path)]

    def make(name, body, **more):
        file = tmp_path / f"test_{name}.py"
        file.write_text(f"def test_it():\n    {body}\n")
        return Suite(name, [*plain, str(file)], {}, lambda: "", **more)

    return make


def test_a_suite_beside_the_others_is_printed_whole_and_counted(suite, capfd):
    suites = [suite("beside", "assert False, 'a fault'", beside=True), suite("in_line", "assert True")]
    test.run(suites)
    assert [one.outcome for one in suites] == ["FAILED (pytest exit status 1)", "passed"]
    assert test.summary(suites) == 1
    printed = capfd.readouterr().out
    assert printed.index("=== beside") < printed.index("AssertionError: a fault") < printed.index("Summary")


def test_what_is_left_out_fails_where_everything_is_required(monkeypatch, capsys):
    away = [Suite("away", [], {}, lambda: "nobody there")]
    test.run(away)
    monkeypatch.delenv("KALAN_REQUIRE_ALL", raising=False)
    assert test.summary(away) == 0
    monkeypatch.setenv("KALAN_REQUIRE_ALL", "1")
    assert test.summary(away) == 1
