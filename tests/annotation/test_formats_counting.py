"""How offsets are counted, told by what is quoted."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from annotation.errors import RecordError
from annotation.formats.exchange.counting import Quoted, place_of, places_in
from tests.annotation.exchanging import texts

WAYS = {
    "code points": len,
    "UTF-16": lambda text: len(text.encode("utf-16-le")) // 2,
    "UTF-8": lambda text: len(text.encode()),
    "line ends": lambda text: len(text.replace("\r\n", "\n")),
}


@pytest.mark.parametrize("length", WAYS.values(), ids=WAYS)
def test_offsets_lead_to_what_is_quoted_however_they_are_counted(length):
    @given(texts, st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)), max_size=4))
    def check(text, borders):
        parts = [(start, min(start + size, len(text))) for start, size in borders]
        parts = [(start, end) for start, end in parts if start < end]
        assume(
            all(
                "\r\n" not in (text[start - 1 : start + 1], text[end - 1 : end + 1])
                for start, end in parts
            )
        )
        spans = [
            Quoted(f"s{start}", length(text[:start]), length(text[:end]), text[start:end])
            for start, end in parts
        ]
        places = places_in(text, spans, lambda _: None)
        read = [text[place_of(s.start, places) : place_of(s.end, places)] for s in spans]
        assert ["".join(each.split()) for each in read] == [
            "".join(text[start:end].split()) for start, end in parts
        ]

    check()


def test_what_is_not_quoted_is_taken_as_code_points():
    assert places_in("🙂 a", [Quoted("x", 2, 3, None)], lambda _: None) is None


def test_a_span_that_fits_in_no_way_is_named():
    spans = [Quoted("first", 2, 5, "Ann"), Quoted("second", 1, 3, "Bo")]
    with pytest.raises(RecordError, match="second: at 1–3 the file quotes 'Bo', but the text has"):
        places_in("🙂 Ann", spans, lambda _: None)
