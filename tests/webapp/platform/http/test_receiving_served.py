"""Who sends slowly, half or never keeps nobody else waiting, on the server that is shipped."""

from __future__ import annotations

import http.client
import re
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.factories import Factory, sign_in
from tests.webapp.cli.serving import Served, serving
from webapp.application import create_app
from webapp.platform import gunicorn_conf
from webapp.platform.config import SMALL_BODY_BYTES, Config
from webapp.platform.extensions import db
from webapp.platform.models import Role

THREADS = gunicorn_conf.workers * gunicorn_conf.threads
POST = b"POST /login HTTP/1.1\r\nHost: localhost\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
STUCK = {
    "nothing": b"",
    "half a head": b"GET /login HTTP/1.1\r\nHost: localho",
    "half a body": POST + FORM + b"Content-Length: 1000\r\n\r\nname=ada",
    "the beginning of a large body": POST
    + FORM
    + b"Content-Length: 9000000\r\n\r\nname="
    + b"a" * 2 * SMALL_BODY_BYTES,
    "half a chunk": POST + FORM + b"Transfer-Encoding: chunked\r\n\r\nff\r\nname=ada",
    "all, and stays": b"GET /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "a large request, with no ear for the answer": b"GET /static/{digest}/vendor/htmx.min.js "
    b"HTTP/1.1\r\nHost: localhost\r\n\r\n",
}
PATIENT_SECONDS = 120
"""More than any machine needs for a page, and less than for ever."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("served") / "home"


@pytest.fixture(scope="module")
def served(home: Path) -> Iterator[Served]:
    with serving(home) as served:
        yield served


def visit(served: Served) -> str:
    with urllib.request.urlopen(f"{served.address}/login", timeout=PATIENT_SECONDS) as answer:  # noqa: S310 - our own server
        return answer.read().decode()


def clients(served: Served, stack: ExitStack, count: int) -> list[socket.socket]:
    """Connect as often; with a small ear, so that answers stay on the way."""
    made = []
    for _ in range(count):
        client = stack.enter_context(socket.socket())
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.connect((urlsplit(served.address).hostname, urlsplit(served.address).port))
        made.append(client)
    return made


@pytest.mark.parametrize("sent", STUCK)
def test_nobody_waits_for_a_client_that_sends(served, sent):
    digest = visit(served).split("/static/")[1].split("/")[0]
    with ExitStack() as stack:
        for client in clients(served, stack, 8 * THREADS):
            client.sendall(STUCK[sent].replace(b"{digest}", digest.encode()))
        for _ in range(THREADS):
            assert "Sign in" in visit(served)


def test_nobody_waits_for_clients_that_send_byte_by_byte(served):
    with ExitStack() as stack:
        slow = clients(served, stack, 3 * THREADS)
        for number in range(5):
            for client in slow:
                client.sendall(STUCK["half a head"][number : number + 1])
            assert "Sign in" in visit(served)


def admin_at_work(home: Path) -> tuple[str, dict[str, str]]:
    """Sign an admin in; return the address where files go, and the headers that go with them."""
    app = create_app(Config.from_environment({"PALIMPSEST_HOME": str(home)}))
    with app.app_context():
        make = Factory(db.session)
        admin, project = make.user(role=Role.ADMIN), make.project()
        client = app.test_client()
        sign_in(client, admin)
        path = f"/projects/{project.id}/import"
        page = client.get(path).text
        db.session.remove()
        db.engine.dispose()
    token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)[1]
    cookie = client.get_cookie("palimpsest").value
    return path, {"Cookie": f"palimpsest={cookie}", "X-CSRFToken": token}


def test_a_large_upload_takes_its_time_and_arrives(home, served):
    path, headers = admin_at_work(home)
    head = 'Content-Disposition: form-data; name="files"; filename="life.txt"'
    text = b"Ada Berg moved to Oslo. " * 20_000
    body = f"--part\r\n{head}\r\n\r\n".encode() + text + b"\r\n--part--\r\n"
    headers |= {
        "Content-Type": "multipart/form-data; boundary=part",
        "Content-Length": str(len(body)),
    }
    connection = http.client.HTTPConnection(urlsplit(served.address).netloc)
    connection.putrequest("POST", path)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    for start in range(0, len(body), 3 * SMALL_BODY_BYTES):
        connection.send(body[start : start + 3 * SMALL_BODY_BYTES])
        assert "Sign in" in visit(served)
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Location"]) == (303, path)
    assert [kept.stat().st_size for kept in (home / "uploads").iterdir()] == [len(text)]
