"""How the web server receives requests: no thread waits for anybody who has not signed in.

There are few threads, and whoever sends half a request would keep one. So a request waits with the
worker's own loop until its head and a small body are there, within a deadline; only then a thread
serves it. Those who have not signed in may send no more than that (`webapp.people.access`). The
rest of a larger body is read by its thread for as long as it keeps coming.
"""

from __future__ import annotations

import errno
import re
import socket
import struct
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from itertools import takewhile
from selectors import EVENT_READ

from gunicorn.http.message import Request
from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import TConn, ThreadWorker

from webapp.platform.config import SMALL_BODY_BYTES

LARGEST_HEAD_BYTES = 64 * 1024
ARRIVAL_SECONDS = 30.0
"""The time that a request may take to arrive, up to the end of a small body."""
FAREWELL_SECONDS = 2.0
"""The time that a client may take to close what is closed on this side."""
PATIENCE_SECONDS = 30.0
"""The time that the rest of a large body, or whoever reads an answer, may stand still."""
LEAST_BYTES_PER_SECOND = 1024
"""The rate at which a large body must arrive in the long run."""
SEND_BUFFER_BYTES = 256 * 1024
"""The part of an answer that the system buffers, so that a page waits there for a slow reader."""

_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})", re.IGNORECASE)


class PacedUnreader(SocketUnreader):  # type: ignore[misc]  # gunicorn brings no types
    """Reads from a client as long as something comes: every byte buys a little more time."""

    def __init__(self, sock: socket.socket) -> None:
        super().__init__(sock)
        self.patience = PATIENCE_SECONDS

    def chunk(self, size_hint: int | None = None) -> bytes:
        """Return what comes next; raises ConnectionResetError when patience is at its end."""
        asked_at = time.monotonic()
        self.sock.settimeout(self.patience)
        try:
            data: bytes = super().chunk(size_hint)
        except (TimeoutError, BlockingIOError) as error:
            raise _gave_up() from error
        finally:
            self.sock.settimeout(None)
        left = max(0.0, self.patience - (time.monotonic() - asked_at))
        self.patience = min(PATIENCE_SECONDS, left + len(data) / LEAST_BYTES_PER_SECOND)
        return data


class PatientWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn brings no types
    """Gunicorn's worker with threads, which here serve only what has arrived.

    Everything but `handle_request` runs in the worker's loop. `arriving` and `leaving` hold
    connections that wait for their clients, oldest first, with their deadlines.
    """

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.arriving: dict[TConn, float] = {}
        self.leaving: dict[TConn, float] = {}

    def accept(self, listener: socket.socket) -> None:
        """Let a client in; where all places are taken, who waited longest is dropped."""
        if self.nr_conns + 1 >= self.worker_connections and self.arriving:
            self._drop(next(iter(self.arriving)))
        super().accept(listener)

    def enqueue_req(self, conn: TConn) -> None:
        """Have the next request of a connection served as soon as it has arrived."""
        if not conn.initialized:
            conn.init()
            conn.parser.unreader = PacedUnreader(conn.sock)
            limit = struct.pack("ll", int(PATIENCE_SECONDS), 0)
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        self._wait(conn, self.arriving, ARRIVAL_SECONDS, self._receive)
        self._receive(conn)

    def handle_request(self, req: Request, conn: TConn) -> bool:
        """Serve a request; a connection that may still hold some of its body is not used again."""
        if getattr(req.body.reader, "length", SMALL_BODY_BYTES + 1) > SMALL_BODY_BYTES:
            req.force_close()
        try:
            return bool(super().handle_request(req, conn))
        except BlockingIOError as error:  # SO_SNDTIMEO
            raise _gave_up() from error

    def finish_request(self, conn: TConn, fs: Future[bool]) -> None:
        """Keep a connection for its next request, or close it without waiting for its client."""
        if fs.cancelled() or fs.exception() or fs.result():
            super().finish_request(conn, fs)
            return
        try:
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:  # closed already
            self.nr_conns -= 1
            conn.close()
        else:
            self._wait(conn, self.leaving, FAREWELL_SECONDS, self._drain)

    def murder_pending(self) -> None:
        """Close what is past its deadline, and what is still arriving when the server stops."""
        super().murder_pending()
        now = time.monotonic()
        for waiting in (self.arriving, self.leaving):
            for conn in list(takewhile(lambda conn: waiting[conn] <= now, waiting)):  # noqa: B023 - used at once
                self._drop(conn)
        if not self.alive:
            for conn in list(self.arriving):
                self._drop(conn)

    def _wait(
        self,
        conn: TConn,
        waiting: dict[TConn, float],
        seconds: float,
        on_data: Callable[[TConn], None],
    ) -> None:
        conn.sock.settimeout(0)
        waiting[conn] = time.monotonic() + seconds
        self.poller.register(conn.sock, EVENT_READ, lambda _socket: on_data(conn))

    def _receive(self, conn: TConn) -> None:
        """Take in what has come of a request, and give it to a thread when that is enough."""
        if conn not in self.arriving:  # it was dropped a moment ago
            return
        held = conn.parser.unreader.buf
        with suppress(BlockingIOError):
            data = _received(conn.sock)
            if not data:
                self._drop(conn)
                return
            held.seek(0, 2)
            held.write(data)
        if has_arrived(held.getvalue()):
            del self.arriving[conn]
            self.poller.unregister(conn.sock)
            super().enqueue_req(conn)
        elif len(held.getvalue()) > LARGEST_HEAD_BYTES + SMALL_BODY_BYTES:
            self._drop(conn)

    def _drain(self, conn: TConn) -> None:
        with suppress(BlockingIOError):
            if conn in self.leaving and not _received(conn.sock):
                self._drop(conn)

    def _drop(self, conn: TConn) -> None:
        for waiting in (self.arriving, self.leaving):
            waiting.pop(conn, None)
        self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()


def has_arrived(held: bytes) -> bool:
    """Whether the head of a request is there, and its body or as much of it as is waited for."""
    end = held.find(b"\r\n\r\n")
    if end < 0:
        return False
    found = _LENGTH.search(held, 0, end)
    length = int(found[1]) if found else 0
    return len(held) - end - 4 >= min(length, SMALL_BODY_BYTES)


def _received(client: socket.socket) -> bytes:
    """Return what has come; nothing from a client that is gone. Raises BlockingIOError."""
    try:
        return client.recv(SMALL_BODY_BYTES)
    except BlockingIOError:
        raise
    except OSError:
        return b""


def _gave_up() -> ConnectionResetError:
    """Make the error by which Gunicorn and Werkzeug know a client that is gone."""
    return ConnectionResetError(errno.ECONNRESET, "the client stood still")
