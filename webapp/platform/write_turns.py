"""Turns at SQLite's only write lock: first come, first served, in a process and between processes.

SQLite's own waiters sleep and look again, in no order: under load some starve while others pass,
and each costs the server a thread that could answer a page.
"""

from __future__ import annotations

import fcntl
import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition
from typing import Any

from flask import has_request_context
from sqlalchemy import Connection, Engine, event

from webapp.platform.errors import BusyError

PATIENCE_SECONDS = 2.0
"""How long a request waits in a line that stands still before it is asked to come again."""


class WriteTurns:
    """Lets one request of all processes write at a time, so that SQLite's lock is free for it.

    The first in line waits for the other processes, and for whoever writes without a turn (the
    worker, the command line), as long as SQLite lets it. Who stands behind it is answered BusyError
    when the line doesn't move, so threads stay free for those who only read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._moved = Condition()
        self._line: deque[object] = deque()

    def guard(self, engine: Engine) -> None:
        """Take a turn before the first write of a transaction, end it with its connection's use."""
        event.listen(engine, "before_cursor_execute", self._before_execute)
        event.listen(engine, "checkin", lambda _connection, record: self._end(record.info))

    def _before_execute(
        self,
        connection: Connection,
        _cursor: object,
        statement: str,
        _parameters: object,
        _context: object,
        _executemany: bool,  # noqa: FBT001 - SQLAlchemy calls it so
    ) -> None:
        writes = statement.startswith(("INSERT", "UPDATE", "DELETE"))
        if writes and self not in connection.info and has_request_context():
            with self._leaving_on_failure() as ticket:
                self._wait_behind_others(ticket)
                connection.info[self] = (ticket, self._exclude_other_processes())

    @contextmanager
    def _leaving_on_failure(self) -> Iterator[object]:
        ticket = object()
        with self._moved:
            self._line.append(ticket)
        try:
            yield ticket
        except BaseException:
            self._leave(ticket)
            raise

    def _wait_behind_others(self, ticket: object) -> None:
        with self._moved:
            while (first := self._line[0]) is not ticket:
                if not self._moved.wait_for(lambda: self._line[0] is not first, PATIENCE_SECONDS):
                    raise BusyError

    def _exclude_other_processes(self) -> int:
        # Opened for each turn: a lock of `flock` belongs to the opening, which a fork would share.
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(file, fcntl.LOCK_EX)
        return file

    def _end(self, info: dict[Any, Any]) -> None:
        if turn := info.pop(self, None):
            ticket, file = turn
            os.close(file)
            self._leave(ticket)

    def _leave(self, ticket: object) -> None:
        with self._moved:
            self._line.remove(ticket)
            self._moved.notify_all()
