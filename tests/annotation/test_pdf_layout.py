"""The order in which the pages of a PDF are read, with real PDFs made here."""

import textwrap

import pytest

from annotation.pdf.process import pages_of
from tests.annotation.people_files import drawn_pdf, placed_pdf

LEFT = (
    "Ingrid Aas came to the island in the spring of 1962 with two trunks and a letter of her "
    "uncle, the harbour master, who had promised her a room above the chandlery. She stayed for "
    "eleven years and kept the books of three skippers, among them those of Peder Lund."
)
RIGHT = (
    "On the second day the court heard Peder Lund, skipper, who said that he had never seen the "
    "ledger. Asked by counsel whether he could read it at all, he answered that his daughter Tora "
    "did so for him, every Sunday after church, and that nothing in it had ever surprised him."
)
HEADING = "In the matter of the estate of Ingrid Aas against the skippers of the island of Senja"


def text(places, **options):
    [page] = pages_of(placed_pdf(places, **options))
    return page.text


def column(content, x, y=700, width=44):
    return [(x, y - 12 * index, line) for index, line in enumerate(textwrap.wrap(content, width))]


def lines(content, width=44):
    return "\n".join(textwrap.wrap(content, width))


def across(*columns):
    """Texts in the order of their lines, as some programs write columns."""
    return sorted((place for each in columns for place in each), key=lambda place: -place[1])


class TestColumns:
    @pytest.mark.parametrize("lower", [0, 6], ids=["one grid", "half a line lower"])
    def test_columns_written_line_by_line_are_read_one_after_the_other(self, lower):
        found = text(across(column(LEFT, 72), column(RIGHT, 310, 700 - lower)))
        assert found == f"{lines(LEFT)}\n{lines(RIGHT)}"

    def test_a_heading_over_them_comes_before_and_a_footer_after(self):
        columns = across(column(LEFT, 72), column(RIGHT, 310))
        found = text([(72, 730, HEADING), (300, 40, "17"), *columns])
        assert found == f"{HEADING}\n{lines(LEFT)}\n{lines(RIGHT)}\n17"

    def test_a_header_with_a_hole_over_the_gutter_is_none_of_them(self):
        columns = across(column(LEFT, 72), column(RIGHT, 310))
        found = text([(72, 760, "Aas against Lund"), (490, 760, "Page 17"), *columns])
        assert found == f"Aas against Lund\tPage 17\n{lines(LEFT)}\n{lines(RIGHT)}"

    def test_text_over_the_whole_width_parts_them(self):
        upper = across(column(LEFT, 72), column(RIGHT, 310))
        below = across(column(RIGHT, 72, 560), column(LEFT, 310, 560))
        found = text([*upper, (72, 590, HEADING), *below])
        read = [lines(LEFT), lines(RIGHT), HEADING, lines(RIGHT), lines(LEFT)]
        assert found == "\n".join(read)

    def test_three_columns(self):
        parts = [column(each, x, width=28) for each, x in [(LEFT, 40), (RIGHT, 220), (LEFT, 400)]]
        assert text(across(*parts)) == "\n".join(lines(each, 28) for each in (LEFT, RIGHT, LEFT))

    def test_blocks_beside_each_other_are_read_as_they_were_written(self):
        parties = [(72, 700 - 14 * i, each) for i, each in enumerate(["Ingrid Aas,", "v.", "Lund"])]
        number = [(320, 700, "Case 62-118"), (320, 686, "Order")]
        assert text(parties + number) == "Ingrid Aas,\nv.\nLund\nCase 62-118\nOrder"

    def test_a_page_written_upwards_is_read_as_one(self):
        turned = [(700 - y, x, line) for x, y, line in across(column(LEFT, 72), column(RIGHT, 310))]
        assert text(turned, turn="0 1 -1 0") == f"{lines(LEFT)}\n{lines(RIGHT)}"


ROWS = [
    ("Ingrid Aas", "Senja", "1962"),
    ("Tora Lund", "Harstad", "1971"),
    ("Bo Ek", "Moss", "1980"),
]


def table(y=700, pitch=15, xs=(72, 200, 320)):
    return [
        (x, y - pitch * index, cell)
        for index, row in enumerate(ROWS)
        for x, cell in zip(xs, row, strict=True)
    ]


class TestTables:
    def test_cells_of_a_row_are_set_apart(self):
        assert text(table()) == "\n".join("\t".join(row) for row in ROWS)

    def test_text_before_and_after_stays_as_it_is(self):
        above, below = column(LEFT, 72, 700, 90), column(RIGHT, 72, 560, 90)
        found = text([*above, *table(640), *below])
        rows = "\n".join("\t".join(row) for row in ROWS)
        assert found == f"{lines(LEFT, 90)}\n{rows}\n{lines(RIGHT, 90)}"

    def test_the_lines_of_a_cell_stay_together(self):
        cells = [LEFT[:88], RIGHT[:70]], [RIGHT[70:120], LEFT[88:170]]
        places = []
        for row, pair in enumerate(cells):
            for x, cell in zip((72, 310), pair, strict=True):
                places += column(cell, x, 700 - 60 * row)
        expected = "\n".join("\t".join(lines(cell) for cell in pair) for pair in cells)
        assert text(places) == expected

    def test_a_cell_that_is_missing_leaves_the_others_in_their_row(self):
        places = [place for place in table() if place[2] != "Harstad"]
        assert text(places) == "Ingrid Aas\tSenja\t1962\nTora Lund\t1971\nBo Ek\tMoss\t1980"

    def test_a_row_of_a_form(self):
        places = [(72, 700, "Surname:"), (130, 700, "Aas"), (300, 700, "Given name:")]
        assert text([*places, (380, 700, "Ingrid")]) == "Surname:\tAas\tGiven name:\tIngrid"


class TestLines:
    def test_one_column_is_read_line_by_line(self):
        assert text(column(LEFT, 72, width=90)) == lines(LEFT, 90)

    def test_a_justified_line_has_no_cells(self):
        stretched = drawn_pdf("BT /F1 10 Tf 12 Tw 72 700 Td (Ingrid Aas came late) Tj ET")
        assert [page.text for page in pages_of(stretched)] == ["Ingrid Aas came late"]

    def test_words_written_out_of_order_are_read_from_left_to_right(self):
        assert text([(102, 700, "Aas"), (72, 700, "Ingrid")]) == "Ingrid Aas"

    def test_hyphens_at_the_ends_of_lines_stay(self):
        assert text([(72, 700, "the harbour mas-"), (72, 688, "ter")]) == "the harbour mas-\nter"

    def test_the_address_of_a_sender_on_the_right(self):
        places = [(400, 700, "Tora Lund"), (400, 688, "Moss"), (72, 650, "Ingrid Aas")]
        assert text(places) == "Tora Lund\nMoss\nIngrid Aas"
