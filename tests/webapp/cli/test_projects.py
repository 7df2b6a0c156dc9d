"""`palimpsest project`: made and shared out without a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select

from tests.factories import Factory
from webapp.cli import main
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Document,
    Project,
    ProjectKind,
    Role,
    User,
    utc_now,
)
from webapp.projects.queries import members_of


@pytest.fixture
def home(config: Config, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder that the commands find by the environment."""
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    monkeypatch.delenv("PALIMPSEST_DATABASE_URL", raising=False)
    return config.home


@pytest.fixture
def shared_out(home: Path, make: Factory) -> Project:  # noqa: ARG001 - the same database
    """A project with ten documents and the annotators Ada and Bo."""
    project = make.project(make.user("Ada"), make.user("Bo"), name="Letters")
    for _ in range(10):
        make.document(project, spans=[])
    return project


def _run(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["project", *arguments], input=stdin)


@pytest.mark.usefixtures("home", "app")
class TestCreate:
    def test_a_project_is_made_with_its_guidelines(self, home: Path) -> None:
        guidelines = home / "guidelines.md"
        guidelines.write_bytes("\ufeff# Wähle\r\n".encode())
        result = _run(
            "create",
            "Letters",
            "--kind=masking",
            "--annotators-per-document=3",
            f"--guidelines={guidelines}",
            "--json",
        )
        assert result.exit_code == 0
        project = db.session.scalars(select(Project)).one()
        assert json.loads(result.stdout) == {
            "id": project.id,
            "name": "Letters",
            "kind": "masking",
            "annotators_per_document": 3,
        }
        assert project.kind is ProjectKind.MASKING
        assert project.guidelines == "# Wähle\n"

    def test_a_name_that_is_taken_is_refused_in_one_line(self) -> None:
        assert _run("create", "Letters").stdout == "Project Letters is made.\n"
        result = _run("create", "Letters")
        assert result.exit_code == 1
        assert result.stderr == "Error: There is another project of that name.\n"

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            (["create", " "], 1),
            (["create", "x" * 121], 1),
            (["create", "X", "--annotators-per-document=0"], 2),
            (["create", "X", "--kind=other"], 2),
            (["create", "X", "--guidelines=/no/such/file"], 2),
            (["create", "X", "--guidelines=-"], 1),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, arguments: list[str], code: int) -> None:
        result = _run(*arguments, stdin=b"\xff\xfe")
        assert result.exit_code == code
        assert "Traceback" not in result.output
        assert db.session.scalars(select(Project)).all() == []


@pytest.mark.usefixtures("shared_out")
class TestAssign:
    def test_all_annotators_get_documents_by_default(
        self, shared_out: Project, make: Factory
    ) -> None:
        result = _run("assign", shared_out.name, "--everybody=2", "--json")
        assert json.loads(result.stdout) == {
            "project": "Letters",
            "members_added": [],
            "annotators": [
                {"name": "Ada", "had": 0, "for_everybody": 2, "shared_out": 4, "has": 6},
                {"name": "Bo", "had": 0, "for_everybody": 2, "shared_out": 4, "has": 6},
            ],
            "assigned": 12,
            "everybody": 2,
            "short": 0,
        }
        assert len(make.session.scalars(select(Assignment)).all()) == 12

    def test_again_adds_nothing(self, shared_out: Project) -> None:
        _run("assign", shared_out.name, "--everybody=2")
        result = _run("assign", shared_out.name, "--everybody=2")
        assert "0 assignments added." in result.stdout

    def test_people_named_become_members_and_that_is_said(
        self, shared_out: Project, make: Factory
    ) -> None:
        newcomer = make.user("Chidi", role=Role.REVIEWER)
        result = _run("assign", shared_out.name, "--to", "Ada", "Chidi", "--to=Ada")
        assert result.exit_code == 0
        assert result.stdout.startswith("Chidi is now a member.\n")
        db.session.refresh(shared_out)
        assert newcomer in shared_out.members
        assert "Bo" not in result.stdout

    def test_names_without_to_are_refused(self, shared_out: Project) -> None:
        result = _run("assign", shared_out.name, "Ada")
        assert result.exit_code == 2
        assert "Name people after --to." in result.stderr

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["Nothing"], "There is no project named 'Nothing'."),
            (["Letters", "--to=Ada", "--to=Nobody"], "There is nobody active named 'Nobody'."),
            (["Letters", "--to=Gone"], "There is nobody active named 'Gone'."),
            (["Empty"], "Empty has no annotators: name people with --to."),
        ],
    )
    def test_a_name_that_is_not_there_is_said_and_nothing_is_written(
        self,
        make: Factory,
        arguments: list[str],
        message: str,
    ) -> None:
        make.project(name="Empty")
        make.user("Gone").is_active = False
        make.session.commit()
        result = _run("assign", *arguments)
        assert result.exit_code == 1
        assert result.stderr == f"Error: {message}\n"
        assert make.session.scalars(select(Assignment)).all() == []


@pytest.mark.usefixtures("home")
def test_projects_are_listed_with_how_far_they_are(make: Factory) -> None:
    ada = make.user()
    project = make.project(ada, name="Letters")
    make.assignment(make.document(project), ada)
    submitted = make.assignment(make.document(project), ada)
    submitted.state, submitted.submitted_at = AssignmentState.SUBMITTED, utc_now()
    make.project(name="Cases", kind=ProjectKind.MASKING)
    assert _run("list").stdout == (
        "name     kind         documents  members  assigned  submitted\n"
        "Cases    masking              0        0         0          0\n"
        "Letters  replacement          2        1         2          1\n"
    )
    assert json.loads(_run("list", "--json").stdout)[1] == {
        "id": project.id,
        "name": "Letters",
        "kind": "replacement",
        "documents": 2,
        "members": 1,
        "assigned": 2,
        "submitted": 1,
    }


@pytest.mark.usefixtures("home")
class TestAdd:
    def test_people_are_added_and_members_get_another_role(
        self, shared_out: Project, make: Factory
    ) -> None:
        make.user("Cleo", role=Role.REVIEWER)
        result = _run("add", "Letters", "Cleo", "--role=annotator")
        assert result.output == "Cleo: annotator\n"
        result = _run("add", "Letters", "Ada", "Cleo", "--role=reviewer")
        assert result.output == "Ada: reviewer\nCleo: reviewer\n"
        assert _run("add", "Letters", "Ada").output == "Ada: reviewer\n"
        assert _run("add", "Letters", "Ada", "--role=everywhere").output == "Ada: annotator\n"
        shown = json.loads(_run("show", "Letters", "--json").output)
        assert shown["members"] == [
            {"name": "Ada", "role": "annotator"},
            {"name": "Bo", "role": "annotator"},
            {"name": "Cleo", "role": "reviewer"},
        ]
        assert "Cleo  reviewer" in _run("show", "Letters").output
        assert len(members_of(db.session(), shared_out)) == 3

    def test_one_name_that_is_not_there_adds_nobody(
        self, shared_out: Project, make: Factory
    ) -> None:
        make.user("Cleo")
        result = _run("add", "Letters", "Cleo", "Nobody")
        assert (result.exit_code, "Nobody" in result.output) == (1, True)
        assert len(members_of(db.session(), shared_out)) == 2

    def test_an_admin_everywhere_stays_one(self, shared_out: Project, make: Factory) -> None:
        make.member(make.user("Root", role=Role.ADMIN), shared_out.id)
        result = _run("add", "Letters", "Root", "--role=annotator")
        assert (result.exit_code, "admin everywhere" in result.output) == (1, True)


class TestDelete:
    @pytest.fixture
    def begun(self, shared_out: Project, make: Factory) -> Project:
        """The project, in which Ada has submitted something."""
        document = db.session.scalars(select(Document)).first()
        assert document is not None
        ada = db.session.scalars(select(User).where(User.name == "Ada")).one()
        assignment = make.assignment(document, ada)
        assignment.move_to(AssignmentState.SUBMITTED, at=utc_now())
        assignment.submitted_at = utc_now()
        db.session.commit()
        return shared_out

    @pytest.mark.parametrize("typed", ["Letters\n", None])
    @pytest.mark.usefixtures("begun")
    def test_it_says_what_goes_asks_for_the_name_and_takes_all_away(
        self, typed: str | None
    ) -> None:
        asked = () if typed else ("--yes-delete", "Letters")
        result = _run("delete", "Letters", *asked, stdin=typed.encode() if typed else None)
        assert result.exit_code == 0
        assert "10 documents" in result.stderr
        assert re.search(r"Ada +0 +0 +1 +0 +0", result.stderr)
        assert result.stdout == "Project Letters is deleted.\n"
        db.session.rollback()
        assert not db.session.scalars(select(Project.id)).all()
        assert not db.session.scalars(select(Document.id)).all()

    @pytest.mark.parametrize("asked", [(), ("--yes-delete", "letters")])
    def test_another_name_deletes_nothing(self, begun: Project, asked: tuple[str, ...]) -> None:
        result = _run("delete", "Letters", *asked, stdin=b"Leters\n")
        assert result.exit_code == 1
        assert "Type the name of the project" in result.stderr
        db.session.rollback()
        assert db.session.get_one(Project, begun.id).name == "Letters"
