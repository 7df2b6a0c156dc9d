"""Records of documents in which annotators correct what is hidden, and what goes out of them."""

import io
import json
import zipfile

import pytest
from sqlalchemy import select, update

from annotation.formats.exchange.entries import entries_of
from annotation.hidden_words import NoLexicon
from annotation.overlaying import SUGGESTIONS
from tests.factories import SPANS, Factory
from tests.webapp.workbench.marking import TAKEN_BACK, choose, mark, own_layer, submitted
from webapp.core import store_sync
from webapp.core.records import (
    UnconfirmedError,
    check_confirmed,
    confirmed_documents,
    load_record,
    unmasked_documents,
)
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Layer,
    Mention,
    Project,
    ProjectKind,
    utc_now,
)
from webapp.publication.export.files import (
    HeldBackError,
    WantedFiles,
    make_file,
    make_own_file,
    write_files,
)
from webapp.publication.export.wanted import Wanted
from webapp.publication.export.writing import DatasetFolder, write_documents

NOBODY_KNOWS = NoLexicon()
CHOICES = {"Ada Berg": "PERSON 1", "Oslo": "city", "1986": "***", "2004": "***"}
TEXT = "Ada Berg left Oslo in 1986. She came back in 2004."


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def document(make):
    wanted = [span for span in SPANS if span[0] in CHOICES]
    return make.document(make.project(kind=ProjectKind.ONE_PASS), text=TEXT, spans=wanted)


@pytest.fixture
def kim(make, document):
    return make.assignment(document, make.user("Kim"))


@pytest.fixture
def lou(make, document):
    return make.assignment(document, make.user("Lou"))


def shared(document):
    own = select(Layer.id).where(Layer.annotator_id.is_not(None))
    found = select(Mention).where(Mention.document_id == document.id, Mention.layer_id.not_in(own))
    return {mention.span_text: mention for mention in db.session.scalars(found)}


def keep_all_but(work, document, *changed):
    """Let the annotator have chosen for all shared spans but these."""
    spans = shared(document)
    choose(work, {spans[text]: CHOICES[text] for text in spans if text not in changed})


def record_of(document, *, only_final=True):
    return load_record(db.session(), document.id, only_final=only_final)


def project_of(document):
    return db.session.get_one(Project, document.project_id)


def own_text(work):
    wanted = WantedFiles(without_brackets=True)
    return make_own_file(db.session(), work, wanted, NOBODY_KNOWS).content.decode()


def common_text(document):
    wanted = WantedFiles(without_brackets=True)
    made = make_file(db.session(), project_of(document), document, wanted, NOBODY_KNOWS)
    return made.content.decode()


def test_what_one_takes_back_and_another_keeps_is_hidden(document, kim, lou):
    keep_all_but(kim, document, "1986")
    mark(kim, "1986", TAKEN_BACK)
    keep_all_but(lou, document)
    submitted(kim, spans=3)
    submitted(lou, spans=4)
    text = record_of(document).generalized_text
    assert text == "[PERSON 1] left [city] in ***. She came back in ***."
    assert "1986" not in common_text(document)


def test_what_all_take_back_is_read(document, kim, lou):
    for work in (kim, lou):
        keep_all_but(work, document, "1986")
        mark(work, "1986", TAKEN_BACK)
        submitted(work, spans=3)
    record = record_of(document)
    assert record.generalized_text == "[PERSON 1] left [city] in 1986. She came back in ***."
    assert [each.span_text for each in record.iter_mentions() if each.is_masked] == [
        "Ada Berg",
        "Oslo",
        "2004",
    ]
    assert "1986" in common_text(document)


def test_work_under_way_takes_nothing_back(document, kim, lou):
    keep_all_but(kim, document)
    submitted(kim, spans=4)
    mark(lou, "1986", TAKEN_BACK)
    record = record_of(document)
    assert [layer.name for layer in record.layers] == ["spans"]
    assert "in ***. She" in record.generalized_text


def test_what_only_one_adds_is_hidden_with_their_choice(document, kim, lou):
    for work in (kim, lou):
        keep_all_but(work, document)
    mark(kim, "back", choice="home")
    submitted(kim, spans=5)
    submitted(lou, spans=4)
    text = record_of(document).generalized_text
    assert text == "[PERSON 1] left [city] in ***. She came [home] in ***."
    assert "came home in" in common_text(document)


def test_a_wider_span_of_ones_own_hides_all_of_it(document, kim, lou):
    keep_all_but(kim, document, "Oslo")
    mark(kim, "left Oslo", choice="went away")
    keep_all_but(lou, document)
    submitted(kim, spans=4)
    submitted(lou, spans=4)
    assert record_of(document).generalized_text.startswith("[PERSON 1] [went away] in")


def test_ones_own_file_follows_ones_own_spans(document, kim, lou):
    keep_all_but(kim, document, "1986", "Oslo")
    mark(kim, "1986", TAKEN_BACK)
    mark(kim, "left Oslo", choice="went away")
    keep_all_but(lou, document)
    submitted(kim, spans=3)
    submitted(lou, spans=4)
    assert own_text(kim) == "PERSON 1 went away in 1986. She came back in ***."
    assert own_text(lou) == "PERSON 1 left a city in ***. She came back in ***."


def test_a_layer_of_another_name_is_still_the_annotators(document, kim):
    own_layer(kim, name="Kim 2")
    keep_all_but(kim, document, "1986")
    mark(kim, "1986", TAKEN_BACK)
    submitted(kim, spans=3)
    own = record_of(document).layers[-1]
    assert own.name == "Kim 2"
    assert own.layout.extra == {"corrects": ["spans"], "annotator": "Kim"}
    assert "in 1986." in record_of(document).generalized_text
    assert "in 1986." in own_text(kim)


def test_a_text_in_which_all_took_all_back_is_one_without_spans(document, kim, lou):
    project = project_of(document)
    assert not unmasked_documents(db.session(), project)
    take_all_back(kim, document)
    submitted(kim, spans=0)
    assert not unmasked_documents(db.session(), project)
    take_all_back(lou, document)
    submitted(lou, spans=0)
    assert unmasked_documents(db.session(), project) == {document.id}
    assert record_of(document).generalized_text == TEXT


def take_all_back(work, document):
    for text in shared(document):
        mark(work, text, TAKEN_BACK)


def test_who_takes_all_back_is_asked_whatever_others_hide(document, kim, lou):
    take_all_back(kim, document)
    submitted(kim, spans=0)
    with pytest.raises(UnconfirmedError):
        check_confirmed(db.session(), kim, nothing_to_hide=False)
    assert check_confirmed(db.session(), kim, nothing_to_hide=True)
    assert not check_confirmed(db.session(), lou, nothing_to_hide=False)


def test_a_whole_text_goes_out_where_those_who_submitted_say_so(document, kim, lou):
    take_all_back(kim, document)
    submitted(kim, spans=0)
    with pytest.raises(HeldBackError):
        common_text(document)
    said = update(Assignment).where(Assignment.id == kim.id)
    db.session.execute(said.values(nothing_to_hide_at=kim.submitted_at))
    db.session.commit()
    [confirmed] = confirmed_documents(db.session(), project_of(document)).values()
    assert confirmed.by == "said by Kim, no reviewer approved it"
    assert common_text(document) == TEXT
    keep_all_but(lou, document)
    submitted(lou, spans=4)
    assert not confirmed_documents(db.session(), project_of(document))


def one_takes_back(document, kim, lou):
    """Let both submit: Kim without the year that Lou keeps, and with a span more."""
    keep_all_but(kim, document, "1986")
    mark(kim, "1986", TAKEN_BACK)
    mark(kim, "back", choice="home")
    keep_all_but(lou, document)
    submitted(kim, spans=4)
    submitted(lou, spans=4)
    return "[PERSON 1] left [city] in ***. She came [home] in ***."


def dataset_of(project, wanted, folder):
    with DatasetFolder(folder, wanted) as target:
        write_documents(db.session(), project, wanted, target, NoLexicon())
        return json.loads(target.finish("").read_text(encoding="utf-8"))


def test_without_originals_whatever_one_hides_is_hidden(document, kim, lou, tmp_path):
    text = one_takes_back(document, kim, lou)
    wanted = Wanted(without_originals=True)
    [record] = dataset_of(project_of(document), wanted, tmp_path)
    assert record["generalized_text"] == text
    kinds = [each["identifier_type"] for each in record["annotations"][1]["entity_mentions"]]
    assert kinds == ["NO_MASK", "QUASI"]
    assert not any(original in json.dumps(record) for original in ("1986", "back", "Ada"))


def test_the_store_has_the_record_as_it_is_exported(document, kim, lou, tmp_path):
    text = one_takes_back(document, kim, lou)
    project = project_of(document)
    assert store_sync.rebuild(project) == 1
    [path] = store_sync.store_of(project.id).iter_paths()
    (folder := tmp_path / "exported").mkdir()
    [exported] = dataset_of(project, Wanted(), folder)
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert stored == exported
    assert stored["generalized_text"] == text
    assert stored["annotations"]["Kim"]["corrects"] == ["spans"]
    assert store_sync.verify(project).is_clean


def test_the_archive_of_anonymized_files_hides_what_any_of_them_hides(document, kim, lou):
    one_takes_back(document, kim, lou)
    stream = io.BytesIO()
    wanted = WantedFiles(without_brackets=True)
    scan = write_files(db.session(), project_of(document), wanted, stream, NoLexicon())
    assert (scan.clean, scan.leaking) == (1, 0)
    with zipfile.ZipFile(stream) as archive:
        [name] = archive.namelist()
        text = archive.read(name).decode()
    assert text == "PERSON 1 left a city in ***. She came home in ***."


def approve(work):
    work.state, work.reviewed_at = AssignmentState.REVIEWED, utc_now()
    db.session.commit()


def test_approved_work_is_named_also_where_its_annotator_changed_no_span(document, kim, lou):
    for work in (kim, lou):
        keep_all_but(work, document)
        submitted(work, spans=4)
    approve(kim)
    assert record_of(document).quality_checked == ("Kim",)


def test_whoever_found_nothing_to_hide_is_named_and_can_be_approved(make, lou):
    document = make.document(project_of(lou.document), text="It rains.", spans=[])
    document.layers[0].name = SUGGESTIONS
    kim = make.assignment(document, make.user("Mia"))
    submitted(kim, spans=0)
    approve(kim)
    record = record_of(document)
    assert [entry.annotator for entry in entries_of(record)] == ["Mia"]
    assert (record.quality_checked, record.generalized_text) == (("Mia",), "It rains.")
