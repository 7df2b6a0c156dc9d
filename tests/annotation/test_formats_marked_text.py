"""Marked text: what stands in brackets is a span, everything else is text, exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.errors import RecordError
from annotation.formats import Format, detect_format, read_documents
from annotation.formats.marked_text import parse
from annotation.types import IdentifierType, SemanticType
from tests.annotation.strategies import storable_text

ANNA = "Anna lived in [Oslo](LOC) from [1986](DATETIME)."


def spans(marked):
    document = parse(marked, doc_id="d")
    return [
        (mention.span_text, mention.entity_type, mention.identifier_type, mention.entity_id)
        for mention in document.iter_mentions()
    ]


def test_text_and_spans_are_taken_apart():
    document = parse(ANNA, doc_id="anna")
    assert document.text == "Anna lived in Oslo from 1986."
    assert [
        (mention.mention_id, mention.start, mention.end, mention.span_text)
        for mention in document.iter_mentions()
    ] == [("anna_em1", 14, 18, "Oslo"), ("anna_em2", 24, 28, "1986")]


def test_persons_and_codes_are_direct_unless_it_is_said_otherwise():
    marked = "[a](PERSON) [b](CODE) [c](LOC) [d](PERSON QUASI) [e](loc direct) [f](ORG NO_MASK)"
    assert [str(identifier) for _, _, identifier, _ in spans(marked)] == [
        "DIRECT",
        "DIRECT",
        "QUASI",
        "QUASI",
        "DIRECT",
        "NO_MASK",
    ]


def test_spans_of_one_name_or_else_of_equal_type_and_text_are_one_entity():
    marked = "[Anna](PERSON anna) [she](PERSON QUASI anna) [Oslo](LOC) [Oslo](LOC) [Oslo](ORG)"
    assert [entity for *_, entity in spans(marked)] == ["anna", "anna", "d_e1", "d_e1", "d_e2"]


def test_brackets_and_backslashes_of_the_text_are_escaped():
    document = parse(r"\[sic\] C:\\ (1) [a \[b\]](MISC)(x)", doc_id="d")
    assert document.text == r"[sic] C:\ (1) a [b](x)"
    assert spans(r"[a \[b\]](MISC)")[0][0] == "a [b]"


FAULTS = {
    "one\n[two](LOC) [three": "line 2, column 12: the span is not closed",
    "a [b] c": "line 1, column 3: after ] the type must follow",
    "a [b](PLACE)": "line 1, column 7: 'PLACE' is no type; there are PERSON, CODE, LOC",
    "a [b]()": "line 1, column 7: '' is no type",
    "a [b [c](LOC)](LOC)": "line 1, column 6: a span can't begin inside another",
    "a] b": "line 1, column 2: ] closes no span",
    "[](LOC)": "line 1, column 1: the span is empty",
    "a \\b": "line 1, column 3: after \\ only",
    "a\n\\": "line 2, column 1: after \\ only",
    "[b](LOC QUASI two words)": "line 1, column 5: 'two words': an entity's name is one word",
}


@pytest.mark.parametrize(("marked", "message"), FAULTS.items(), ids=range(len(FAULTS)))
def test_a_fault_is_found_by_line_and_column(marked, message):
    with pytest.raises(RecordError) as caught:
        parse(marked, doc_id="d")
    assert message in str(caught.value)
    assert "'d'" in str(caught.value)


def escaped(text):
    for sign in "\\[]":
        text = text.replace(sign, f"\\{sign}")
    return text


entities = st.text("abc-é李", min_size=1, max_size=5)
marks = st.tuples(st.sampled_from(SemanticType), st.sampled_from(IdentifierType), entities)
solid_text = storable_text.filter(str.strip)


@given(st.lists(st.tuples(storable_text, solid_text, marks), max_size=5), storable_text)
def test_whatever_is_marked_comes_back_exactly(pieces, tail):
    marked = "".join(
        f"{escaped(before)}[{escaped(span)}]({kind} {identifier} {entity})"
        for before, span, (kind, identifier, entity) in pieces
    )
    document = parse(marked + escaped(tail), doc_id="d")
    assert document.text == "".join(before + span for before, span, _ in pieces) + tail
    assert spans(marked) == [(span, *mark) for _, span, mark in pieces]


@given(storable_text)
def test_any_text_is_read_or_refused(text):
    try:
        parse(text, doc_id="d")
    except RecordError as error:
        assert "line " in str(error)  # noqa: PT017 - reading it is as good


@pytest.mark.parametrize("name", ["anna.marked.txt", "Anna.MARKED.TXT"])
@pytest.mark.parametrize("marked", [ANNA, "[Oslo](LOC) is a city."])
def test_the_name_of_a_file_says_that_it_is_marked(tmp_path, name, marked):
    path = tmp_path / name
    path.write_text(marked, encoding="utf-8")
    assert detect_format(path) is Format.MARKED
    [document] = read_documents(path)
    assert document.doc_id.lower() == "anna"


def test_plain_text_is_never_taken_for_it(tmp_path):
    path = tmp_path / "anna.txt"
    path.write_text(ANNA, encoding="utf-8")
    [plain] = read_documents(path)
    assert (plain.text, plain.layers) == (ANNA, ())
    [marked] = read_documents(path, format=Format.MARKED)
    assert (marked.doc_id, len(marked.layers)) == ("anna", 1)
