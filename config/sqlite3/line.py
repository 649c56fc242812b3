"""A line in which each waits for his turn, first come, first served."""

import os
from collections import deque
from threading import Lock


class Line:
    def __init__(self) -> None:
        self.empty()

    def empty(self) -> None:
        self._guard = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    def enter(self, timeout: float) -> bool:
        """Wait for one's turn; False when it did not come in time."""
        with self._guard:
            if not self._taken:
                self._taken = True
                return True
            ticket = Lock()
            ticket.acquire()
            self._waiting.append(ticket)
        if ticket.acquire(timeout=timeout):
            return True
        with self._guard:
            if ticket not in self._waiting:  # called at the last moment
                return True
            self._waiting.remove(ticket)
            return False

    def leave(self) -> None:
        """Call the next one."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


LINE = Line()  # a process has one database file
os.register_at_fork(after_in_child=LINE.empty)  # those who waited are not in the child
