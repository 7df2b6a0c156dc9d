"""Labels that come again and again are the speakers of a transcript."""

from __future__ import annotations

import pytest

from masking.recognizers.speakers import Speakers
from ontology.entries import Entry, Kind
from ontology.index.writing import write_index
from ontology.layers import Ontology
from tests.masking.texts import LONG, found_in, untagged


def test_labels_that_come_again_are_speakers():
    text = "Tove: Hello.\nEirik: Hello.\nTove: So?\nEirik: Well."
    assert found_in(Speakers(), text) == ["Tove", "Eirik", "Tove", "Eirik"]


def test_a_label_that_comes_once_is_a_heading():
    assert found_in(Speakers(), "Summary: all went well.\nTove: yes\nTove: no") == ["Tove", "Tove"]


@pytest.mark.parametrize("label", ["TOVE", "tove", "Anne-Marie", "O’Neill", "Åse", "Влад"])
@pytest.mark.parametrize("frame", ["{}: x", "**{}:** x", "> {}: x", "  _{}_: x"])
def test_capitals_marks_and_letters_of_a_label_do_not_matter(label: str, frame: str):
    line = frame.format(label)
    assert found_in(Speakers(), f"{line}\n{line}") == [label, label]


def test_addresses_and_times_are_no_labels():
    assert found_in(Speakers(), "http://a.example\nhttp://b.example\n10:30 a\n10:30 b") == []


@pytest.mark.parametrize(
    "line", ["[21:05, 03/06] {}: x", "10:32 {}: x", "00:04:12 - {}: x", "{} (00:17:45): x"]
)
def test_who_speaks_at_a_time_may_have_any_name(line: str, small_ontology: Ontology):
    assert found_in(Speakers(small_ontology), line.format("Even")) == ["Even"]
    assert not found_in(Speakers(small_ontology), line.format("Geologist"))


@pytest.mark.parametrize(
    "line", ["{}", "1. {}", "• {}", "Present: {} (by phone)", "{}, two others excused"]
)
def test_a_surname_that_stands_first_is_found_where_a_line_or_an_item_begins(line: str):
    assert found_in(Speakers(), line.format("LIND, Tuva")) == ["LIND, Tuva"]


@pytest.mark.parametrize("label", ["Storm", "LUND"])
def test_who_speaks_once_to_somebody_may_have_a_common_surname(
    label: str, small_ontology: Ontology
):
    assert found_in(Speakers(small_ontology), f"{label}: did you hear me?") == [label]
    assert found_in(Speakers(small_ontology), f"{label}: 12 mm") == []


def test_roles_that_the_ontology_knows_are_no_names(small_ontology: Ontology):
    text = "GEOLOGIST: a\nTove: b\nGEOLOGIST: c\nTove: d"
    assert found_in(Speakers(small_ontology), text) == ["Tove", "Tove"]
    assert len(found_in(Speakers(), text)) == 4


@pytest.mark.parametrize("unit", ["*", "a", "a:\n", " > ", "1:1 ", "a b "])
def test_no_text_makes_the_pattern_hang(unit: str):
    assert not list(Speakers().recognize(untagged((unit * LONG)[:LONG])))


def test_times_before_labels_and_brackets_behind_them_do_not_matter():
    text = "[00:01] Tove (Leeds): a\n00:02 Mrs Eide: b\n[00:03] Tove (Leeds): c\n00:04 Mrs Eide: d"
    assert found_in(Speakers(), text) == ["Tove", "Mrs Eide"] * 2


def test_a_label_that_is_seldom_a_role_is_a_name(tmp_path):
    kinds = (Kind.STATE, Kind.ATTRIBUTE, Kind.ROLE)
    entries = [Entry(("faith",), ("x",), kind, 3.0 - n, "x") for n, kind in enumerate(kinds)]
    write_index(tmp_path, {"wordnet": entries}, {})
    text = "FAITH: a\nFAITH: b"
    assert found_in(Speakers(Ontology.open(tmp_path)), text) == ["FAITH", "FAITH"]


class CommonWords:
    """An ontology that knows common words and nothing else."""

    class lexicon:  # noqa: N801 - an attribute of ontologies
        """Knows two of them."""

        is_common = staticmethod({"hope", "room"}.__contains__)

    def lookup(self, _name: str) -> list[object]:
        return []


def test_fields_of_mails_speak_to_nobody():
    text = "From: Tove\nSubject: You\n\nFrom: Eirik\nSubject: What I said of you"
    assert found_in(Speakers(), text) == []


def test_a_common_word_is_a_speaker_if_anything_is_said_behind_it():
    speakers = Speakers(CommonWords())
    assert found_in(speakers, "Hope: Yes.\nTove: So?\nHope: I was there.\nTove: Well.") == [
        "Hope",
        "Tove",
        "Hope",
        "Tove",
    ]
    assert found_in(speakers, "Room: 12\nTove: a\nRoom: 14\nTove: b") == ["Tove", "Tove"]
