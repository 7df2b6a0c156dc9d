"""A browser's part of HTTP on one kept connection, at a small part of its cost."""

from __future__ import annotations

import re
import select
import socket
from dataclasses import dataclass
from urllib.parse import urlencode

import brotli

CONTENT_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
IS_COMPRESSED = re.compile(rb"\r\ncontent-encoding: *br", re.IGNORECASE)
SET_COOKIE = re.compile(rb"\r\nset-cookie: *([^;\r]+)", re.IGNORECASE)
CLOSES = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)
END_OF_CHUNKS = b"\r\n0\r\n\r\n"
READ_BYTES = 1 << 18


class RefusedError(Exception):
    """The server did not do what was asked."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server sent."""

    status: int
    head: bytes
    content: bytes
    """As it came over the wire."""

    @property
    def body(self) -> bytes:
        """The decompressed content; only who reads it spends the time."""
        return brotli.decompress(self.content) if IS_COMPRESSED.search(self.head) else self.content


class Client:
    """One browser session on one connection, opened again when the server closes it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._cookies: dict[str, str] = {}
        self._socket: socket.socket | None = None

    def get(self, path: str, expected: int) -> Answer:
        """Ask for a page; raises RefusedError for another status than expected."""
        return _require(self._send(f"GET {path} HTTP/1.1\r\n", b""), expected)

    def post(
        self, path: str, form: dict[str, str], expected: int, *, is_htmx: bool = True
    ) -> Answer:
        """Send a form, as htmx does or as the browser itself."""
        body = urlencode(form).encode()
        extra = f"HX-Request: true\r\nX-CSRFToken: {form['csrf_token']}\r\n" if is_htmx else ""
        start = (
            f"POST {path} HTTP/1.1\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n{extra}"
        )
        return _require(self._send(start, body), expected)

    def _send(self, start: str, body: bytes) -> Answer:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        host = f"Host: 127.0.0.1:{self._port}\r\nAccept-Encoding: gzip, deflate, br\r\n"
        head = f"{start}{host}Cookie: {cookies}\r\n\r\n"
        connection = self._socket if self._is_alive() else self._connect()
        connection.sendall(head.encode() + body)
        return self._receive(connection)

    def _is_alive(self) -> bool:
        """Whether there is a connection that the server has not closed for being idle."""
        return self._socket is not None and not select.select([self._socket], [], [], 0)[0]

    def _connect(self) -> socket.socket:
        self._socket = socket.create_connection(("127.0.0.1", self._port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._socket

    def _receive(self, connection: socket.socket) -> Answer:
        received = b""
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += _more(connection)
        head, body = received[:end], received[end + 4 :]
        status = int(head[9:12])
        if length := CONTENT_LENGTH.search(head):
            while len(body) < int(length[1]):
                body += _more(connection)
        elif b"chunked" in head.lower():
            body = _rest_of_chunks(connection, body)
        for cookie in SET_COOKIE.findall(head):
            name, _, value = cookie.decode().partition("=")
            self._cookies[name] = value
        if CLOSES.search(head):
            connection.close()
            self._socket = None
        return Answer(status, head, body)


def _require(answer: Answer, status: int) -> Answer:
    if answer.status != status:
        raise RefusedError(f"{answer.status} instead of {status}: {answer.body[:2000]!r}")
    return answer


def _rest_of_chunks(connection: socket.socket, begun: bytes) -> bytes:
    pieces = [begun]
    tail = b"\r\n" + begun[-len(END_OF_CHUNKS) :]  # an empty answer begins with its end
    while not tail.endswith(END_OF_CHUNKS):
        pieces.append(_more(connection))
        tail = (tail + pieces[-1])[-len(END_OF_CHUNKS) :]
    return b"".join(pieces)


def _more(connection: socket.socket) -> bytes:
    if piece := connection.recv(READ_BYTES):
        return piece
    raise ConnectionError("the server closed the connection in the middle of an answer")
