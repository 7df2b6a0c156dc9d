"""Cells of records are read as cells, with their keys."""

import pytest

from annotation.reading.text import text_as_read


def lines(text: str) -> list[str]:
    return [line for line in text_as_read(text).splitlines() if line]


@pytest.mark.parametrize("sign", [";", "|", ",", "\t"])
def test_cells_have_the_heads_of_their_columns(sign):
    rows = [
        ["Name", "Born", "Ward"],
        ["Ida Vang", "1960-01-02", "Elm"],
        ["Ole By", "1961-02-03", ""],
    ]
    assert lines("\n".join(map(sign.join, rows))) == [
        *("Name: Ida Vang", "Born: 1960-01-02", "Ward: Elm"),
        *("Name: Ole By", "Born: 1961-02-03"),
    ]


@pytest.mark.parametrize("sign", [";", "|", ",", "\t"])
def test_a_row_without_heads_is_read_cell_by_cell(sign):
    assert lines(sign.join(["Ida Vang", "1960-01-02", "Elm"])) == ["Ida Vang", "1960-01-02", "Elm"]


def test_a_sentence_beside_a_table_is_no_row_of_it():
    table = "name,amount,due\nIda Vang,80.50,yes"
    text = f"We left it, as always, there.\n{table}\nThen, so to say, no more."
    assert lines(text) == [
        *("We left it, as always, there.", "name: Ida Vang", "amount: 80.50", "due: yes"),
        "Then, so to say, no more.",
    ]


def test_a_table_of_markdown_has_heads():
    assert lines("| Name | Ward |\n|---|:--|\n| Ida | Elm |") == ["Name: Ida", "Ward: Elm"]


def test_quoted_cells_hold_the_sign():
    assert lines('"Vang, Ida",1960-01-02,Elm') == ["Vang, Ida", "1960-01-02", "Elm"]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Name | Ida Vang\nCard no. | A-55", ["Name: Ida Vang", "Card no.: A-55"]),
        ("Name\tVang\nBorn on\t1.2.1980\nAge\t4", ["Name: Vang", "Born on: 1.2.1980", "Age: 4"]),
        ("Name\tVang\nDOB:\t555", ["Name: Vang", "DOB: 555"]),
        ("Name\tVang\nPhone\t555", ["Name: Vang", "Phone: 555"]),
        ("Name|Phone\nIda|555", ["Name: Ida", "Phone: 555"]),
        (
            "Name\tPhone\nIda Vang\t555\nOle By\t6",
            ["Name: Ida Vang", "Phone: 555", "Name: Ole By", "Phone: 6"],
        ),
    ],
)
def test_two_columns_are_a_form_or_a_table(text, read):
    assert lines(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            '{"name":"Ida Vang","born":"1960-01-02","beds":2}',
            ["name: Ida Vang", "born: 1960-01-02", "beds: 2}"],
        ),
        ('{\n  "name": "Ida",\n  "ward": "Elm"\n}', ["name: Ida", "ward: Elm", "}"]),
        ('{"names": ["Ida Vang", "Ole By"]}', ["names: Ida Vang", "names: Ole By"]),
        (
            '{"patient": {"family": "Vang", "given": ["Ida"]}}',
            ["patient: ", "family: Vang", "given: Ida"],
        ),
        ("{'first_name': 'S\\u00f8ren'}", ["first name: Søren"]),
        ("?name=Ida+Vang&ward=%C3%85s", ["?", "name: Ida Vang", "ward: Ås"]),
        (
            'ok user=ivang ip=10.0.0.1 by="Ole By" done',
            ["ok ", "user: ivang", "ip: 10.0.0.1", "by: Ole By", "done"],
        ),
        (
            "sent to=Ida Vang tries=1 state=done now",
            ["sent ", "to: Ida Vang", "tries: 1", "state: done", "now"],
        ),
        (
            "PID|1||77^^^X||VANG^IDA^B||19600102|F|||2 ELM ST^^ASH^OR^97001",
            [
                "1",
                "77",
                "X",
                "name: VANG, IDA B",
                "born: 19600102",
                "F",
                "address: 2 ELM ST, ASH, OR, 97001",
            ],
        ),
    ],
)
def test_keys_are_labels(text, read):
    assert lines(text) == read


@pytest.mark.parametrize(
    "text",
    [
        "She came; she left; nobody asked.",
        "Ida, Ole, and Kari came.",
        "1,234,567 and 00:00:03,000 --> 00:00:05,200",
        'He said: "yes": no more.',
        "if a == b: x = 5",
        "https://example.org/s?a=Ida&b=Vang",
        "- one\n- two",
    ],
)
def test_sentences_and_addresses_are_no_records(text):
    assert text_as_read(text) == text
