"""Crowds of pages in processes of their own, so that what they feel is not what the test's own work makes
them wait.

`python -m tests.trust.pages` reads one line of JSON (port, code, cookies, drops) and answers when every page
was told where the game stands. Then it obeys: `until N` waits for all of them to know step N, `cut` breaks
all sockets at once and waits for them to come back. At the end of its input it tells what every page knows
and when it learnt it.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.trust.sockets import Arrival, News, Page
from tests.trust.worlds import ROOT

PATIENCE = 240.0  # seconds: a busy machine is no fault


class Crowd:
    """The test's end: pages of one game, one for each cookie, spread over some processes."""

    def __init__(self, port: int, code: str, cookies: list[str], drops: float, processes: int) -> None:
        command = [sys.executable, "-m", "tests.trust.pages"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.processes = [subprocess.Popen(command, cwd=ROOT, **pipes) for _ in range(processes)]
        for number, process in enumerate(self.processes):
            crowd = {"port": port, "code": code, "cookies": cookies[number::processes], "drops": drops}
            process.stdin.write(json.dumps(crowd) + "\n")
        assert self._all_answer(), "not every page was told where the game stands"

    def until(self, n: int) -> bool:
        return self._all_answer(f"until {n}\n")

    def cut(self) -> bool:
        return self._all_answer("cut\n")

    def end(self) -> "Story":
        for process in self.processes:
            process.stdin.close()
        told = [json.loads(process.stdout.readline()) for process in self.processes]
        for process in self.processes:
            process.wait(timeout=60)
        return Story([page for crowd in told for page in crowd["pages"]], sum(crowd["cpu"] for crowd in told))

    def _all_answer(self, command: str = "") -> bool:
        for process in self.processes:
            process.stdin.write(command)
            process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for process in self.processes]
        return all(answers)


class Story:
    """What the pages of a crowd knew at the end, and when they learnt it."""

    def __init__(self, pages: list[dict[str, Any]], cpu: float) -> None:
        self.cpu = cpu
        self.known = [page["n"] for page in pages]
        self.arrivals = [[Arrival(*one) for one in page["arrivals"]] for page in pages]
        self.news = [News(*one) for page in pages for one in page["news"]]

    @property
    def returns(self) -> list[Arrival]:
        """The connections after the first of each page."""
        return [arrival for arrivals in self.arrivals for arrival in arrivals[1:]]

    def delays(self, written: dict[int, float]) -> list[float]:
        """Seconds from the oldest step that a connected page did not know to the moment it knew."""
        return [news.at - written[news.unknown] for news in self.news]


# Inside the process
# --------------------------------------------------------------------------------------------------
async def main() -> None:
    commands = asyncio.StreamReader(limit=1 << 24)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(commands), sys.stdin
    )
    crowd = json.loads(await commands.readline())
    pages = [
        Page(crowd["port"], crowd["code"], cookie, seed, crowd["drops"])
        for seed, cookie in enumerate(crowd["cookies"])
    ]
    lives = [asyncio.create_task(page.live()) for page in pages]
    _say(await _everyone(pages, lambda page: page.arrivals))
    async for line in commands:
        verb, *words = line.decode().split()
        _say(await _VERBS[verb](pages, *words))
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    told = [{"n": page.n, "news": page.news, "arrivals": page.arrivals} for page in pages]
    _say({"pages": told, "cpu": time.process_time()})


async def _until(pages: list[Page], n: str) -> bool:
    return await _everyone(pages, lambda page: page.n == int(n))


async def _cut(pages: list[Page]) -> bool:
    moment = time.time()
    for page in pages:
        page.cut()
    return await _everyone(pages, lambda page: page.arrivals[-1].tried > moment)


_VERBS = {"until": _until, "cut": _cut}


async def _everyone(pages: list[Page], done: Callable[[Page], Any]) -> bool:
    end = time.monotonic() + PATIENCE
    while not all(done(page) for page in pages):
        if time.monotonic() > end:
            return False
        await asyncio.sleep(0.05)
    return True


def _say(what: Any) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
