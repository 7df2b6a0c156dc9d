"""The key to numbered documents outlives a kill at any moment, and gives each number once."""

from __future__ import annotations

import pytest

from palimpsest.errors import PalimpsestError
from palimpsest.sanitizing.document import State
from palimpsest.sanitizing.ledger import Entry, Ledger


def entry(number, document):
    return Entry(number, document, f"checksum of {document}", State.WRITTEN)


@pytest.fixture
def folder(tmp_path):
    """A folder whose key knows numbers 1 and 3: number 2 was given away when a run was killed."""
    folder = tmp_path / "out"
    Ledger(folder).add([entry(1, "a"), entry(3, "c")])
    return folder


def test_a_document_keeps_its_number_and_new_ones_get_those_that_nobody_has(folder):
    ledger = Ledger(folder)
    assert [ledger.number_of(document) for document in "dacbe"] == [2, 1, 3, 4, 5]


def test_a_document_is_known_as_long_as_nothing_of_it_is_another(folder):
    ledger = Ledger(folder)
    assert ledger.known("c", "checksum of c") == entry(3, "c")
    assert ledger.known("c", "another checksum") is None
    assert ledger.known("b", "checksum of b") is None


def test_a_line_that_was_cut_short_is_written_again(folder):
    key = Ledger(folder).path
    whole = key.read_bytes()
    Ledger(folder).add([entry(2, "b")])
    key.write_bytes(key.read_bytes()[:-9])
    ledger = Ledger(folder)
    assert key.read_bytes() == whole
    assert ledger.number_of("b") == 2
    ledger.add([entry(2, "b")])
    assert Ledger(folder).known("b", "checksum of b") == entry(2, "b")


def test_a_key_that_is_left_has_one_line_for_each_document_and_none_of_what_is_gone(folder):
    ledger = Ledger(folder)
    ledger.add([entry(1, "a"), entry(2, "b")])
    ledger.leave(ledger.gone(lambda each: each.document == "c"))
    assert [line.split(",")[0] for line in ledger.path.read_text().splitlines()] == [
        '{"number": 1',
        '{"number": 2',
    ]
    assert ledger.path.stat().st_mode & 0o777 == 0o600
    assert Ledger(folder).number_of("c") == 3


def test_a_key_of_somebody_else_is_refused(folder):
    Ledger(folder).path.write_text('{"number": 1}\n')
    with pytest.raises(PalimpsestError, match="line 1: no entry of ours"):
        Ledger(folder)
