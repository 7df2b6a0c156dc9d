"""`palimpsest serve` as people start it: gunicorn and the worker for real, on a free port."""

from __future__ import annotations

import signal
import socket
import urllib.error
import urllib.request

import pytest
from click.testing import CliRunner

from tests.processes import PALIMPSEST, finished
from tests.webapp.cli.serving import serving
from webapp.cli import main
from webapp.platform.resources import ROOT


def fetch(url: str) -> int:
    try:
        with urllib.request.urlopen(url) as answer:  # noqa: S310 - our own server
            return answer.status
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve_answers_until_it_is_asked_to_stop_and_stops_without_a_word(tmp_path, number):
    with serving(tmp_path) as served:
        assert fetch(f"{served.address}/login") == 200
        served.process.send_signal(number)
        out, err = served.process.communicate()
        assert (served.process.returncode, out, err) == (0, "", "")


def test_addresses_never_reach_the_log(tmp_path):
    with serving(tmp_path) as served:
        for path in ("/enter/my-secret", "/login?next=my-secret", "/no/such/page/my-secret"):
            fetch(served.address + path)
        assert "my-secret" not in served.stop()


def test_production_does_not_start_without_a_secret_key(tmp_path):
    refused = finished(
        [*PALIMPSEST, "serve", "--port", "0"],
        cwd=ROOT,
        env={"PALIMPSEST_ENV": "production", "PALIMPSEST_HOME": str(tmp_path)},
    )
    assert refused.returncode == 1
    assert refused.stderr.startswith("Error: PALIMPSEST_SECRET_KEY is missing")


@pytest.mark.parametrize("command", ["serve", "demo"])
def test_a_taken_port_is_said_before_anything_is_made(tmp_path, monkeypatch, command):
    home = tmp_path / "home"
    monkeypatch.setenv("PALIMPSEST_HOME", str(home))
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        refused = CliRunner().invoke(main, [command, "--port", str(port)])
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (1, "", 1)
    assert refused.stderr.startswith(f"Error: Port {port} on 127.0.0.1 is taken")
    assert not home.exists()


@pytest.mark.parametrize("command", ["serve", "demo"])
def test_settings_are_looked_at_before_the_port(tmp_path, monkeypatch, command):
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PALIMPSEST_ENV", "elsewhere")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        refused = CliRunner().invoke(main, [command, "--port", port])
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert "PALIMPSEST_ENV" in refused.stderr
    assert not (tmp_path / "home").exists()


def test_an_address_of_another_machine_is_refused_in_a_line():
    refused = CliRunner().invoke(main, ["serve", "--host", "192.0.2.1", "--port", "0"])
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert refused.stderr.startswith("Error: Nobody can listen on 192.0.2.1, port 0:")
