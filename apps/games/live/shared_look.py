"""One look into SQL for everybody who asks at the same time.

After a restart or a broken line a thousand pages come back within a second or two. While one look is under
way those who come gather, and the next one answers them all: a thirtieth of the work (bench fan-out).
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from channels.db import database_sync_to_async

Question = TypeVar("Question")
Answer = TypeVar("Answer")

AT_ONCE = 200  # questions in one look: those who came first need not wait for the whole crowd


class SharedLook(Generic[Question, Answer]):
    """`await SharedLook(look)(question)`, where `look` answers a list of questions in a thread. A process
    has one event loop for its sockets.

    When a look fails, everybody who took part in it is given its exception.
    """

    def __init__(self, look: Callable[[list[Question]], Sequence[Answer]]) -> None:
        self.look = look
        self.waiting: list[tuple[Question, asyncio.Future[Answer]]] = []
        self.working: asyncio.Task[None] | None = None

    async def __call__(self, question: Question) -> Answer:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Answer] = loop.create_future()
        self.waiting.append((question, answer))
        if self.working is None or self.working.done():
            self.working = loop.create_task(self._work())
        return await answer

    async def _work(self) -> None:
        while self.waiting:
            asked, self.waiting = self.waiting[:AT_ONCE], self.waiting[AT_ONCE:]
            await self._answer(asked)

    async def _answer(self, asked: list[tuple[Question, asyncio.Future[Answer]]]) -> None:
        try:
            answers = await database_sync_to_async(self.look)([question for question, _answer in asked])
        except Exception as fault:  # whatever the database of the day raises
            for _question, answer in asked:
                if not answer.done():
                    answer.set_exception(fault)
            return
        for (_question, answer), found in zip(asked, answers, strict=True):
            if not answer.done():  # its socket may have gone meanwhile
                answer.set_result(found)
