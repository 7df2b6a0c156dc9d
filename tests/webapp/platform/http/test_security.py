"""Nothing leaks: headers on every answer, errors without internals, no start with a weak secret."""

import logging
from dataclasses import replace
from io import BytesIO

import pytest
from flask import Flask, request
from sqlalchemy import text

from tests.factories import Factory, sign_in
from webapp.application import create_app
from webapp.people.access import Access, open_to
from webapp.platform.config import Config
from webapp.platform.errors import ConflictError, SettingError
from webapp.platform.extensions import db
from webapp.platform.http import security
from webapp.platform.models import Role, User, utc_now

SECRET_TEXT = "Ada Berg was born in Oslo"
STRONG = "8f1c5a93e07d4b26a9d31f7e50c86b24"


def add_view(app: Flask, view, rule="/probe", **kwargs):
    app.add_url_rule(rule, "probe", open_to(Access.PUBLIC)(view), **kwargs)


@pytest.fixture
def crashing(own_app):
    """The application as it answers in production, with a page that fails on a text."""

    def probe(token):
        try:
            return {}[SECRET_TEXT]
        except KeyError as error:
            raise ValueError(token) from error

    own_app.config["PROPAGATE_EXCEPTIONS"] = False
    add_view(own_app, probe, "/probe/<token>")
    return own_app


@pytest.mark.parametrize("path", ["/login", "/", "/nowhere", "/logout", "/enter/forged"])
def test_every_answer_carries_the_headers(client, path):
    headers = client.get(path).headers
    assert headers["Cache-Control"] == "no-store"
    for name, value in security.HEADERS.items():
        assert headers[name] == value


def test_static_files_carry_them_too_and_may_be_kept(app, client):
    answer = client.get(app.jinja_env.globals["static_url"]("icon.svg"))
    assert answer.status_code == 200
    assert "immutable" in answer.headers["Cache-Control"]
    for name, value in security.HEADERS.items():
        assert answer.headers[name] == value


@pytest.mark.parametrize("name", ["css/base.css", "js/app.js"])
def test_what_pages_are_made_of_carries_what_matters_of_it(app, client, name):
    with client.get(app.jinja_env.globals["static_url"](name)) as answer:
        headers = {name: answer.headers.get(name) for name in security.HEADERS}
    assert headers == dict.fromkeys(security.HEADERS) | security.OF_PARTS


def test_the_policy_allows_nothing_unsafe_and_nothing_from_elsewhere():
    policy = security.CONTENT_SECURITY_POLICY
    sources = {word for directive in policy.split("; ") for word in directive.split()[1:]}
    assert sources == {"'self'", "'none'"}
    assert "default-src 'none'" in policy


def test_production_insists_on_tls(config):
    app = create_app(replace(config, environment="production"))
    client = app.test_client()
    cookie = client.get("/login", base_url="https://localhost").headers["Set-Cookie"]
    assert "Secure" in cookie
    static = app.jinja_env.globals["static_url"]("icon.svg")
    for path in ("/login", "/nowhere", static):
        with client.get(path) as answer:
            assert "max-age" in answer.headers["Strict-Transport-Security"]


def test_development_does_not_speak_of_tls(client):
    answer = client.get("/login")
    assert "Strict-Transport-Security" not in answer.headers


@pytest.mark.parametrize("key", [None, "", "short", "changeme-changeme-changeme-changeme"])
def test_production_does_not_start_with_a_weak_or_missing_secret(tmp_path, key):
    environ = {"PALIMPSEST_HOME": str(tmp_path), "PALIMPSEST_ENV": "production"}
    if key is not None:
        environ["PALIMPSEST_SECRET_KEY"] = key
    with pytest.raises(SettingError, match="PALIMPSEST_SECRET_KEY"):
        Config.from_environment(environ)
    environ["PALIMPSEST_SECRET_KEY"] = STRONG
    assert Config.from_environment(environ).is_production


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PALIMPSEST_ENV", "prod"),
        ("PALIMPSEST_LINK_DAYS", "0"),
        ("PALIMPSEST_LINK_DAYS", "²"),
        ("PALIMPSEST_MAX_UPLOAD_BYTES", "1 MB"),
        ("PALIMPSEST_TRUSTED_PROXIES", "-1"),
        ("PALIMPSEST_SECRET_KEY", "short"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path, name, value):
    with pytest.raises(SettingError, match=name):
        Config.from_environment({"PALIMPSEST_HOME": str(tmp_path), name: value})


def test_the_development_secret_is_made_once_and_kept_from_others(tmp_path):
    home = tmp_path / "home"
    keys = {Config.from_environment({"PALIMPSEST_HOME": str(home)}).secret_key for _ in range(2)}
    assert len(keys) == 1
    assert len(keys.pop()) >= 32
    assert (home / "secret_key").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(("proxies", "address"), [(0, "10.0.0.1"), (1, "192.0.2.9")])
def test_a_proxy_is_believed_only_if_it_is_counted(config, proxies, address):
    app = create_app(replace(config, trusted_proxies=proxies))
    add_view(app, lambda: f"{request.remote_addr} {request.scheme}")
    headers = {"X-Forwarded-For": "198.51.100.1, 192.0.2.9", "X-Forwarded-Proto": "https"}
    answer = app.test_client().get(
        "/probe", headers=headers, environ_base={"REMOTE_ADDR": "10.0.0.1"}
    )
    assert answer.text == f"{address} {'https' if proxies else 'http'}"


def test_a_crash_shows_and_logs_neither_texts_nor_addresses(crashing, caplog):
    answer = crashing.test_client().get("/probe/personal-token")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
    assert answer.headers["Content-Security-Policy"] == security.CONTENT_SECURITY_POLICY
    (record,) = (row for row in caplog.records if row.levelno >= logging.ERROR)
    logged = record.getMessage() + str(record.exc_info)
    assert "ValueError" in logged
    assert "KeyError" in logged
    assert "test_security.py" in logged
    for shown in (answer.text, logged):
        assert SECRET_TEXT not in shown
        assert "personal-token" not in shown
    assert "ValueError" not in answer.text
    assert "Traceback" not in answer.text


def test_a_crash_is_answered_even_without_a_database(crashing):
    client = crashing.test_client()
    sign_in(client, Factory(db.session).user())
    db.session.execute(text("ALTER TABLE user RENAME TO lost"))
    db.session.commit()
    answer = client.get("/probe/x")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
    assert "no such table" not in answer.text


@pytest.mark.usefixtures("app")
def test_errors_of_the_database_do_not_quote_the_row():
    with pytest.raises(Exception, match="CHECK constraint") as error:
        db.session.execute(
            User.__table__.insert().values(
                name="",
                role=Role.ADMIN,
                is_active=True,
                created_at=utc_now(),
                session_epoch=0,
                has_shortcuts=True,
                password_hash=SECRET_TEXT,
            )
        )
    assert SECRET_TEXT not in str(error.value)


def test_tests_see_the_crash_itself(own_app):
    def probe():
        raise ValueError(SECRET_TEXT)

    add_view(own_app, probe)
    with pytest.raises(ValueError, match="Ada Berg"):
        own_app.test_client().get("/probe")


def test_what_is_too_large_gets_a_page_that_says_so(config):
    app = create_app(replace(config, max_upload_bytes=1000))
    answer = app.test_client().post("/login", data={"name": "x" * 2000})
    assert answer.status_code == 413
    assert "larger than this server accepts" in answer.text


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/nowhere", 404), ("PUT", "/logout", 405)]
)
def test_error_pages_serve_anonymous_people_and_others(client, make, method, path, status):
    for person in (None, make.user("Ada")):
        if person:
            sign_in(client, person)
        answer = client.open(path, method=method)
        assert answer.status_code == status
        assert ("Sign out" in answer.text) is bool(person)
    assert answer.allow.as_set() == ({"options", "post"} if status == 405 else set())


def test_a_refused_step_leaves_nothing_behind_and_is_explained_in_the_open_page(own_app):
    def probe():
        db.session.add(User(name="half done", role=Role.ADMIN, created_at=utc_now()))
        db.session.flush()
        raise ConflictError("Somebody was faster.")

    add_view(own_app, probe, methods=["POST"])
    client = own_app.test_client()
    whole = client.post("/probe")
    part = client.post("/probe", headers={"HX-Request": "true"})
    for answer in (whole, part):
        assert answer.status_code == 409
        assert "Somebody was faster." in answer.text
    assert "<html" in whole.text
    assert "<html" not in part.text
    assert part.headers["HX-Retarget"] == "#messages"
    assert db.session.query(User).count() == 0


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"data": {"name": "a" * 60_000}}, 422),
        ({"data": {"name": "a" * 66_000}}, 413),
        ({"input_stream": BytesIO(b"name=a"), "headers": {"Transfer-Encoding": "chunked"}}, 411),
    ],
)
def test_who_has_not_signed_in_may_send_only_little(client, sent, status):
    assert client.post("/login", **sent).status_code == status


def test_who_has_signed_in_may_send_much(workbench):
    answer = workbench.client.post("/account/password", data={"password": "a" * 66_000})
    assert answer.status_code == 422
