"""Static files: addresses follow content, answers are small and may be kept for ever."""

from __future__ import annotations

import gzip
import re

import brotli
import pytest

from webapp.application import create_app
from webapp.platform.http import static_files

CSS = "css/base.css"
SCRIPT = "js/workbench/panel.js"
ALL_BYTES = 54_200
"""Of all pages together; a document asks for some of them."""
ROOT = static_files.SOURCE.parent


@pytest.fixture
def static_url(app):
    return app.jinja_env.globals["static_url"]


def test_a_static_file_may_be_kept_for_ever_and_is_never_guessed_at(client, static_url):
    answer = client.get(static_url(CSS), buffered=True)
    assert answer.status_code == 200
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_the_address_changes_with_any_content_and_any_name(tmp_path):
    (tmp_path / "a.css").write_text("a")
    first = static_files.digest(tmp_path)
    (tmp_path / "a.css").write_text("b")
    second = static_files.digest(tmp_path)
    (tmp_path / "a.css").rename(tmp_path / "b.css")
    assert len({first, second, static_files.digest(tmp_path)}) == 3


@pytest.mark.parametrize(
    ("coding", "decode"), [("br", brotli.decompress), ("gzip", gzip.decompress)]
)
def test_compressed_files_are_served_to_who_takes_them(config, coding, decode):
    static_files.compress(config.home)
    client = create_app(config).test_client()
    url = f"/static/{static_files.digest(static_files.SOURCE)}/{CSS}"
    answer = client.get(url, headers={"Accept-Encoding": coding}, buffered=True)
    assert answer.headers["Content-Encoding"] == coding
    assert decode(answer.data) == (static_files.SOURCE / CSS).read_bytes()
    assert client.get(url, buffered=True).data == (static_files.SOURCE / CSS).read_bytes()


def test_scripts_are_served_without_their_comments(config):
    static_files.compress(config.home)
    client = create_app(config).test_client()
    script = client.get(
        f"/static/{static_files.digest(static_files.SOURCE)}/{SCRIPT}", buffered=True
    ).data
    assert b"// " in (static_files.SOURCE / SCRIPT).read_bytes()
    assert b"// " not in script
    assert script.count(b"export") == (static_files.SOURCE / SCRIPT).read_bytes().count(b"export")


def test_compressing_twice_is_compressing_once(config):
    static_files.compress(config.home)
    before = sorted(config.home.rglob("*"))
    static_files.compress(config.home)
    assert sorted(config.home.rglob("*")) == before


@pytest.mark.parametrize(
    "path", ["/static/css/base.css", "/static/000000000000/css/base.css", "/static/../wsgi.py"]
)
def test_nothing_else_is_served_from_below_static(client, path):
    assert client.get(path).status_code == 404


def test_every_file_that_a_template_names_exists():
    templates = (ROOT / "templates").rglob("*.html")
    named = {
        name
        for template in templates
        for name in re.findall(r"""static_url\(["']([^"']+)["']\)""", template.read_text())
    }
    missing = {name for name in named if not (static_files.SOURCE / name).is_file()}
    assert not missing


def test_all_scripts_and_style_sheets_together_stay_small_on_the_wire(config):
    static_files.compress(config.home)
    files = [path for path in config.home.rglob("*.br") if path.suffixes[-2] in {".css", ".js"}]
    assert 0 < sum(path.stat().st_size for path in files) <= ALL_BYTES
