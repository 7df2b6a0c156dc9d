"""The worker of the web server, and how long it waits for whom."""

from __future__ import annotations

import selectors
import socket
from contextlib import ExitStack

import pytest
from gunicorn.config import Config as GunicornConfig
from gunicorn.glogging import Logger

from webapp.platform.http import receiving
from webapp.platform.http.receiving import PacedUnreader, PatientWorker, has_arrived


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still unless a test moves it."""

    class Clock:
        now = 1000.0

        def monotonic(self) -> float:
            return self.now

    clock = Clock()
    monkeypatch.setattr(receiving, "time", clock)
    return clock


class Line:
    """A line that brings so many bytes after so many seconds, for ever."""

    def __init__(self, clock, *, brings: int, after: float) -> None:
        self._clock, self._brings, self._after = clock, brings, after
        self._timeout: float | None = None

    def settimeout(self, seconds: float | None) -> None:
        self._timeout = seconds

    def recv(self, size: int) -> bytes:
        self._clock.now += min(self._after, self._timeout)
        if self._after > self._timeout:
            raise TimeoutError
        return b"a" * min(size, self._brings)


def test_256_mebibytes_arrive_over_a_line_of_16_kilobits_a_second(clock):
    unreader = PacedUnreader(Line(clock, brings=8192, after=4))
    for _ in range(256 * 1024 * 1024 // 8192):
        unreader.chunk()


@pytest.mark.parametrize(("brings", "after"), [(8192, 31), (1, 1), (1000, 10)])
def test_a_line_that_hardly_moves_is_given_up(clock, brings, after):
    unreader, began = PacedUnreader(Line(clock, brings=brings, after=after)), clock.now
    with pytest.raises(ConnectionResetError):
        list(iter(unreader.chunk, b""))
    assert clock.now - began <= 2 * receiving.PATIENCE_SECONDS


@pytest.fixture
def worker():
    """A worker of ours that serves nobody, with room for three."""
    config = GunicornConfig()
    config.set("worker_connections", 3)
    worker = PatientWorker(0, 0, [], None, 30, config, Logger(config))
    worker.poller = selectors.DefaultSelector()
    yield worker
    for conn in [*worker.arriving, *worker.leaving]:
        worker._drop(conn)
    worker.poller.close()
    worker.tmp.close()


@pytest.fixture
def listener():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


def come(worker: PatientWorker, listener: socket.socket, stack: ExitStack) -> socket.socket:
    """Connect to a worker."""
    client = stack.enter_context(socket.create_connection(listener.getsockname()))
    worker.accept(listener)
    return client


def is_let_go(client: socket.socket) -> bool:
    client.settimeout(0.0)
    try:
        return client.recv(1) == b""
    except BlockingIOError:
        return False


def test_a_request_that_trickles_in_is_let_go_at_its_deadline(worker, listener, clock):
    with ExitStack() as stack:
        client = come(worker, listener, stack)
        for byte in b"GET /login HTTP/1.1\r\nHost: localhost":
            client.send(bytes([byte]))
            worker.wait_for_and_dispatch_events(60)
            worker.murder_pending()
            assert not is_let_go(client)
            clock.now += 0.8
        clock.now += 2.0
        worker.murder_pending()
        assert is_let_go(client)
    assert worker.nr_conns == 0


def test_whoever_waited_longest_makes_room_where_all_places_are_taken(worker, listener):
    with ExitStack() as stack:
        waiting = [come(worker, listener, stack) for _ in range(5)]
        assert [is_let_go(client) for client in waiting] == [True, True, True, False, False]
    assert worker.nr_conns == 2


def test_a_worker_that_stops_waits_for_no_half_sent_request(worker, listener):
    with ExitStack() as stack:
        client = come(worker, listener, stack)
        worker.alive = False
        worker.murder_pending()
        assert is_let_go(client)


@pytest.mark.parametrize(
    ("held", "is_enough"),
    [
        (b"", False),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", False),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", True),
        (b"POST / HTTP/1.1\r\ncontent-LENGTH: 3\r\n\r\nab", False),
        (b"POST / HTTP/1.1\r\ncontent-LENGTH: 3\r\n\r\nabc", True),
        (b"POST /?\r\n\r\nContent-Length: 3", True),
        (b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n" + b"a" * 65_535, False),
        (b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n" + b"a" * 65_536, True),
        (b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n", True),
    ],
)
def test_a_thread_is_asked_when_the_head_and_a_small_body_are_there(held, is_enough):
    assert has_arrived(held) is is_enough
