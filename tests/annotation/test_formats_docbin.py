"""spaCy's DocBin: what spaCy reads from it."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import DocBin
from spacy.vocab import Vocab

from annotation.formats.exchange.docbin import DocBinWriter
from tests.annotation.entry_samples import ADA, BEN, CARD, GOLD, entries, written


def docs_in(path):
    return list(DocBin().from_disk(path).get_docs(Vocab()))


def read(doc):
    """What a Doc says of its entry, as an entry would."""
    about = dict(doc.user_data)
    spans = [
        {
            "mention_id": span.id_,
            "start": span.start_char,
            "end": span.end_char,
            "text": span.text,
            "entity_type": span.label_,
            "entity_id": span.kb_id_,
            **attributes,
        }
        for span, attributes in zip(doc.spans["sc"], about.pop("spans"), strict=True)
    ]
    return about | {"text": doc.text, "spans": spans}


def expected(entry):
    names = [*entry.__slots__[:3], "task", "split", "is_gold", "generalized_text"]
    spans = [{name: getattr(span, name) for name in span.__slots__} for span in entry.spans]
    return {name: getattr(entry, name) for name in names} | {"spans": spans}


def test_spacy_reads_all_spans_and_as_entities_those_that_do_not_overlap(tmp_path):
    folder = written(DocBinWriter, tmp_path / "out")
    ada, ben, gold = docs_in(folder / "test.spacy")
    assert [read(doc) for doc in (ada, ben, gold)] == [expected(each) for each in (ADA, BEN, GOLD)]
    assert [(span.text, span.label_, span.kb_id_) for span in ada.ents] == [
        ("Zoe\u0301", "PERSON", "e0"),
        ("🙂", "MISC", "e5"),
        ("Dr. Āda 𝒳u", "PERSON", "e11"),
        ("שרה לוי\u200f", "PERSON", "e39"),
        ("na-Le", "CODE", f"e{ADA.spans[-1].start}"),
    ]
    [empty] = docs_in(folder / "train.spacy")
    assert (empty.text, len(empty.spans["sc"])) == ("", 0)
    assert (folder / "README.md").read_text() == CARD


@settings(max_examples=12)  # a writer makes a pipeline, which takes its time
@given(st.lists(entries(), min_size=1, max_size=6))
def test_what_is_read_back_is_what_was_written(tmp_path_factory, found):
    found = [replace(each, split=None) for each in found]
    folder = written(DocBinWriter, tmp_path_factory.mktemp("out"), [found])
    assert [read(doc) for doc in docs_in(folder / "train.spacy")] == list(map(expected, found))


def test_a_large_split_has_several_files(tmp_path, monkeypatch):
    monkeypatch.setattr("annotation.formats.exchange.docbin.MAX_FILE_TOKENS", 20)
    folder = written(DocBinWriter, tmp_path / "out")
    assert sorted(path.name for path in folder.glob("*.spacy")) == [
        *("test-2.spacy", "test-3.spacy", "test.spacy", "train.spacy")
    ]
    assert [len(docs_in(folder / f"test{number}.spacy")) for number in ("", "-2", "-3")] == [
        1,
        1,
        1,
    ]
