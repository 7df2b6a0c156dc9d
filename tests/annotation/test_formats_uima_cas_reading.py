"""Reading UIMA CAS XMI: what INCEpTION exports, and what was written here."""

import pytest
from cassis import Cas, TypeSystem
from hypothesis import given, settings

from annotation.formats import Format, detect_format
from annotation.formats.exchange.uima_cas import LAYER as OWN
from annotation.formats.exchange.uima_cas import METADATA, UimaCasWriter
from annotation.formats.exchange.uima_cas_reading import CURATOR, NAMED_ENTITY, UNTOUCHED
from tests.annotation.entry_samples import ADA, BEN, EMPTY, GOLD, entries, written
from tests.annotation.people_files import packed
from tests.annotation.reading import Read
from tests.annotation.refusals import message
from tests.annotation.test_formats_uima_cas import in_xml, xml_names

TEXT = "🙂 Anna Berg left Oslo."
CUSTOM = "webanno.custom.Mention"
RELATION = "webanno.custom.Relation"


def type_system():
    """The types of a project of INCEpTION: some that are always there, and layers of its own."""
    types = TypeSystem()
    features = {
        (METADATA, "uima.tcas.DocumentAnnotation"): ("documentTitle", "documentId", "collectionId"),
        (NAMED_ENTITY, "uima.tcas.Annotation"): ("value", "identifier"),
        ("de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token", "uima.tcas.Annotation"): (),
        (CUSTOM, "uima.tcas.Annotation"): ("note", "Risk", "city"),
        (OWN, "uima.tcas.Annotation"): ("identifier_type",),
        (RELATION, "uima.tcas.Annotation"): (),
    }
    for (name, parent), names in features.items():
        made = types.create_type(name, parent)
        for feature in names:
            types.create_feature(made, feature, "uima.cas.String")
    for end in ("Governor", "Dependent"):
        types.create_feature(types.get_type(RELATION), end, "uima.tcas.Annotation")
    return types


TYPES = type_system()
TYPES_XML = TYPES.to_xml()


def span(words, type_=NAMED_ENTITY, **features):
    start = TEXT.index(words)
    return TYPES.get_type(type_)(begin=start, end=start + len(words), **features)


def xmi(by, *spans, title="letter.txt", text=TEXT):
    cas = Cas(TYPES, sofa_string=text, sofa_mime="text/plain")
    cas.add(TYPES.get_type(METADATA)(begin=0, end=len(text), documentTitle=title, documentId=by))
    cas.add_all(spans)
    return cas.to_xmi()


def export(by, *spans, **more):
    """The archive of one annotator's work on one document."""
    return packed({f"{by}.xmi": xmi(by, *spans, **more), "TypeSystem.xml": TYPES_XML})


def marked(layer):
    return [(each.span_text, each.entity_type, each.identifier_type) for each in layer.mentions]


ANNA = ("Anna Berg", "PERSON", "DIRECT")
OSLO = ("Oslo", "LOC", "QUASI")


def test_all_annotators_of_a_project_s_document_and_its_curator_are_its_layers(tmp_path):
    content = packed(
        {
            "exportedproject123.json": "{}",
            "source/letter.txt": TEXT,
            "annotation/letter.txt/INITIAL_CAS.zip": export(UNTOUCHED, span("Berg")),
            "annotation/letter.txt/webanno12export.zip": export(
                "ada", span("Anna Berg", value="PER")
            ),
            "annotation/letter.txt/ben.zip": export("ben"),
            "annotation/note.txt/INITIAL_CAS.zip": export(UNTOUCHED, title="note.txt"),
            "curation/letter.txt/CURATION_USER.zip": export(CURATOR, span("Oslo", value="LOC")),
        }
    )
    found = Read(tmp_path, content, "project.zip")
    assert found.problems == []
    letter, note = found.documents["letter.txt"], found.documents["note.txt"]
    assert {layer.name: marked(layer) for layer in letter.layers} == {
        "ada": [ANNA],
        "ben": [],
        CURATOR: [OSLO],
    }
    assert letter.quality_checked == (CURATOR,)
    assert (letter.text, note.text, note.layers) == (TEXT, TEXT, ())
    assert found.notes == ["project.zip: labels were taken as types: PER as PERSON"]


def test_spans_of_layers_of_one_s_own_say_what_they_are_in_features_of_any_name(tmp_path):
    spans = [
        span("Anna Berg", CUSTOM, note="Patient", Risk="direct"),
        span("Oslo", CUSTOM, Risk="NO_MASK", city="city"),
        span("🙂", CUSTOM),
        span("left", "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"),
        span("left", RELATION, Governor=None),
        TYPES.get_type(CUSTOM)(begin=3, end=3),
    ]
    found = Read(tmp_path, export("ada", *spans), "letter.zip")
    [layer] = found.documents["letter.txt"].layers
    assert marked(layer) == [("🙂", "MISC", "QUASI"), ANNA, ("Oslo", "LOC", "NO_MASK")]
    assert found.notes[2:] == [
        "letter.zip: left out: relations (1)",
        "letter.zip: left out: annotations without a text (1)",
    ]
    assert detect_format(tmp_path / "upload") is Format.UIMA_CAS


@pytest.mark.parametrize("format_", [Format.ZIP, Format.UIMA_CAS])
def test_who_names_the_format_may_call_it_an_archive(tmp_path, format_):
    found = Read(tmp_path, export("ada"), "letter.zip", format=format_)
    assert found.texts == {"letter.txt": TEXT}


def test_work_that_names_nobody_is_suggested_to_all(tmp_path):
    found = Read(tmp_path, export("letter.txt", span("Oslo", value="LOC")), "letter.zip")
    [layer] = found.documents["letter.txt"].layers
    assert (layer.name, marked(layer)) == ("marked", [OSLO])


def files_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def chosen(mention):
    return next(iter(mention.replacement.selection), None) if mention.replacement else None


def test_what_was_written_here_is_read_with_all_that_it_says(tmp_path):
    content = packed(files_of(written(UimaCasWriter, tmp_path / "out")))
    found = Read(tmp_path, content, "ours.zip")
    assert (found.problems, found.notes) == ([], [])
    document = found.documents[ADA.doc_id]
    assert [layer.name for layer in document.layers] == ["ada", BEN.annotator, "ada'"]
    assert document.quality_checked == ("ada'",)
    assert (document.task, document.dataset_type) == (ADA.task, ADA.split)
    assert document.generalized_text == ADA.generalized_text
    assert len(document.layers[2].mentions) == len(GOLD.spans)
    assert found.texts == {ADA.doc_id: ADA.text, EMPTY.doc_id: ""}


@settings(max_examples=40)
@given(entries(in_xml, xml_names))
def test_spans_come_back_as_they_were_written(tmp_path_factory, entry):
    folder = tmp_path_factory.mktemp("ours")
    content = packed(files_of(written(UimaCasWriter, folder / "out", [[entry]])))
    [document] = Read(folder, content, "ours.zip").documents.values()
    [layer] = document.layers
    assert (document.doc_id, document.text, layer.name) == (
        entry.doc_id,
        entry.text,
        entry.annotator,
    )
    names = ("mention_id", "start", "end", "entity_type", "identifier_type", "entity_id")
    names += ("edit_type", "confidential_status")
    assert [
        [getattr(mention, name) for name in names] + [chosen(mention)] for mention in layer.mentions
    ] == [
        [getattr(each, name) for name in names] + [each.replacement or None] for each in entry.spans
    ]


def test_a_bad_file_is_named_and_does_not_stop_the_others(tmp_path):
    good = xmi("ada", span("Oslo", value="LOC"))
    bomb = '<!DOCTYPE a [<!ENTITY b "bb">]>' + good.partition("?>")[2]
    content = packed(
        {
            "good.xmi": good,
            "torn.xmi": good[: len(good) // 2],
            "bomb.xmi": bomb,
            "unknown.xmi": xmi("ada", title="unknown").replace("DocumentMetaData ", "Other "),
            "emoji.xmi": xmi("ada", span("🙂"), title="emoji").replace('end="2"', 'end="1"'),
            "behind.xmi": xmi("ada", span("🙂"), title="behind").replace('end="2"', 'end="99"'),
            "odd.xmi": xmi("ada", span("Oslo", OWN, identifier_type="maybe"), title="odd"),
            "empty.zip": packed({"ada.tsv": "x"}),
            "TypeSystem.xml": TYPES_XML,
        }
    )
    found = Read(tmp_path, content, "all.zip")
    assert list(found.texts) == ["letter.txt"]
    for problem, expected in zip(found.problems, FAULTS, strict=True):
        assert expected in problem
        assert problem.startswith("all.zip / ")


FAULTS = [
    "torn.xmi: the file is broken: the CAS is no XML",
    "bomb.xmi: the CAS declares entities",
    "empty.zip: there is no UIMA CAS XMI (.xmi) in it",
    "unknown.xmi: document 'unknown': the CAS can't be read (TypeNotFoundError",
    "emoji.xmi: document 'emoji': the CAS can't be read (UserWarning",
    "behind.xmi: document 'behind': the CAS can't be read (UserWarning",
    "odd.xmi: document 'odd': mention 'PersonalInformation 3': identifier_type 'maybe' is not one",
]


def test_types_are_those_in_the_nearest_folder_and_without_any_the_file_is_refused(tmp_path):
    content = packed(
        {
            "a/b/letter.xmi": xmi("ada"),
            "a/TypeSystem.xml": TYPES_XML,
            "note.xmi": xmi("ada", title="n"),
            "README.md": "# Letters",
            "letter.txt": "Anna",
        }
    )
    found = Read(tmp_path, content, "all.zip")
    assert list(found.texts) == ["letter.txt"]
    [problem] = found.problems
    assert found.notes == ["all.zip: left out: files that are no CAS (1)"]
    assert problem.startswith("all.zip / note.xmi: document 'n': there is no TypeSystem.xml beside")


def test_an_export_may_lie_in_an_archive_of_other_files(tmp_path):
    found = Read(tmp_path, packed({"a.txt": "Anna", "letter.zip": export("ada")}), "all.zip")
    assert found.texts == {"a": "Anna", "letter.txt": TEXT}


def test_a_cas_that_comes_without_its_types_is_told_what_it_lacks(tmp_path):
    assert "put it into a ZIP archive together with TypeSystem.xml" in message(
        tmp_path, xmi("ada"), name="letter.xmi"
    )
