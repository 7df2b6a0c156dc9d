"""Masks that annotators settled, handed on to a project in which they are replaced."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from sqlalchemy import select, update

from ontology.index.writing import write_index
from tests.factories import sign_in
from tests.gazetteer import ENTRIES
from tests.webapp.curation.adjudication.adjudicating import address, loaded, settle
from tests.webapp.intake.imports.importing import biography, bring, court_case, written
from webapp.cli import main
from webapp.core.jobs.runner import run_job
from webapp.curation.adjudication.forms import key_of
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Document,
    DocumentFile,
    FileFormat,
    Job,
    JobState,
    Mention,
    Project,
    ProjectKind,
    Role,
    User,
)


@pytest.fixture
def admin(client, make, config):
    write_index(config.ontology, ENTRIES, {})
    admin = make.user("Root", role=Role.ADMIN)
    sign_in(client, admin)
    return client


@pytest.fixture
def masking(make, tmp_path):
    """Two documents: of one, Ada hides both spans and Ben the place alone."""
    project = make.project(make.user("Rita", role=Role.REVIEWER), kind=ProjectKind.MASKING)
    several = court_case("several", "Ada", "Ben")
    [ada, place] = several["annotations"]["Ben"]["entity_mentions"]
    seen = [ada | {"identifier_type": "NO_MASK"}, place]
    several["annotations"] = several["annotations"] | {"Ben": {"entity_mentions": seen}}
    bring(project, written(tmp_path, several, court_case("alone", "Ada")))
    return project


def hand_on(client, project, **fields):
    form = {"name": "Lives", "settling": "any"} | fields
    return client.post(f"/projects/{project.id}/hand-on", data=form)


def handed(client, project, **fields):
    """Hand on, let the worker do its part, and return the new project."""
    assert hand_on(client, project, **fields).status_code == 303
    job = db.session.scalars(select(Job).order_by(Job.id.desc())).first()
    run_job(job.id)
    db.session.expire_all()
    assert job.state is JobState.DONE, job.message
    return db.session.scalars(select(Project).where(Project.name == "Lives")).one()


def spans_of(project):
    rows = db.session.execute(
        select(Document.doc_id, Mention.span_text, Mention.generalizations.is_not(None))
        .join(Mention, Mention.document_id == Document.id)
        .where(Document.project_id == project.id)
        .order_by(Document.position, Mention.start_offset)
    )
    return [tuple(row) for row in rows]


@pytest.mark.parametrize(("settling", "of_several"), [("any", ["Ada", "Oslo"]), ("all", ["Oslo"])])
def test_masks_become_spans_with_lists_in_a_project_of_the_same_people(
    admin, masking, settling, of_several
):
    new = handed(admin, masking, settling=settling)
    assert new.kind is ProjectKind.REPLACEMENT
    expected = [("several", words, True) for words in of_several]
    assert spans_of(new) == [*expected, ("alone", "Ada", True), ("alone", "Oslo", True)]
    assert {each.name for each in new.members} == {each.name for each in masking.members}
    assert not db.session.scalars(select(Assignment).where(Assignment.project_id == new.id)).all()


def test_of_an_adjudicated_document_the_gold_layer_is_handed_on(admin, masking):
    document = db.session.scalars(select(Document).where(Document.doc_id == "several")).one()
    first = loaded(masking, document).rows[0]
    admin.post(address(document, "verdict"), data={"row": first.place, "reading": key_of(())})
    settle(admin, document)
    new = handed(admin, masking, settling="any")
    assert spans_of(new)[0] == ("several", "Oslo", True)


def test_the_command_line_does_the_same_at_once(admin, masking, config, monkeypatch):  # noqa: ARG001 - the index must be there
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))
    command = ["project", "hand-on", masking.name, "Lives", "--masks", "all"]
    told = CliRunner().invoke(main, command)
    assert told.exit_code == 0, told.output
    assert told.stdout.startswith("Lives: 2 documents")
    db.session.expire_all()
    new = db.session.scalars(select(Project).where(Project.name == "Lives")).one()
    assert spans_of(new) == [
        ("several", "Oslo", True),
        ("alone", "Ada", True),
        ("alone", "Oslo", True),
    ]
    again = CliRunner().invoke(main, command)
    assert (again.exit_code, again.stderr.count("name")) == (1, 1), again.stderr
    refused = CliRunner().invoke(main, ["project", "hand-on", "Lives", "More"])
    assert "only masks are handed on" in refused.stderr
    assert db.session.scalars(select(Project).where(Project.name == "More")).all() == []


def test_what_is_not_submitted_stays(admin, masking):
    of_alone = select(Document.id).where(Document.doc_id == "alone").scalar_subquery()
    work = update(Assignment).where(Assignment.document_id == of_alone)
    db.session.execute(work.values(state=AssignmentState.IN_PROGRESS))
    db.session.commit()
    assert "Hand on 1 document" in admin.get(f"/projects/{masking.id}/hand-on").text
    assert {doc_id for doc_id, *_ in spans_of(handed(admin, masking))} == {"several"}


def test_word_files_go_along(admin, masking):
    [first, *_] = db.session.scalars(select(Document).order_by(Document.position)).all()
    file = DocumentFile(document_id=first.id, format=FileFormat.DOCX, content=b"PK")
    db.session.add(file)
    db.session.commit()
    new = handed(admin, masking)
    kept = select(DocumentFile.content).join(Document, Document.id == DocumentFile.document_id)
    assert db.session.scalars(kept.where(Document.project_id == new.id)).all() == [b"PK"]


def test_the_masks_stay_where_they_are(admin, masking):
    before = spans_of(masking)
    handed(admin, masking)
    assert spans_of(masking) == before


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"name": " "}, "1 to 120"),
        ({"name": ""}, "Give it a name"),
        ({"settling": "few"}, "Invalid"),
    ],
)
def test_what_can_be_no_project_is_said_in_the_page(admin, masking, fields, told):
    answer = hand_on(admin, masking, **fields)
    assert answer.status_code == 422
    assert told in answer.text
    assert db.session.scalars(select(Project.id)).all() == [masking.id]


def test_a_taken_name_is_said_in_the_page(admin, masking):
    answer = hand_on(admin, masking, name=masking.name)
    assert answer.status_code == 422
    assert "another project of that name" in answer.text


def test_nothing_submitted_is_nothing_to_hand_on(admin, make):
    project = make.project(kind=ProjectKind.MASKING)
    assert "Nobody has submitted" in admin.get(f"/projects/{project.id}/hand-on").text
    assert "no masks to hand on" in hand_on(admin, project).text
    assert db.session.scalars(select(Project.id)).all() == [project.id]


def test_only_masks_are_handed_on(admin, make, tmp_path):
    project = make.project()
    bring(project, written(tmp_path, biography(chosen={"Oslo": {"city": ["Kim"]}})))
    assert hand_on(admin, project).status_code == 404
    assert db.session.scalars(select(User.name).where(User.name == "Kim")).all() == ["Kim"]
