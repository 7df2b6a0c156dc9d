"""The packaged pipeline is what it claims to be; texts of any length come back unchanged."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.reading.text import text_as_read
from masking.pipelines import (
    LONGEST_PIECE,
    PACKAGED,
    Pipeline,
    PipelineError,
    is_in_language,
    language_of,
    packaged_folder,
)
from tests.masking.texts import TEXTS


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a copy of the packaged pipeline, found as a package of its own."""
    package = tmp_path / "copied_pipeline"
    folder = package / PACKAGED.folder
    shutil.copytree(packaged_folder(PACKAGED), folder)
    (package / "__init__.py").touch()
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    return folder


CLAIM = replace(PACKAGED, package="copied_pipeline")


def test_a_true_copy_is_what_it_claims(copied: Path):
    assert packaged_folder(CLAIM) == copied


@pytest.mark.parametrize("key", ["version", "labels"])
def test_a_copy_with_another_version_or_other_labels_is_refused(copied: Path, key: str):
    meta = json.loads((copied / "meta.json").read_bytes())
    meta[key] = "9.9.9" if key == "version" else {"ner": ["SECRET"]}
    (copied / "meta.json").write_text(json.dumps(meta))
    with pytest.raises(PipelineError, match=r"is not the pipeline .* Install the locked version"):
        packaged_folder(CLAIM)


def test_a_copy_with_other_weights_is_refused(copied: Path):
    with (copied / "ner" / "model").open("ab") as weights:
        weights.write(b"more")
    with pytest.raises(PipelineError, match="the size of its weights"):
        packaged_folder(CLAIM)


@pytest.mark.parametrize("content", ["not json", "[]", None])
def test_a_copy_without_readable_claims_is_refused(copied: Path, content: str | None):
    meta = copied / "meta.json"
    meta.unlink() if content is None else meta.write_text(content)
    with pytest.raises(PipelineError, match="copied_pipeline"):
        packaged_folder(CLAIM)


def test_a_package_that_is_not_there_is_named():
    with pytest.raises(PipelineError, match=r"no-such-pipeline.* is not installed"):
        packaged_folder(replace(PACKAGED, package="no_such_pipeline"))


@pytest.mark.parametrize("source", ["no_such_pipeline", "./no/such", "../nowhere", "a.b", "/x"])
def test_what_is_neither_a_folder_nor_installed_is_named(source: str):
    with pytest.raises(PipelineError, match="neither a folder nor an installed spaCy pipeline"):
        Pipeline(source)


def test_a_module_that_is_no_pipeline_is_named():
    with pytest.raises(PipelineError, match="json can't be loaded as a pipeline"):
        _ = Pipeline("json").language


def test_a_folder_without_named_entities_is_refused(tmp_path: Path):
    spacy.blank("nb").to_disk(tmp_path)
    with pytest.raises(PipelineError, match="no component ner"):
        _ = Pipeline(tmp_path).language


def test_an_empty_folder_is_refused(tmp_path: Path):
    with pytest.raises(PipelineError, match="can't be loaded"):
        _ = Pipeline(tmp_path).language


def test_a_pipeline_of_another_language_gets_sentences(tmp_path: Path):
    nlp = spacy.blank("nb")
    nlp.add_pipe("ner").add_label("PER")
    nlp.initialize()
    nlp.to_disk(tmp_path)
    assert len(list(Pipeline(tmp_path).parse("Hun kom. Han gikk.").sents)) == 2


@pytest.mark.parametrize(
    "unit",
    ["A short line.\n\n", "one line\r\n", "A sentence. ", "word ", "x", "😀", "\u00a0 ", "a\n \n"],
)
def test_long_texts_come_back_to_the_character(unit: str):
    from masking.pipelines import _pieces  # noqa: PLC0415 - parsing all of them takes too long

    text = (unit * LONGEST_PIECE)[: int(2.5 * LONGEST_PIECE)]
    pieces = _pieces(text)
    assert "".join(pieces) == text
    assert all(0 < len(piece) <= LONGEST_PIECE for piece in pieces)
    assert len(pieces) < 6


def test_a_long_text_is_one_doc_with_all_of_its_sentences(pipeline, monkeypatch):
    monkeypatch.setattr("masking.pipelines.LONGEST_PIECE", 60)
    text = "Tuva sailed to Bergen in May.  She came back.\r\n\r\n" * 4 + "The end"
    doc = pipeline.parse(text)
    assert doc.text == text
    assert len(list(doc.sents)) >= 8
    assert any(entity.label_ in {"PERSON", "GPE"} for entity in doc.ents)


@settings(max_examples=40)
@given(TEXTS)
def test_whatever_stands_in_a_text_it_is_parsed_as_read(pipeline, text):
    assert pipeline.parse(text).text == text_as_read(text)


WORDS = st.sampled_from("Tuva sailed to Bergen in May. Nobody , 12 saw Dr Lind\n leave".split(" "))


@settings(max_examples=20)
@given(st.lists(st.one_of(TEXTS, st.lists(WORDS, max_size=30).map(" ".join)), max_size=8))
def test_texts_parsed_together_are_parsed_as_each_alone(pipeline, texts):
    def parsed(doc):
        words = [(word.text, word.tag_, word.pos_, word.is_sent_start) for word in doc]
        return doc.text, words, [(name.start_char, name.end_char, name.label_) for name in doc.ents]

    assert list(map(parsed, pipeline.parse_all(texts))) == [
        parsed(pipeline.parse(text)) for text in texts
    ]


def test_the_words_of_a_long_run_are_freed(pipeline):
    def parsed():
        return [(word.text, word.tag_, word.ent_type_) for word in pipeline.parse("Ada met Yqzwk.")]

    with pipeline.memory_zone():
        within = parsed()
        assert "Yqzwk" in pipeline.language.vocab.strings
    assert "Yqzwk" not in pipeline.language.vocab.strings
    assert parsed() == within


def test_only_short_texts_are_read_ahead(pipeline, monkeypatch):
    monkeypatch.setattr("masking.pipelines.LONGEST_PIECE", 60)
    texts = [*["Tuva sailed to Bergen."] * 5, "She came back in May. " * 10, "The end."]
    read = []
    docs = pipeline.parse_all(read.append(text) or text for text in texts)
    ahead = []
    for number, doc in enumerate(docs, 1):
        ahead.append(len(read) - number)
        assert doc.text == texts[number - 1]
    assert ahead == [2, 1, 2, 1, 1, 1, 0]


@pytest.mark.parametrize(
    ("text", "is_english"),
    [
        ("ולדה רות כהן בחיפה.", False),
        ("Вера Орлова", False),
        ("李明住在北京。", False),
        ("Tuva Lindqvist", True),
        ("12 + 3", True),
        ("", True),
        ("Her friend 李明 came late.", True),
        ("Der Regen fiel, und wir gingen nicht aus dem Haus, weil es kalt war. " * 3, False),
        ("It rained all day, and we did not leave the house because it was cold. " * 3, True),
    ],
)
def test_a_text_is_in_the_language_by_its_script_and_a_long_one_by_its_words(
    parse, text, is_english
):
    doc = parse(text)
    assert is_in_language(doc) == is_english
    assert language_of(doc) == "English"


@pytest.mark.parametrize("text", ["Вера Орлова", "Vera Orlova"])
def test_a_language_that_is_written_in_several_scripts_is_read_in_each(text):
    assert is_in_language(spacy.blank("sr")(text))


def test_a_pipeline_of_several_languages_takes_every_script_for_its_own():
    assert is_in_language(spacy.blank("xx")("Вера Орлова"))
