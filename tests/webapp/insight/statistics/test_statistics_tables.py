"""One form of a table serves pages, CSV, JSON and pictures, and says the same in each."""

from __future__ import annotations

import csv
import io
import re
from xml.etree import ElementTree

import pytest

from selection.evaluation.svg import ACCENT, GRID, INK, SOFT
from webapp.insight.statistics.drawing import drawn
from webapp.insight.statistics.formatting import TOKENS, themed
from webapp.insight.statistics.tables import Chart, Column, Group, Table, Unit

SVG = "{http://www.w3.org/2000/svg}"
COLUMNS = (
    Column("Name", Unit.TEXT),
    Column("Done", Unit.PART),
    Column("Right", Unit.SHARE),
    Column("Pace", Unit.NUMBER),
    Column("Finish", Unit.DATE),
)
ROWS = (
    ("Ada", [3, 4], 0.5, 1.25, "2026-03-02"),
    ("=Ben", [0, 4], None, -0.125, None),
    ("Cleo", [0, 0], 0.0, 12.0, None),
)
FORMULA = r"$\no{formula}$"
"""A name that matplotlib would take for one, and refuse."""


def table(chart=None, drawn=(), columns=COLUMNS, rows=ROWS):
    return Table(
        key="work",
        group=Group.WORK,
        title="Work & <b>",
        help="How it goes.",
        columns=columns,
        rows=rows,
        chart=chart,
        drawn=drawn,
    )


def words(svg):
    root = ElementTree.fromstring(svg)  # noqa: S314 - we have just drawn it
    return {element.text for element in root.iter(f"{SVG}text")}


def test_people_read_shares_beside_counts_and_a_dash_for_nothing():
    assert table().shown() == [
        ["Ada", "3 (75 %)", "50 %", "1.2", "2 Mar 2026"],
        ["=Ben", "0", "–", "−0.12", "–"],
        ["Cleo", "–", "0 %", "12.0", "–"],
    ]


def test_programs_read_counts_and_shares_apart():
    assert table().records()[0] == {
        "Name": "Ada",
        "Done": 3,
        "Done, share": 0.75,
        "Right": 0.5,
        "Pace": 1.25,
        "Finish": "2026-03-02",
    }


def test_a_spreadsheet_takes_no_name_for_a_formula():
    rows = list(csv.DictReader(io.StringIO(table().to_csv())))
    assert [row["Name"] for row in rows] == ["Ada", "'=Ben", "Cleo"]
    assert rows[0]["Done, share"] == "0.75"


def test_a_table_is_stored_and_read_back():
    assert Table.from_json(table(Chart.BARS, ("Done",)).to_json()) == table(Chart.BARS, ("Done",))


def test_bars_say_their_figures():
    svg = drawn(table(Chart.BARS, ("Done",))).svg
    assert {"Ada", "3 (75 %)", "=Ben", "0", "–"} <= words(svg)


def test_a_name_is_drawn_as_it_is_written():
    rows = ((FORMULA, [3, 4], 0.5, 1.25, "2026-03-02"),)
    assert FORMULA in words(drawn(table(Chart.BARS, ("Done",), rows=rows)).svg)


def test_a_stacked_bar_names_its_parts_and_the_shares_that_fit():
    columns = (Column("Type", Unit.TEXT), Column("Few", Unit.PART), Column("Most", Unit.PART))
    rows = (("Place", [1, 20], [19, 20]),)
    shown = words(drawn(table(Chart.STACKED, ("Few", "Most"), columns, rows)).svg)
    assert {"Few", "Most", "95 %"} <= shown
    assert "5 %" not in shown


def test_a_grid_holds_the_counts():
    columns = (Column("Type", Unit.TEXT), Column("1", Unit.PART), Column("2", Unit.PART))
    rows = (("Place", [1, 20], [19, 20]), ("Person", [0, 0], [0, 0]))
    assert {"1", "2", "19"} <= words(drawn(table(Chart.GRID, ("1", "2"), columns, rows)).svg)


def test_pairs_stand_on_both_sides_of_the_diagonal():
    columns = (Column("One", Unit.TEXT), Column("The other", Unit.TEXT), Column("Same", Unit.SHARE))
    rows = (("Ada", "Ben", 0.8), ("Ada", "Cleo", None))
    svg = drawn(table(Chart.PAIRS, ("Same",), columns, rows)).svg
    assert svg.count(">80<") == 2


def test_names_of_any_letters_and_width_leave_room_for_what_they_name():
    columns = (Column("One", Unit.TEXT), Column("The other", Unit.TEXT), Column("Same", Unit.SHARE))
    rows = (("W" * 200, "王小明", 0.8),)
    svg = drawn(table(Chart.PAIRS, ("Same",), columns, rows)).svg
    assert "王小明" in words(svg)
    assert svg.count(">80<") == 2
    assert f"{'W' * 200} – 王小明: Same 80 %." in svg


def test_a_line_begins_and_ends_with_its_weeks():
    columns = (Column("Week", Unit.DATE), Column("Same", Unit.SHARE))
    rows = (("2026-03-02", 0.5), ("2026-03-09", None), ("2026-03-16", 0.75))
    svg = drawn(table(Chart.LINES, ("Same",), columns, rows)).svg
    assert {"2 Mar 2026", "16 Mar 2026", "Same"} <= words(svg)


@pytest.mark.parametrize(
    ("chart", "rows"),
    [
        (None, ROWS),
        (Chart.BARS, ()),
        (Chart.BARS, ROWS * 20),
        (Chart.STACKED, ROWS * 20),
        (Chart.LINES, (("2026-03-02", [1, 1], 0.5, 1.0, None),)),
    ],
)
def test_what_makes_no_picture_has_none(chart, rows):
    assert drawn(table(chart, ("Done",), rows=rows)).svg == ""


def test_a_picture_says_in_words_what_it_shows():
    root = ElementTree.fromstring(drawn(table(Chart.BARS, ("Done",))).svg)  # noqa: S314 - ours
    assert (root[0].text, root.get("role")) == ("Work & <b>", "img")
    assert root[1].text == "How it goes. Ada: Done 3 (75 %); =Ben: Done 0; Cleo: Done –."


def test_a_picture_has_the_colours_of_the_page_and_none_of_its_own():
    assert set(TOKENS) == {ACCENT, GRID, INK, SOFT}
    columns = (Column("Week", Unit.DATE), Column("Same", Unit.SHARE))
    rows = (("2026-03-02", 0.5), ("2026-03-09", 0.75))
    for each in (
        table(Chart.BARS, ("Done",)),
        table(Chart.STACKED, ("Done",)),
        table(Chart.GRID, ("Done",)),
        table(Chart.LINES, ("Same",), columns, rows),
    ):
        part = themed(drawn(each).svg)
        assert "var(--accent)" in part
        assert not re.findall(r'="#[0-9a-f]{3,6}"', part)
        assert "style=" not in part


def test_without_matplotlib_a_table_is_all_there_is(monkeypatch):
    monkeypatch.setattr("webapp.insight.statistics.drawing.can_draw", lambda: False)
    plain = table(Chart.BARS, ("Done",))
    assert drawn(plain) == plain
