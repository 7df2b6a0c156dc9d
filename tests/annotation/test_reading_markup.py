"""Markup in plain text is not read."""

import pytest

from annotation.reading.text import text_as_read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("<b>Ida</b> <em class='x'>Vang</em>", "Ida Vang"),
        ("<p>Ida</p><p>Vang</p>", "\nIda\n\nVang\n"),
        ("one<br/>two", "one\ntwo"),
        ("Vang<sup>2</sup> said", "Vang\n2\n said"),
        (
            '<a href="https://example.org" title="Ida Vang">her</a>',
            "\nhref: https://example.org\ntitle: Ida Vang\nher",
        ),
        ("<patient><firstName>Ida</firstName></patient>", "\npatient: \nfirst Name: Ida\n\n"),
        ("<v Ida Vang>Good day.</v>", "Ida Vang: Good day."),
        ("S&oslash;ren&#32;V&#xe5;g", "Søren Våg"),
        ("**Ida** _Vang_ ~~left~~ `home`", "Ida Vang left home"),
        ("[Ida Vang](https://example.org/ida)", "Ida Vang (https://example.org/ida)"),
        ("## Ida Vang\n", "Ida Vang\n"),
    ],
)
def test_marks_are_left_out_and_names_of_fields_stay(text, read):
    assert text_as_read(text) == read


@pytest.mark.parametrize(
    "text",
    [
        "a < b and c > d",
        "R&D; AT&T",
        "5 * 3 * 2",
        "snake_case_name",
        "x &unknown; y",
        "<Ida> hello",
        "#1",
    ],
)
def test_what_is_no_markup_stays(text):
    assert text_as_read(text).split() == text.replace("<Ida>", "<Ida>").split()
