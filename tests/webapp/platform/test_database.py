"""The database itself refuses what the code should never try, on SQLite and on PostgreSQL."""

import os
from datetime import timedelta

import pytest
from sqlalchemy import column, create_engine, delete, insert, literal, select, table, update
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.orm import Session

from tests.factories import Factory
from tests.postgresql import new_database, postgresql_url
from webapp.platform.database import folding_all_letters
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    Choice,
    ChoiceOrigin,
    Document,
    Event,
    EventKind,
    Job,
    JobKind,
    Mention,
    Project,
    User,
    utc_now,
)


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def document(make):
    return make.document(make.project())


def mentions_of(document):
    return db.session.scalars(
        select(Mention).where(Mention.document_id == document.id).order_by(Mention.position)
    ).all()


def refused(statement, *, by=None):
    # PostgreSQL's trigger meets a negative length before the CHECK does.
    with pytest.raises((IntegrityError, DataError), match=by):
        db.session.execute(statement)
    db.session.rollback()


def change(row, **values):
    model = type(row)
    return update(model).where(model.id == row.id).values(**values)


def change_untyped(name, **values):
    """Change all rows past the types of the columns, which know the enums themselves."""
    return update(table(name, *map(column, values))).values(values)


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ({"start_offset": -1, "end_offset": 7}, None),
        ({"start_offset": 8, "end_offset": 0}, None),
        ({"end_offset": 9}, None),
        ({"span_text": "Ada"}, None),
        ({"span_text": "Eve Berg"}, "ck_mention_span_matches_text"),
        ({"start_offset": 1, "end_offset": 9}, "ck_mention_span_matches_text"),
        ({"start_offset": 9_000, "end_offset": 9_008}, "ck_mention_span_matches_text"),
    ],
)
def test_a_bad_span_is_refused(document, values, rule):
    span = mentions_of(document)[0]
    assert (span.start_offset, span.end_offset, span.span_text) == (0, 8, "Ada Berg")
    refused(change(span, **values), by=rule)


def test_a_new_span_that_does_not_hold_its_text_is_refused(document):
    span = mentions_of(document)[0]
    copied = {
        column.name: getattr(span, column.name)
        for column in Mention.__table__.columns
        if column.name != "id"
    }
    refused(
        insert(Mention).values(copied | {"mention_id": "new", "span_text": "Eve Berg"}),
        by="ck_mention_span_matches_text",
    )
    db.session.execute(insert(Mention).values(copied | {"mention_id": "new"}))


def test_offsets_count_code_points_whatever_the_character(make):
    text = "🚢🏳️‍🌈é中 Oslo"
    document = make.document(make.project(), text=text, spans=[("Oslo", "LOC", "e1", ["***"])])
    [span] = mentions_of(document)
    assert text[span.start_offset : span.end_offset] == "Oslo"


def test_the_text_of_a_document_never_changes(document):
    refused(change(document, text="Somebody was born."), by="ck_document_text_is_kept")
    db.session.execute(change(document, text=document.text, task="another"))


def test_a_document_belongs_to_a_project_or_to_an_import(document):
    refused(change(document, project_id=None))


def test_two_documents_of_a_project_can_t_have_one_doc_id(make, document):
    project = db.session.get(Project, document.project_id)
    with pytest.raises(IntegrityError):
        make.document(project, doc_id=document.doc_id)
    db.session.rollback()
    make.document(make.project(), doc_id=document.doc_id)


def choice_of(assignment, mention, **others):
    return insert(Choice).values(
        {
            "assignment_id": assignment.id,
            "document_id": assignment.document_id,
            "mention_id": mention.id,
            "text": "***",
            "origin": ChoiceOrigin.OWN,
            "chosen_at": utc_now(),
        }
        | others
    )


def test_an_annotator_has_one_choice_for_a_mention(make, document):
    assignment, mention = make.assignment(document, make.user()), mentions_of(document)[0]
    make.choice(assignment, mention, "***")
    refused(choice_of(assignment, mention, text="PERSON 1"))
    make.choice(make.assignment(document, make.user()), mention, "PERSON 1")


def test_a_choice_is_for_a_mention_of_the_assigned_document(make, document):
    other = make.document(make.project())
    assignment, foreign = make.assignment(document, make.user()), mentions_of(other)[0]
    refused(choice_of(assignment, foreign))
    refused(choice_of(assignment, foreign, document_id=other.id))


def test_a_choice_says_something(make, document):
    assignment, mention = make.assignment(document, make.user()), mentions_of(document)[0]
    refused(choice_of(assignment, mention, text=""))


def test_a_person_has_a_document_once(make, document):
    person = make.user()
    make.assignment(document, person)
    with pytest.raises(IntegrityError):
        make.assignment(document, person)


@pytest.mark.parametrize(
    ("table_name", "column_name"),
    [
        ("assignment", "state"),
        ("choice", "origin"),
        ("event", "kind"),
        ("job", "kind"),
        ("job", "state"),
        ("mention", "confidential_status"),
        ("mention", "edit_type"),
        ("mention", "entity_type"),
        ("mention", "identifier_type"),
        ("project", "kind"),
        ("user", "role"),
    ],
)
def test_an_unknown_state_is_refused(make, document, table_name, column_name):
    assignment = make.assignment(document, make.user())
    make.choice(assignment, mentions_of(document)[0], "***")
    make.job(db.session.get(Project, document.project_id))
    db.session.add(Event(at=utc_now(), kind=EventKind.IMPORTED, details={}))
    db.session.commit()
    refused(change_untyped(table_name, **{column_name: "unheard of"}), by="(?i)check")


@pytest.mark.parametrize("state", ["submitted", "reviewed"])
def test_submitted_work_has_a_time(make, document, state):
    assignment = make.assignment(document, make.user())
    refused(
        update(Assignment).where(Assignment.id == assignment.id).values(state=state),
        by="submitted_has_time",
    )


def test_a_stale_version_of_an_assignment_changes_nothing(make, document):
    assignment = make.assignment(document, make.user())
    changed = db.session.execute(
        update(Assignment)
        .where(Assignment.id == assignment.id, Assignment.version == assignment.version - 1)
        .values(version=9)
    )
    assert changed.rowcount == 0


def test_progress_stays_within_its_total(make):
    job = make.job(make.project())
    refused(change(job, progress=2, total=1), by="progress_in_total")


def test_one_job_of_a_key_waits_at_a_time(make):
    project = make.project()
    waiting = make.job(project, kind=JobKind.AGREEMENT)
    db.session.execute(change(waiting, once_key="agreement"))
    db.session.commit()
    again = {
        "project_id": project.id,
        "kind": JobKind.AGREEMENT,
        "once_key": "agreement",
        "created_at": utc_now(),
    }
    refused(insert(Job).values(again))
    db.session.execute(change(waiting, state="running"))
    db.session.execute(insert(Job).values(again))


@pytest.mark.parametrize("name", ["", None])
def test_a_person_has_a_name(make, name):
    refused(change(make.user(), name=name))


def test_two_people_can_t_have_one_name(make):
    ada = make.user("Ada")
    refused(change(make.user("Ben"), name=ada.name))


def test_who_did_something_stays(make, document):
    person = make.user()
    make.assignment(document, person)
    refused(delete(User).where(User.id == person.id))


def test_a_document_takes_everything_in_it_along(make, document):
    assignment = make.assignment(document, make.user())
    make.choice(assignment, mentions_of(document)[0], "***")
    db.session.execute(delete(Document).where(Document.id == document.id))
    for model in (Mention, Assignment, Choice):
        assert db.session.scalars(select(model)).all() == []


def test_times_are_kept_in_utc_with_their_zone(make):
    made_at = make.project().created_at
    db.session.expire_all()
    kept = db.session.scalar(select(Project.created_at))
    assert (kept, kept.utcoffset()) == (made_at, timedelta(0))


@pytest.mark.usefixtures("migrated_postgresql")  # there is a server
def test_letters_of_all_languages_are_folded_where_the_locale_is_c():
    name = f"palimpsest_in_c_{os.getpid()}"
    locale = "TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'"
    with new_database(name, locale):
        engine = create_engine(postgresql_url(name))
        with Session(engine) as session:
            words = folding_all_letters(session, literal("in Søren’s house, 5 %"))
            for sought, stands in (("SØREN", True), ("5 %", True), ("_ren", False), ("%s", False)):
                found = session.scalar(select(words.icontains(sought, autoescape=True)))
                assert found is stands
        engine.dispose()
