"""The migrations make exactly the tables that the models describe, on both databases."""

import json
import re
from datetime import UTC, datetime

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, bindparam, create_engine, inspect, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from annotation.records import MASK
from annotation.types import IdentifierType
from masking.operating_points import BALANCED
from selection.payload import SuggestionPayload
from tests.factories import Factory
from webapp.platform.extensions import db
from webapp.platform.migrating import migrate, upgrade
from webapp.platform.models import (
    Assignment,
    AssignmentSuggestions,
    Base,
    Choice,
    ModelVersion,
    ProjectKind,
    Purpose,
)
from webapp.platform.resources import ROOT
from webapp.platform.revisions import newest_revision


@pytest.fixture(scope="module")
def scripts():
    config = AlembicConfig()
    config.set_main_option("script_location", str(ROOT / "migrations"))
    return ScriptDirectory.from_config(config)


@pytest.fixture(scope="module")
def head(scripts):
    [head] = scripts.get_heads()
    return head


def test_the_newest_migration_is_known_by_its_file(head):
    assert newest_revision() == head


def context_of(connection):
    return MigrationContext.configure(connection, opts={"compare_type": True})


def test_models_and_migrations_agree(any_own_app):  # noqa: ARG001 - the context must be there
    with db.engine.connect() as connection:
        assert compare_metadata(context_of(connection), Base.metadata) == []


def literals_of(condition):
    """Return the words that a condition compares with, in whatever form a database writes it."""
    return sorted(re.findall(r"'([^']*)'", condition))


def test_models_and_migrations_have_the_same_checks(any_own_app):  # noqa: ARG001 - as above
    inspector = inspect(db.engine)
    for table in Base.metadata.sorted_tables:
        found = inspector.get_check_constraints(table.name)
        checks = [each for each in table.constraints if isinstance(each, CheckConstraint)]
        assert {each["name"]: literals_of(each["sqltext"]) for each in found} == {
            each.name: literals_of(condition_of(each)) for each in checks
        }


def condition_of(check):
    return str(check.sqltext.compile(db.engine, compile_kwargs={"literal_binds": True}))


def test_a_database_is_brought_up_to_date_and_then_left_alone(any_own_app, head):
    for _ in range(2):
        migrate(any_own_app)
        with db.engine.connect() as connection:
            assert context_of(connection).get_current_revision() == head
            assert compare_metadata(context_of(connection), Base.metadata) == []


PROJECT = (
    "INSERT INTO project (name, kind, guidelines, annotators_per_document, created_at) "
    "VALUES ('Lives', 'replacement', '', 1, '2026-01-01')"
)
JOB = (
    "INSERT INTO job (project_id, kind, state, arguments, progress, total, message, created_at) "
    "VALUES (1, '{kind}', 'done', '{{}}', 0, 0, '', '2026-01-01')"
)


def test_a_database_of_the_first_migration_keeps_what_is_in_it(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    upgrade(engine, "0001")
    with engine.begin() as connection:
        connection.exec_driver_sql(PROJECT)
        connection.exec_driver_sql(JOB.format(kind="import"))
    upgrade(engine)
    engine.dispose()
    with engine.begin() as connection:
        assert connection.exec_driver_sql("SELECT fits_grammar FROM project").scalar() == 0
        connection.exec_driver_sql(JOB.format(kind="propose"))
        assert connection.exec_driver_sql("SELECT count(*) FROM job").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    with pytest.raises(IntegrityError, match="ck_job_kind"), engine.begin() as connection:
        connection.exec_driver_sql(JOB.format(kind="nonsense"))
    engine.dispose()


PERSON = (
    "INSERT INTO user (name, role, is_active, session_epoch, has_shortcuts, created_at) "
    "VALUES ('Ada', 'annotator', 1, 0, 1, '2026-01-01')"
)
LINK = (
    "INSERT INTO personal_link (user_id, created_at, expires_at) "
    "VALUES (1, '2026-01-01', '2027-01-01')"
)


def test_links_from_before_they_had_secrets_get_one_each(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    upgrade(engine, "0003")
    with engine.begin() as connection:
        for statement in (PERSON, LINK, LINK):
            connection.exec_driver_sql(statement)
    upgrade(engine)
    with engine.begin() as connection:
        query = "SELECT secret, gave_password, expires_at FROM personal_link"
        one, other = connection.exec_driver_sql(query).all()
    engine.dispose()
    assert one.secret != other.secret
    assert {len(one.secret), len(other.secret)} == {43}
    assert (one.gave_password, one.expires_at) == (0, "2027-01-01")


FLAG = (
    "INSERT INTO flag (assignment_id, author_id, comment, created_at) "
    "VALUES (1, 1, '{comment}', '2026-01-01')"
)
CHOICE = (
    "INSERT INTO choice (assignment_id, document_id, mention_id, text, origin, position, chosen_at)"
    " VALUES (1, 1, {mention}, 'town', '{origin}', 0, '2026-01-01')"
)


def test_flags_and_choices_from_before_own_words_stay_as_they_are(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    upgrade(engine, "0009")
    with engine.begin() as connection:
        connection.exec_driver_sql(FLAG.format(comment="Who?"))
        connection.exec_driver_sql(CHOICE.format(mention=1, origin="own"))
    upgrade(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql(CHOICE.format(mention=2, origin="written"))
        connection.exec_driver_sql(CHOICE.format(mention=4, origin="left"))
        origins = connection.exec_driver_sql("SELECT origin FROM choice ORDER BY id").scalars()
        assert origins.all() == ["own", "written", "left"]
        flags = connection.exec_driver_sql("SELECT comment, mention_id FROM flag").all()
        assert flags == [("Who?", None)]
    for statement, check in (
        (CHOICE.format(mention=3, origin="nonsense"), "ck_choice_origin"),
        (FLAG.format(comment=""), "ck_flag_comment_not_empty"),
    ):
        with pytest.raises(IntegrityError, match=check), engine.begin() as connection:
            connection.exec_driver_sql(statement)
    engine.dispose()


def test_counts_of_covered_terms_go_and_the_reasons_stay(any_own_app, scripts):  # noqa: ARG001 - as above
    make = Factory(db.session)
    town, *_, last = make.document(make.project()).layers[0].mentions
    told = {"source": "cities", "sense": "Oslo: city in Norway"}
    town.origins = {"city": told | {"below": 271_488}, "place": told}
    db.session.commit()
    with db.engine.begin() as connection, Operations.context(context_of(connection)):
        scripts.get_revision("0008").module.upgrade()
    db.session.expire_all()
    assert (town.origins, last.origins) == ({"city": told, "place": told}, None)


def test_documents_from_before_have_no_files_and_can_get_some(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    upgrade(engine, "0010")
    document = (
        "INSERT INTO document (project_id, position, doc_id, text, layout) "
        "VALUES (1, 0, 'ada', 'Ada', '{}')"
    )
    with engine.begin() as connection:
        connection.exec_driver_sql(PROJECT)
        connection.exec_driver_sql(document)
    upgrade(engine)
    file = "INSERT INTO document_file (document_id, format, content) VALUES (1, '{}', x'50')"
    with engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = ON")
        assert connection.exec_driver_sql("SELECT count(*) FROM document_file").scalar() == 0
        connection.exec_driver_sql(file.format("docx"))
        connection.exec_driver_sql("DELETE FROM document")
        assert connection.exec_driver_sql("SELECT count(*) FROM document_file").scalar() == 0
    with pytest.raises(IntegrityError, match="ck_document_file_format"), engine.begin() as again:
        again.exec_driver_sql(file.format("pdf"))
    engine.dispose()


def test_who_marked_a_span_before_masks_were_decided_on_has_decided(any_own_app, scripts):  # noqa: ARG001 - as above
    make = Factory(db.session)
    project = make.project(kind=ProjectKind.MASKING)
    ada, other = make.user(), make.user()
    document = make.document(project)
    own, others = make.assignment(document, ada), make.assignment(document, other)
    document.layers[0].annotator_id = ada.id
    first, second, *_ = document.layers[0].mentions
    second.identifier_type = IdentifierType.NO_MASK
    make.choice(own, first, "PERSON 1")
    given = make.document(make.project())
    untouched = make.assignment(given, ada)
    with db.engine.begin() as connection, Operations.context(context_of(connection)):
        scripts.get_revision("0015").module.upgrade()
    chosen = db.session.execute(select(Choice.assignment_id, Choice.text).order_by(Choice.id)).all()
    assert chosen == [(own.id, "PERSON 1"), *[(own.id, MASK)] * 4]
    counts = select(Assignment.spans, Assignment.chosen).where(Assignment.id == bindparam("id"))
    said = {
        work.id: tuple(db.session.execute(counts, {"id": work.id}).one())
        for work in (own, others, untouched)
    }
    assert said == {own.id: (5, 5), others.id: (0, 0), untouched.id: (6, 0)}


def test_work_from_before_is_not_blind_yet(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    upgrade(engine, "0015")
    with engine.begin() as connection:
        for statement in (PERSON, PROJECT, WORKED_ON, LAYER):
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql(ASSIGNMENT)
        connection.exec_driver_sql(SPAN.format("a"))
    upgrade(engine)
    query = "SELECT is_blind, spans FROM assignment"
    with engine.begin() as connection:
        assert connection.exec_driver_sql(query).all() == [(None, 1)]
        connection.exec_driver_sql(SPAN.format("b"))
        assert connection.exec_driver_sql(query).all() == [(None, 2)]
        connection.exec_driver_sql("UPDATE assignment SET is_blind = 1, spans = 0")
        connection.exec_driver_sql(SPAN.format("c"))
        connection.exec_driver_sql("DELETE FROM mention WHERE mention_id = 'a'")
        assert connection.exec_driver_sql(query).all() == [(1, 0)]
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    engine.dispose()


WORKED_ON = (
    "INSERT INTO document (project_id, position, doc_id, text, layout) "
    "VALUES (1, 0, 'ada', 'Ada', '{}')"
)
LAYER = "INSERT INTO layer (document_id, position, name, layout) VALUES (1, 0, 'palimpsest', '{}')"
ASSIGNMENT = (
    "INSERT INTO assignment (document_id, annotator_id, state, version, changed_at) "
    "VALUES (1, 1, 'assigned', 1, '2026-01-01')"
)
SPAN = (
    "INSERT INTO mention (document_id, layer_id, position, mention_id, entity_id, entity_type, "
    "start_offset, end_offset, span_text, identifier_type, layout) "
    "VALUES (1, 1, 0, '{}', 'e', 'PERSON', 0, 3, 'Ada', 'QUASI', '{{}}')"
)


POLICY = (
    "INSERT INTO suggestion_policy (project_id, mode, retrain_after, blind_share) "
    "VALUES (1, 'hint', 5, 10)"
)


def test_projects_from_before_hide_as_much_as_before(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    upgrade(engine, "0013")
    with engine.begin() as connection:
        connection.exec_driver_sql(PROJECT)
        connection.exec_driver_sql(POLICY)
    upgrade(engine)
    with engine.begin() as connection:
        query = "SELECT retrain_after, mask_step FROM suggestion_policy"
        assert connection.exec_driver_sql(query).all() == [(5, BALANCED.number)]
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    beyond = "UPDATE suggestion_policy SET mask_step = 9"
    with pytest.raises(IntegrityError, match="mask_step"), engine.begin() as connection:
        connection.exec_driver_sql(beyond)
    engine.dispose()


def test_a_layer_outlives_the_version_that_found_it(any_own_app):  # noqa: ARG001 - as above
    make = Factory(db.session)
    project = make.project()
    [layer] = make.document(project).layers
    version = make.version(project, purpose=Purpose.MASKS)
    layer.version_id = version.id
    db.session.commit()
    db.session.delete(version)
    db.session.commit()
    db.session.refresh(layer)
    assert layer.version_id is None
    assert layer.mentions


VERSION = (
    "INSERT INTO model_version (number, purpose, family, folder, created_at, scores, verdict) "
    "VALUES (1, 'replacements', 'personal', 'v1', '2026-01-01', :summary, 'It is the first.')"
)
SHEET = {
    "mentions": ["7"],
    "texts": [["town", "***"]],
    "likely": [[0.7, 0.3]],
    "personal": {"types": [2], "habits": {"masks": {"codes": [0], "seen": [], "past": []}}},
    "part": 1,
    "has_seen": False,
}


def test_sheets_of_suggestions_are_read_as_payloads(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    upgrade(engine, "0016")
    plain = {key: SHEET[key] for key in ("mentions", "texts", "likely")}
    rows = [{"id": number, "sheet": json.dumps(SHEET)} for number in range(1, 150)]
    insert = "INSERT INTO suggestion_sheet VALUES (:id, 1, :sheet, '2026-01-01 10:00:00.000000')"
    with engine.begin() as connection:
        connection.execute(text(VERSION), {"summary": json.dumps({"trained_on": 20})})
        connection.execute(text(insert), [*rows, {"id": 150, "sheet": json.dumps(plain)}])
    upgrade(engine)
    with Session(engine) as session:
        found = session.scalars(select(AssignmentSuggestions)).all()
        stored = [SuggestionPayload.from_json(row.payload) for row in found]
        version = session.get_one(ModelVersion, 1)
        assert version.summary.trained_on == 20
    engine.dispose()
    assert len(stored) == 150
    assert all(row.made_at == datetime(2026, 1, 1, 10, tzinfo=UTC) for row in found)
    first, last = stored[0], stored[-1]
    assert (first.probabilities, first.part, first.has_seen) == ([[0.7, 0.3]], 1, False)
    assert (first.annotator, last.annotator, last.part) == (None, None, None)  # of 0.1: forgotten
