"""A real application on a real, migrated database for every test that asks for one.

`app` and `client` run on SQLite; tests of what the database does ask for `any_app`, which runs
them on PostgreSQL as well (skipped, with the reason, where none answers on 127.0.0.1:5432).
"""

from __future__ import annotations

import os
import shutil
import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import create_engine
from werkzeug.test import TestResponse

from benchmarks.processes import cpu_seconds, descendants
from learning.encoding import Encoder
from tests.browser.absence import NO_BROWSER
from tests.browser.inventory import Ids, Words
from tests.budget import budgeted, line_of
from tests.factories import Factory
from tests.forked import fork_trainers
from tests.gazetteer import SURE, build_namesakes, build_tiny_ontology, read_first_sense
from tests.postgresql import POSTGRESQL, empty, new_database, postgresql_url
from webapp.application import create_app
from webapp.platform.config import Config, sqlite_url
from webapp.platform.extensions import db
from webapp.platform.migrating import upgrade
from webapp.platform.models import User
from webapp.versions import processes

if TYPE_CHECKING:
    from tests.browser.populated import PopulatedHome

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
# A suite in the background is told that Ctrl-C is not for it, one under nohup that a closed
# terminal is not: both would pass that on to the programs that they stop in this way.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Machines are shared: a slow example is no failure. Continuous integration tries the same examples
# each time, so that what fails there fails here; on a developer's machine they are ever new.
settings.register_profile("palimpsest", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("palimpsest")

CPU_SECONDS = pytest.StashKey[float]()
CPU_PROPERTY = "cpu_seconds"
TEST_SECRET = "for tests only: 7Qf2kXv9RmB4tZp8WsL3nJ6y"


def cpu_seconds_used() -> float:
    """Return the CPU seconds of this process and all that it started, but PostgreSQL."""
    return cpu_seconds(descendants(os.getpid()), with_ended=True)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Begin to count: what was imported until here is no test's."""
    session.config.stash[CPU_SECONDS] = cpu_seconds_used()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note with the last report of a test what it has cost since the one before ended."""
    report = yield
    if call.when == "teardown":
        before, now = item.config.stash[CPU_SECONDS], cpu_seconds_used()
        # What nobody waits for is lost when it ends, as are a browser's processes: never below 0.
        report.user_properties.append((CPU_PROPERTY, max(0.0, now - before)))
        item.config.stash[CPU_SECONDS] = now
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report the CPU seconds of each folder, and loudly that tests in a browser could not run."""
    folders: Counter[str] = Counter()
    for report in chain.from_iterable(terminalreporter.stats.values()):
        properties = dict(getattr(report, "user_properties", ()))
        if CPU_PROPERTY in properties and report.when == "teardown":
            folder = budgeted(Path(report.nodeid.partition("::")[0]).parent)
            folders[folder] += properties[CPU_PROPERTY]
    if folders.total():  # systems without /proc count nothing
        terminalreporter.write_sep("=", f"CPU seconds: {folders.total():,.0f}")
        for folder, seconds in folders.most_common():
            terminalreporter.write_line(line_of(folder, seconds))
    skipped = terminalreporter.stats.get("skipped", [])
    if any(NO_BROWSER in str(report.longrepr) for report in skipped):
        terminalreporter.write_sep("!", NO_BROWSER, red=True, bold=True)


@pytest.fixture(scope="session", autouse=True)
def templates_compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Share compiled templates between applications, as some tests make their own."""
    compiled = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": compiled})
        yield


@pytest.fixture(scope="session", autouse=True)
def no_installation_of_the_shell() -> Iterator[None]:
    """Forget what the shell says of an installation of its own: no test is about that one."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("PALIMPSEST_")]:
            patch.delenv(name)
        yield


@pytest.fixture(scope="session", autouse=True)
def real_niceness() -> int:
    """The niceness of trainers in production; in tests it is 0, else they wait for minutes."""
    niceness = processes.NICENESS
    fork_trainers()
    return niceness


@pytest.fixture(scope="session")
def tiny_encoder_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny BERT, as PALIMPSEST_ENCODER may name one: random weights, one layer."""
    from tests.encoders import write_bert  # noqa: PLC0415 - torch takes seconds to load

    return write_bert(tmp_path_factory.mktemp("encoder"))


@pytest.fixture(scope="session")
def tiny_encoder(tiny_encoder_folder: Path) -> Encoder:
    """An encoder of 16 dimensions: like texts get like vectors, meaning it knows none."""
    return Encoder(tiny_encoder_folder)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data beside the checkout; tests that need it are skipped without."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the real data (../shared/data) is not on this machine")
    return SHARED_DATA


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database at the newest migration, to be copied."""
    path = tmp_path_factory.mktemp("migrated") / "empty.sqlite3"
    engine = create_engine(f"sqlite:///{path}")
    upgrade(engine)
    engine.dispose()
    return path


@pytest.fixture(scope="session")
def populated_home(
    tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path
) -> PopulatedHome:
    """The home folder whose database has ordinary words in it."""
    from tests.browser.populated import populate_home  # noqa: PLC0415 - it imports this module

    return populate_home(tmp_path_factory.mktemp("populated"), migrated_sqlite, Words())


@pytest.fixture(scope="session")
def migrated_postgresql(worker_id: str) -> Iterator[str]:
    """The name of a PostgreSQL database at the newest migration, empty when a test begins."""
    try:
        psycopg.connect(f"{POSTGRESQL}/postgres", connect_timeout=3).close()
    except psycopg.OperationalError as error:
        pytest.skip(f"no PostgreSQL on 127.0.0.1:5432: {error}")
    name = f"palimpsest_test_{worker_id}"
    with new_database(name):
        engine = create_engine(postgresql_url(name))
        upgrade(engine)
        engine.dispose()
        yield name


@pytest.fixture(scope="session")
def standing_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A link to the home folder of the test that runs."""
    return tmp_path_factory.mktemp("standing") / "home"


@pytest.fixture(scope="session")
def empty_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with nothing in it."""
    return tmp_path_factory.mktemp("empty")


@pytest.fixture(scope="session")
def standing_app(standing_home: Path, empty_home: Path) -> Flask:
    """The application that serves one test after the other: making one costs more than most."""
    lead(standing_home, empty_home)  # else it might take over the static files of a former test
    return create_app(config_of(standing_home, sqlite_url(standing_home)))


@pytest.fixture(scope="session")
def standing_app_on_postgresql(
    standing_home: Path, empty_home: Path, migrated_postgresql: str
) -> Flask:
    """The same on PostgreSQL."""
    lead(standing_home, empty_home)
    return create_app(config_of(standing_home, postgresql_url(migrated_postgresql)))


@pytest.fixture
def config(request: pytest.FixtureRequest, tmp_path: Path, migrated_sqlite: Path) -> Config:
    """Settings of a test, in a home folder of its own with a SQLite database.

    It is empty, or a copy of the populated one where the test is marked so.
    """
    home = tmp_path / "home"
    home.mkdir()
    if request.node.get_closest_marker("populated"):
        request.getfixturevalue("populated_home").copy_to(home)
    else:
        shutil.copyfile(migrated_sqlite, home / "palimpsest.sqlite3")
    return config_of(home, sqlite_url(home))


@pytest.fixture
def ids(populated_home: PopulatedHome) -> Ids:
    """The ids of the rows of the populated database."""
    return populated_home.ids


@pytest.fixture
def somebody(app: Flask, ids: Ids) -> Callable[[str | None], User | None]:  # noqa: ARG001 - the context must be there
    """Find a person by the part they play: `somebody("reviewer")`."""

    def find(part: str | None) -> User | None:
        return db.session.get_one(User, getattr(ids, part)) if part else None

    return find


@pytest.fixture
def app(standing_app: Flask, config: Config) -> Iterator[Flask]:
    """The application, with an application context pushed."""
    with lent(standing_app, config):
        yield standing_app


@pytest.fixture
def own_app(config: Config) -> Iterator[Flask]:
    """An application of this test's own, for what can't be put back, such as another page."""
    with lent(create_app(config), config) as app:
        yield app


@pytest.fixture(params=["sqlite", "postgresql"])
def any_app(request: pytest.FixtureRequest, config: Config) -> Iterator[Flask]:
    """The application on SQLite, then on PostgreSQL."""
    if request.param == "sqlite":
        with lent(request.getfixturevalue("standing_app"), config) as app:
            yield app
        return
    name = request.getfixturevalue("migrated_postgresql")
    on_postgresql = replace(config, database_url=postgresql_url(name))
    empty(name)
    with lent(request.getfixturevalue("standing_app_on_postgresql"), on_postgresql) as app:
        yield app


@pytest.fixture(params=["sqlite", "postgresql"])
def any_own_app(request: pytest.FixtureRequest, config: Config, worker_id: str) -> Iterator[Flask]:
    """The application on databases of this test's own, for what changes more than rows."""
    if request.param == "sqlite":
        with lent(create_app(config), config) as app:
            yield app
        return
    template = request.getfixturevalue("migrated_postgresql")
    empty(template)
    name = f"palimpsest_own_{worker_id}"
    with new_database(name, f"TEMPLATE {template}"):
        config = replace(config, database_url=postgresql_url(name))
        with lent(create_app(config), config) as app:
            yield app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without a session."""
    return app.test_client()


@pytest.fixture
def make(app: Flask) -> Factory:  # noqa: ARG001 - the context must be there
    """The factory of people, projects and documents, on `app`."""
    return Factory(db.session)


@pytest.fixture
def tiny_ontology(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    """An index with three towns and a profession; every span is read as its first sense."""
    build_tiny_ontology(config)
    monkeypatch.setattr("ontology.linking.offering.gather", read_first_sense)
    monkeypatch.setattr("ontology.proposing.load_scorer", lambda: SURE)


@pytest.fixture
def namesakes(config: Config) -> None:
    """An index with two places of the same name, read as any other."""
    build_namesakes(config)


@pytest.fixture(scope="session")
def worker_id(request: pytest.FixtureRequest) -> str:
    """A name for this process, so that neither workers nor runs at the same time meet."""
    worker = getattr(request.config, "workerinput", {"workerid": "main"})["workerid"]
    return f"{worker}_{os.getpid()}"


class Page(TestResponse):
    """An answer whose page reads as a browser shows it, however its template breaks the lines."""

    @property
    def text(self) -> str:
        """The body; in a page, any white space is one space. `data` is what was sent."""
        return " ".join(super().text.split()) if self.mimetype == "text/html" else super().text


class Browser(FlaskClient):
    """A test client whose requests have an application context of their own, as on a server.

    Without it they would share `g`, and with it who is signed in, with the test and each other.
    What the test holds of the database is read anew after each request.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.response_wrapper = type("AnsweredPage", (Page, self.response_wrapper), {})

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        with self.application.app_context():
            response = super().open(*args, **({"buffered": True} | kwargs))
        db.session.expire_all()
        return response


def config_of(home: Path, database_url: str) -> Config:
    """Return the settings of all tests, with these places."""
    return Config(home=home, database_url=database_url, secret_key=TEST_SECRET, testing=True)


def lead(link: Path, home: Path) -> None:
    """Lead the standing application to another home folder."""
    following = link.with_name("following")
    following.symlink_to(home)
    following.replace(link)


@contextmanager
def lent(app: Flask, config: Config) -> Iterator[Flask]:
    """Lend an application to a test, with its context pushed; put back what the test changed."""
    settings, extensions = dict(app.config), dict(app.extensions)
    taken_at_start = config.to_flask() | {
        "SQLALCHEMY_DATABASE_URI": settings["SQLALCHEMY_DATABASE_URI"]
    }
    assert taken_at_start == {name: settings[name] for name in taken_at_start}, (
        "tests with such settings make an application of their own"
    )
    made_with = Path(app.instance_path)
    if made_with != config.home:
        lead(made_with, config.home)
    app.extensions["palimpsest"] = config
    app.test_client_class = Browser
    app.config["WTF_CSRF_ENABLED"] = False  # tests of CSRF switch it on again
    try:
        with app.app_context():
            db.engine.dispose()  # a last request of the test before may have opened its database
            yield app
            db.session.remove()
            db.engine.dispose()
    finally:
        for current, before in ((app.config, settings), (app.extensions, extensions)):
            current.clear()
            current.update(before)
