"""A web server on this machine, for tests of what asks others over HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@contextmanager
def answering(answer: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[str]:
    """Let every GET be answered by a function until the end; yield the address, without a path."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            answer(self)

        def log_message(self, *_arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def reply(handler: BaseHTTPRequestHandler, value: Any, code: int = 200, **headers: str) -> None:
    """Answer with bytes, or with a value as JSON; an underscore in a header is a hyphen."""
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    handler.send_response(code)
    for name, text in headers.items():
        handler.send_header(name.replace("_", "-"), text)
    handler.end_headers()
    try:
        handler.wfile.write(body)
    except (BrokenPipeError, ConnectionResetError):
        return  # the client had enough
