"""The invented texts that recognition is judged on: whole, alike in all parts, true to form."""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from stdnum import iban, luhn
from stdnum.gb import nhs

from annotation.errors import RecordError
from annotation.types import IdentifierType, SemanticType
from benchmarks.masking.recall import measure
from benchmarks.masking.texts import Domain, Part, read_texts
from tests.processes import finished

TEXTS = {part: list(read_texts(part)) for part in Part}
ALL = [text for texts in TEXTS.values() for text in texts]
EACH = [
    pytest.param(text, id=f"{part}-{text.document.doc_id}")
    for part, texts in TEXTS.items()
    for text in texts
]
LEARNT_MORE = {
    Domain.RECORDS: 6,
    Domain.CHAT: 5,
    Domain.TRANSCRIPT: 4,
    Domain.CLINIC: 5,
    Domain.MINUTES: 4,
}
COUNTED = [domain for domain in Domain if domain not in LEARNT_MORE]
BEYOND = {
    Part.LEARNING: LEARNT_MORE,
    Part.LATER: {
        Domain.MAIL: 12,
        Domain.INTERVIEW: 12,
        Domain.WARD: 10,
        Domain.RECORDS: 4,
        Domain.MINUTES: 4,
    },
    Part.UNSEEN: {Domain.CHAT: 1, Domain.MINUTES: 1},
}
TEXTS_OF_A_DOMAIN = {
    Part.LEARNING: 2,
    Part.TUNING: 4,
    Part.COUNTING: 4,
    Part.FRESH: 3,
    Part.LATER: 0,
    Part.UNSEEN: 3,
}
ROOT = Path(__file__).resolve().parents[2]
DIRECT, QUASI = IdentifierType.DIRECT, IdentifierType.QUASI

CHECKED = {
    "IBAN": (re.compile(r"[A-Z]{2}\d{2} ?[\dA-Z ]{10,}"), iban.is_valid),
    "card": (re.compile(r"(\d{4} ){3}\d{4}"), lambda code: luhn.is_valid(code.replace(" ", ""))),
    "NHS number": (re.compile(r"999 ?\d{3} ?\d{4}"), nhs.is_valid),
}


def mentions_of(text):
    [layer] = text.document.layers
    return layer.mentions


def make_text(folder, name, marked):
    (folder / Part.TUNING).mkdir()
    (folder / Part.TUNING / name).write_text(marked, encoding="utf-8")


@pytest.mark.parametrize("part", Part)
def test_a_part_holds_equally_many_texts_of_each_counted_domain_and_those_beyond(part):
    domains = Counter(text.domain for text in TEXTS[part])
    alike = Counter(dict.fromkeys(COUNTED, TEXTS_OF_A_DOMAIN[part]))
    assert domains == alike + Counter(BEYOND.get(part, {}))


def test_no_text_stands_in_two_parts():
    assert len({text.document.text for text in ALL}) == len(ALL)


@pytest.mark.parametrize("text", EACH)
def test_a_text_is_as_long_as_a_letter_and_names_the_protected(text):
    assert 80 <= len(text.document.text.split()) <= 350
    types = Counter((each.entity_type, each.identifier_type) for each in mentions_of(text))
    assert types[SemanticType.PERSON, DIRECT] >= 2
    assert types[SemanticType.CODE, DIRECT] + types[SemanticType.LOC, DIRECT] >= 1
    assert 1 <= len(text.protected) <= 2


@pytest.mark.parametrize("text", EACH)
def test_the_same_string_is_marked_the_same_way_throughout_a_text(text):
    marks = defaultdict(set)
    for mention in mentions_of(text):
        marks[mention.entity_type, mention.span_text].add(
            (mention.identifier_type, mention.entity_id)
        )
    assert {string: found for string, found in marks.items() if len(found) > 1} == {}


@pytest.mark.parametrize("text", EACH)
def test_an_entity_is_of_one_semantic_type_and_one_identifier_type(text):
    types = defaultdict(set)
    for mention in mentions_of(text):
        types[mention.entity_id].add((mention.entity_type, mention.identifier_type))
    assert {entity: found for entity, found in types.items() if len(found) > 1} == {}


@pytest.mark.parametrize("text", EACH)
def test_no_name_of_a_protected_person_is_left_unmarked(text):
    content = text.document.text
    masked = "".join(
        "*" if any(each.start <= place < each.end for each in mentions_of(text)) else character
        for place, character in enumerate(content)
    )
    names = {
        mention.span_text
        for mention in mentions_of(text)
        if mention.entity_type is SemanticType.PERSON and mention.identifier_type is DIRECT
    }
    assert [name for name in names if re.search(rf"\b{re.escape(name)}(?!\w)", masked)] == []


@pytest.mark.parametrize("text", EACH)
def test_no_mark_begins_or_ends_with_an_article_a_blank_or_a_stop(text):
    spans = [mention.span_text for mention in mentions_of(text)]
    assert [span for span in spans if re.match(r"(a|an|the) |\s", span)] == []
    assert [span for span in spans if re.search(r"[\s,;:!?]$", span)] == []


@pytest.mark.parametrize("text", EACH)
def test_the_possessive_is_no_part_of_a_name(text):
    names = [each for each in mentions_of(text) if each.entity_type is SemanticType.PERSON]
    assert [name.span_text for name in names if re.search(r"['’]s$", name.span_text)] == []


def test_ibans_cards_and_nhs_numbers_have_right_check_digits():
    codes = [
        mention.span_text
        for text in ALL
        for mention in mentions_of(text)
        if mention.entity_type is SemanticType.CODE
    ]
    for kind, (shape, is_valid) in CHECKED.items():
        found = [code for code in codes if shape.fullmatch(code)]
        assert found, kind
        assert [code for code in found if not is_valid(code)] == [], kind


def test_a_wrong_mark_is_refused_with_file_line_and_column(tmp_path):
    make_text(tmp_path, "mail-1.marked.txt", "Dear all,\n[Ida](PERSON) lives in [Oslo](TOWN)\n")
    with pytest.raises(RecordError, match=r"mail-1\.marked\.txt.*line 2, column 31.*'TOWN'"):
        list(read_texts(Part.TUNING, tmp_path))


def test_a_text_of_an_unknown_domain_is_refused(tmp_path):
    make_text(tmp_path, "sermon-1.marked.txt", "[Ida](PERSON)")
    with pytest.raises(RecordError, match=r"sermon-1\.marked\.txt: the name must be"):
        list(read_texts(Part.TUNING, tmp_path))


def test_a_text_that_protects_nobody_is_refused(tmp_path):
    make_text(tmp_path, "mail-1.marked.txt", "[Ida](PERSON QUASI) lives in [Oslo](LOC)")
    with pytest.raises(RecordError, match=r"mail-1\.marked\.txt: no person is marked DIRECT"):
        list(read_texts(Part.TUNING, tmp_path))


def test_masking_what_is_marked_finds_everything_and_nothing_else():
    gold = {text.document.text: mentions_of(text) for text in ALL}

    def recognize(document, _protected):
        return [(each.start, each.end) for each in gold[document.text] if each.is_masked]

    recalls, misses = measure(ALL, recognize)
    assert misses == []
    assert {recall.score.precision.value for recall in recalls.values()} == {1.0}


def test_mentions_are_counted_by_domain_and_identifier_type(tmp_path):
    make_text(
        tmp_path,
        "mail-1.marked.txt",
        "[Dr Ida Berg](PERSON DIRECT Ida_Berg) met [Bo](PERSON QUASI) in [Oslo](LOC). "
        "[Ida](PERSON DIRECT Ida_Berg) left.",
    )

    def recognize(document, protected):
        assert protected == ("Ida Berg",)
        assert document.layers == ()
        return [(0, document.text.index(" in Oslo"))]

    recalls, misses = measure(read_texts(Part.TUNING, tmp_path), recognize)
    assert [miss.mention.span_text for miss in misses] == ["Oslo", "Ida"]
    found = recalls[Domain.MAIL]
    assert (found.mentions[DIRECT].part, found.mentions[DIRECT].whole) == (1, 2)
    assert (found.mentions[QUASI].part, found.mentions[QUASI].whole) == (1, 2)
    assert (found.score.er_di.value, found.score.er_qi.value) == (0, 0.5)


@pytest.mark.parametrize("part", [Part.COUNTING, Part.FRESH, Part.UNSEEN])
def test_the_command_prints_no_word_of_a_part_that_is_only_counted(part):
    options = ["--part", part, "--quasi", "--recognizer", "spacy"]
    command = [sys.executable, "-m", "benchmarks.masking", "texts", *options]
    done = finished(command, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    columns = {"DIRECT", "ER_di", "QUASI", "ER_qi", "precision"}
    words = {word for word in done.stdout.split() if not re.fullmatch(r"[\d.]+%|–", word)}
    domains = {*COUNTED, *BEYOND.get(part, {})}
    assert words == {part, *columns, *domains, "all"}
