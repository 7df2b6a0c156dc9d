"""The functions of the library, from texts to figures, on a tiny ontology."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pandas as pd
import pytest

import palimpsest as p
from annotation.formats import Format, document_to_json, to_json
from annotation.records import MASK
from annotation.store import DocumentStore
from ontology.index.writing import write_index
from palimpsest.sanitizing.document import Outcome, State
from tests.gazetteer import ENTRIES

TEXT = "Tuva Lind was born in Oslo on 12 March 1951."
DRY = "It rained."
SEEDED = """
import sys
from pathlib import Path

import palimpsest as p
from annotation.formats import document_to_json
from palimpsest.assets import Assets
from palimpsest.models import open_detector

assets = Assets(ontology=Path(sys.argv[1]), hides_torch=True)
detector = open_detector(assets)
for document in p.propose(p.mask(sys.argv[2:], assets=assets), assets=assets):
    print(document_to_json(document), *detector.recognize(detector.pipeline.parse(document.text)))
"""


@pytest.fixture
def marked(assets):
    return p.mask(TEXT, assets=assets)


def spans_of(document):
    return {each.span_text for each in document.iter_mentions() if each.is_masked}


def test_one_text_is_one_document_and_a_column_is_a_column(assets, marked):
    assert {"Tuva Lind", "Oslo"} <= spans_of(marked)
    column = p.mask(pd.Series([TEXT, None], index=["a", "b"]), assets=assets)
    assert column["a"].doc_id == "a"
    assert spans_of(column["a"]) == spans_of(marked)
    assert column["b"] is None or column.isna()["b"]


def test_a_stricter_point_hides_no_less(assets):
    hidden = [
        spans_of(p.mask(TEXT, operating_point=point, assets=assets))
        for point in ("utility", 0.5, "privacy")
    ]
    assert hidden[0] <= hidden[1] <= hidden[2]


@pytest.mark.parametrize("point", ["strict", 1.5, -0.1, None])
def test_a_point_and_a_style_that_are_none_are_refused(assets, point):
    with pytest.raises(ValueError, match=rf"\bbalanced\b.*{point}"):
        p.mask(TEXT, operating_point=point, assets=assets)
    with pytest.raises(ValueError, match=rf"\bgeneralize\b.*{point}"):
        p.sanitize(TEXT, style=point, assets=assets)


def test_the_same_texts_give_the_same_bytes_in_every_process(assets):
    texts = (
        f"{TEXT} She taught physics at Solvik School and played chess for Oslo, Norway.",
        "Mr Karl Berg, a Norwegian nurse of 41, owes EUR 300 to the Lind Bank in Bergen.",
    )
    command = [sys.executable, "-c", SEEDED, assets.ontology, *texts]
    printed = {
        subprocess.run(
            command, env=os.environ | {"PYTHONHASHSEED": seed}, check=True, stdout=subprocess.PIPE
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1


def test_one_name_to_protect_is_one_name(assets):
    one = p.mask(TEXT, protect="Tuva Lind", assets=assets)
    assert one == p.mask(TEXT, protect=["Tuva Lind"], assets=assets)


def test_what_is_missing_alone_stays_missing(assets):
    assert p.mask(None, assets=assets) is None
    assert p.sanitize(None, assets=assets) is None


def test_a_text_in_another_language_is_told(assets):
    german = (
        "Der Patient wurde gestern in die Klinik gebracht, weil er über starke Schmerzen klagte. "
    )
    with pytest.warns(p.LanguageWarning, match=r"^1 of 2 texts \(at 2\)"):
        p.mask([TEXT, None, german * 2], assets=assets)


def test_each_masked_mention_gets_a_list(assets, marked):
    proposed = p.propose(marked, assets=assets)
    lists = {
        each.span_text: [text for _, texts in each.replacement.iter_lists() for text in texts]
        for each in proposed.iter_mentions()
        if each.is_masked
    }
    assert "city in Norway" in lists["Oslo"]
    assert all(texts[-1] == MASK for texts in lists.values())


def test_a_text_is_sanitized_and_one_that_hides_nothing_is_refused(assets):
    assert "Oslo" not in p.sanitize(TEXT, assets=assets)
    assert p.sanitize(TEXT, style="mask", assets=assets).startswith("*** was born in ***")
    with pytest.raises(p.HeldBackError) as refused:
        p.sanitize(DRY, assets=assets)
    assert len(refused.value.problems) == 1


def test_in_a_column_what_is_held_back_is_missing_and_told_once(assets):
    with pytest.warns(p.HeldBackWarning, match=r"^1 of 2 texts .*\bat 1: ") as told:
        written = p.sanitize([TEXT, DRY, None], assets=assets)
    assert len(told) == 1
    assert written[1:] == [None, None]
    assert "Oslo" not in written[0]


def test_neither_a_warning_nor_an_error_quotes_what_can_still_be_read(assets, monkeypatch):
    readable = Outcome(State.HELD_BACK, "", {}, ("“Lind” is still readable",))
    monkeypatch.setattr(
        "palimpsest.library.sanitize_together", lambda each, _: [readable] * len(each)
    )
    with pytest.raises(p.HeldBackError) as refused:
        p.sanitize(TEXT, assets=assets)
    with pytest.warns(p.HeldBackWarning) as told:
        p.sanitize(pd.Series([TEXT], index=["Tuva Lind"]), assets=assets)
    assert refused.value.problems == readable.problems
    assert "Lind" not in f"{refused.value} {told[0].message}"


def test_threads_take_turns(assets):
    with ThreadPoolExecutor(4) as pool:
        texts = list(pool.map(lambda _: p.sanitize(TEXT, assets=assets), range(8)))
    assert len({*texts}) == 1


def test_a_text_without_a_letter_has_nothing_to_hide_and_stays(assets):
    assert p.sanitize(["", " – \n", TEXT], assets=assets)[:2] == ["", " – \n"]


def test_outcomes_say_what_became_of_each_text(assets):
    written, held = p.outcomes([TEXT, DRY], assets=assets)
    assert (written.state, held.state) == (State.WRITTEN, State.HELD_BACK)
    assert "Oslo" not in json.dumps(written.record)
    assert (held.text, held.record) == ("", {})


def test_masks_are_scored_by_documents_and_by_spans(marked):
    spans = [(each.start, each.end) for each in marked.iter_mentions() if each.is_masked]
    for system in ([marked], {marked.doc_id: spans}):
        score = p.score([marked], system)
        assert (score.recall.value, score.precision.value, score.unanswered) == (1, 1, [])
    assert p.score([marked], {}).unanswered == [marked.doc_id]


def test_annotators_that_marked_the_same_agree(marked):
    [layer] = marked.layers
    layers = tuple(replace(layer, name=name) for name in ("ann", "bob"))
    found = p.agreement([replace(marked, layers=layers)])
    assert found.layers is not None
    assert p.agreement([marked]).layers is None


def test_documents_are_assessed_against_each_other_and_a_background(assets, marked, tmp_path):
    background = tmp_path / "people.json"
    background.write_text(json.dumps({f"person {n}": f"Person {n} of Bergen." for n in range(9)}))
    [alone] = p.risk([marked], assets=assets)
    [attacked] = p.risk([marked], background=background, assets=assets)
    assert (alone.report["k"]["people"], alone.report["attacks"]) == (1, [])
    assert [attack["people"] for attack in attacked.report["attacks"]] == [9]
    with pytest.raises(p.PalimpsestError):
        p.risk([], assets=assets)


def test_a_file_and_a_folder_are_opened(marked, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "one.json").write_text(json.dumps([to_json(marked, Format.TAB)]))
    (folder / "two.txt").write_text(DRY)
    [document] = p.open(folder / "one.json")
    assert spans_of(document) == spans_of(marked)
    assert {each.text for each in p.open(str(folder))} == {TEXT, DRY}
    store = DocumentStore(tmp_path / "store")
    store.write(document_to_json(marked))
    assert [each.text for each in p.open(store.root)] == [TEXT]
    with pytest.raises(p.PalimpsestError, match="nowhere"):
        p.open(tmp_path / "nowhere")


def test_after_a_new_build_the_ontology_is_opened_anew(assets):
    assert "Norway" in p.sanitize(TEXT, assets=assets)
    write_index(assets.ontology, {"wordnet": ENTRIES["wordnet"]}, {})
    assert "Norway" not in p.sanitize(TEXT, assets=assets)


def test_there_is_nothing_else_in_it():
    assert set(dir(p)) == {*p.__all__, "open"}
    with pytest.raises(AttributeError, match="anything"):
        p.anything  # noqa: B018 - asking is the test
