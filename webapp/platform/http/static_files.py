"""Static files: addressed by their content, compressed once, cached for good."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from functools import partial
from pathlib import Path
from wsgiref.headers import Headers

from flask import Flask
from rjsmin import jsmin
from whitenoise import WhiteNoise
from whitenoise.compress import Compressor

from webapp.platform import resources
from webapp.platform.config import Config
from webapp.platform.http import security

SOURCE = resources.folder("static")
FOLDER = "static"
"""Of the home folder."""
PARTS = (".css", ".js", ".woff2")
"""What pages are made of; the first load of one fetches a score of these."""


def init_app(app: Flask) -> None:
    """Serve static/ and tell templates its address, `static_url("css/base.css")`."""
    config: Config = app.extensions["palimpsest"]
    prefix = f"/static/{digest(SOURCE)}/"
    compressed = _compressed_folder(config.home)
    app.wsgi_app = WhiteNoise(  # type: ignore[method-assign]  # Flask's way to add middleware
        app.wsgi_app,
        root=compressed if compressed.is_dir() else SOURCE,
        prefix=prefix,
        allow_all_origins=False,
        immutable_file_test=lambda _path, _url: True,
        add_headers_function=partial(_add_headers, config),
    )
    app.jinja_env.globals["static_url"] = lambda name: prefix + name


def digest(folder: Path) -> str:
    """Return a short digest of all names and contents in a folder.

    One digest for the whole folder, as part of the path, so that relative addresses within
    scripts and style sheets lead to files of the same state.
    """
    total = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        total.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()[:12]


def compress(home: Path) -> None:
    """Keep a copy of static/ with Brotli and gzip variants in the home folder, for this state.

    Scripts go without comments and indentation; what is known to shorten style sheets as well takes
    blanks away that mean something (`a :is(b)`).
    """
    target = _compressed_folder(home)
    if target.is_dir():
        return
    target.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, ignore_cleanup_errors=True) as unfinished:
        copy = Path(unfinished) / "static"
        _copy(SOURCE, copy)
        compressor = Compressor(quiet=True)
        for path in [path for path in copy.rglob("*") if path.is_file()]:
            if compressor.should_compress(path.name):
                compressor.compress(str(path))
        _publish(copy, target)


def _copy(source: Path, copy: Path) -> None:
    """Copy a folder without its permissions: those of the home folder hold."""
    copy.mkdir()
    for path in source.iterdir():
        if path.is_dir():
            _copy(path, copy / path.name)
        elif path.suffix == ".js":
            text = jsmin(path.read_text(encoding="utf-8"))
            (copy / path.name).write_text(text, encoding="utf-8")
        else:
            shutil.copyfile(path, copy / path.name)


def _publish(folder: Path, target: Path) -> None:
    try:
        folder.rename(target)
    except OSError:
        # Another process was first; its copy has the same content.
        if not target.is_dir():
            raise


def _compressed_folder(home: Path) -> Path:
    return home / FOLDER / digest(SOURCE)


def _add_headers(config: Config, headers: Headers, path: str, _url: str) -> None:
    added = security.OF_PARTS if path.endswith(PARTS) else security.HEADERS
    for name, value in security.with_tls(config, added).items():
        headers[name] = value
