"""`palimpsest user` adds people where no page can be opened yet."""

import json
import tomllib

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import select

from webapp.cli import main
from webapp.people.auth import passwords
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import Role, User
from webapp.platform.resources import ROOT

PASSWORD = "seven quiet lighthouses"


@pytest.fixture
def palimpsest(config: Config, monkeypatch: pytest.MonkeyPatch):
    """Run the command line on the database of `app`."""
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    monkeypatch.setenv("PALIMPSEST_SECRET_KEY", config.secret_key)
    monkeypatch.setenv("PALIMPSEST_PUBLIC_URL", "https://palimpsest.example/")
    return lambda *arguments, **kwargs: CliRunner().invoke(main, arguments, **kwargs)


def people() -> list[User]:
    db.session.expire_all()
    return list(db.session.scalars(select(User).order_by(User.id)))


def test_the_printed_link_signs_the_new_person_in(app: Flask, palimpsest):
    result = palimpsest("user", "add", "Ada", "--role", "admin")
    assert (result.exit_code, result.stderr) == (0, "")
    (ada,) = people()
    assert (ada.name, ada.role, ada.password_hash) == ("Ada", Role.ADMIN, None)
    path = result.stdout.strip().removeprefix("https://palimpsest.example")
    client = app.test_client()
    assert client.get(path).status_code == 303
    assert "Ada" in client.get("/account").text


def test_a_link_for_the_usual_address_says_what_to_set_for_another(palimpsest, monkeypatch):
    monkeypatch.delenv("PALIMPSEST_PUBLIC_URL")
    added = palimpsest("user", "add", "Ada", "--role", "admin")
    for result in (added, palimpsest("user", "link", "Ada", "--json")):
        assert f"{Config.public_url}/enter/" in result.stdout
        assert result.stderr == (
            f"This link is for a server at {Config.public_url}; "
            "if yours has another address, set PALIMPSEST_PUBLIC_URL to it.\n"
        )


def test_json_says_it_all(palimpsest):
    result = palimpsest("user", "add", "李 雷", "--role", "annotator", "--json")
    added = json.loads(result.stdout)
    assert added.keys() == {"id", "name", "role", "link", "link_expires_at"}
    assert (added["name"], added["role"]) == ("李 雷", "annotator")


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
def test_the_password_comes_by_standard_input(palimpsest, ending):
    arguments = ("user", "add", "Ada", "--role", "annotator", "--password-stdin")
    assert palimpsest(*arguments, input=PASSWORD + ending).exit_code == 0
    assert passwords.is_password_of(people()[0], PASSWORD)


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize(
    ("name", "password", "problem"),
    [
        ("Ada", PASSWORD, "There already is somebody"),
        ("", PASSWORD, "A name has"),
        ("Ben", "short", "A password has"),
        ("Ben", "", "A password has"),
    ],
)
def test_what_is_refused_is_said_in_one_line(palimpsest, name, password, problem):
    palimpsest("user", "add", "Ada", "--role", "annotator")
    arguments = ("user", "add", name, "--role", "annotator", "--password-stdin")
    result = palimpsest(*arguments, input=password)
    assert (result.exit_code, result.stdout) == (1, "")
    assert problem in result.stderr
    assert result.stderr.count("\n") == 1
    assert [person.name for person in people()] == ["Ada"]


@pytest.mark.parametrize("arguments", [["Ada"], ["Ada", "--role", "emperor"], ["--role", "admin"]])
def test_a_wrong_call_explains_the_usage(palimpsest, arguments):
    result = palimpsest("user", "add", *arguments)
    assert result.exit_code == 2
    assert "Usage:" in result.stderr


def test_a_wrong_setting_is_said_in_one_line(palimpsest, monkeypatch):
    monkeypatch.setenv("PALIMPSEST_LINK_DAYS", "many")
    result = palimpsest("user", "add", "Ada", "--role", "admin")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "PALIMPSEST_LINK_DAYS" in result.stderr


def test_the_database_is_made_where_there_is_none(palimpsest, monkeypatch, tmp_path):
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "new"))
    assert palimpsest("user", "add", "Ada", "--role", "admin").exit_code == 0
    assert palimpsest("user", "add", "Ada", "--role", "admin").exit_code == 1


def test_somebody_who_is_there_gets_a_new_link(app, make, palimpsest):
    make.user("Ada")
    result = palimpsest("user", "link", "Ada")
    path = result.stdout.strip().removeprefix("https://palimpsest.example")
    client = app.test_client()
    client.get(path)
    assert "Ada" in client.get("/account").text
    as_json = json.loads(palimpsest("user", "link", "Ada", "--json").stdout)
    assert as_json.keys() == {"id", "name", "role", "link", "link_expires_at"}
    assert as_json["link"] != result.stdout.strip()


def test_nobody_and_the_shut_out_get_no_link(make, palimpsest):
    shut_out = make.user("Ben")
    shut_out.is_active = False
    db.session.commit()
    for name, problem in [("Ada", "There is nobody named 'Ada'."), ("Ben", "Ben is not active")]:
        result = palimpsest("user", "link", name)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
        assert problem in result.stderr


def test_everybody_is_listed(make, palimpsest):
    ada, ben = make.user("Ada", role=Role.ADMIN), make.user("Ben")
    make.project(ben)
    ben.is_active = False
    db.session.commit()
    assert palimpsest("user", "list").stdout == (
        "name  role                   projects  last signed in\n"
        "Ada   admin                         0  never\n"
        "Ben   annotator, not active         1  never\n"
    )
    listed = json.loads(palimpsest("user", "list", "--json").stdout)
    assert [person["id"] for person in listed] == [ada.id, ben.id]
    assert listed[1] == {
        "id": ben.id,
        "name": "Ben",
        "role": "annotator",
        "is_active": False,
        "projects": 1,
        "signed_in_at": None,
    }


@pytest.mark.usefixtures("app")
def test_a_list_of_nobody_is_a_heading(palimpsest):
    assert palimpsest("user", "list").stdout == "name  role  projects  last signed in\n"
    assert palimpsest("user", "list", "--json").stdout == "[]\n"


def test_the_version_is_that_of_the_project(palimpsest):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert palimpsest("--version").stdout == f"palimpsest {project['version']}\n"


def test_a_reset_leaves_one_way_in(app: Flask, palimpsest):
    first = palimpsest(
        "user", "add", "Ada", "--role", "annotator", "--password-stdin", input=PASSWORD
    )
    client = app.test_client()
    former = first.stdout.strip().removeprefix("https://palimpsest.example")
    assert client.get(former).status_code == 303
    result = palimpsest("user", "reset", "Ada")
    assert client.get("/account").status_code == 303  # the session has ended, the link has too
    assert app.test_client().get(former).status_code == 403
    assert people()[0].password_hash is None
    path = result.stdout.strip().removeprefix("https://palimpsest.example")
    assert app.test_client().get(path).status_code == 303
    shown = json.loads(palimpsest("user", "show", "Ada", "--json").stdout)
    assert len(shown["links_expire_at"]) == 1


def test_who_is_deactivated_leaves_work_that_others_can_have(palimpsest, make):
    ada, ben = make.user("Ada"), make.user("Ben")
    make.user("Root", role=Role.ADMIN)
    project = make.project(ada, ben, name="Letters")
    documents = [make.document(project) for _ in range(2)]
    for document in documents:
        make.assignment(document, ada)
    result = palimpsest("user", "deactivate", "Ada")
    assert "Letters: 2 documents are left open" in result.stdout
    assigned = palimpsest("project", "assign", "Letters", "--json")
    assert json.loads(assigned.stdout)["assigned"] == 2
    shown = json.loads(palimpsest("user", "show", "Ada", "--json").stdout)
    assert not shown["is_active"]
    assert shown["projects"] == [
        {"project": "Letters", "role": "annotator", "submitted": 0, "assigned": 2}
    ]
    project_shown = json.loads(palimpsest("project", "show", "Letters", "--json").stdout)
    assert [each["name"] for each in project_shown["annotators"]] == ["Ada", "Ben"]
    palimpsest("user", "activate", "Ada")
    assert all(person.is_active for person in people())


def test_the_only_admin_is_not_shut_out(palimpsest):
    palimpsest("user", "add", "Root", "--role", "admin")
    result = palimpsest("user", "deactivate", "Root")
    assert (result.exit_code, "only active admin" in result.stderr) == (1, True)
    assert json.loads(palimpsest("user", "show", "Root", "--json").stdout)["is_active"]
