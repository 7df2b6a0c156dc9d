"""Parquet: what pyarrow reads is what was written."""

from dataclasses import asdict

import pyarrow.parquet as pq
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats.exchange.parquet import NAME, ParquetWriter
from tests.annotation.entry_samples import CARD, DOCUMENTS, entries, written


def rows(documents):
    return [
        asdict(entry) | {"spans": list(map(asdict, entry.spans))}
        for each in documents
        for entry in each
    ]


def test_pyarrow_reads_a_row_for_each_entry_with_all_that_is_said(tmp_path):
    folder = written(ParquetWriter, tmp_path / "out")
    assert pq.read_table(folder / NAME).to_pylist() == rows(DOCUMENTS)
    assert (folder / "README.md").read_text() == CARD


@given(st.lists(st.lists(entries(), max_size=2), max_size=3))
def test_what_is_read_back_is_what_was_written(tmp_path_factory, documents):
    folder = written(ParquetWriter, tmp_path_factory.mktemp("out"), documents)
    assert pq.read_table(folder / NAME).to_pylist() == rows(documents)


def test_rows_are_written_in_groups_of_bounded_size(tmp_path, monkeypatch):
    monkeypatch.setattr("annotation.formats.exchange.parquet.MAX_GROUP_CHARACTERS", 150)
    folder = written(ParquetWriter, tmp_path / "out", DOCUMENTS * 3)
    file = pq.ParquetFile(folder / NAME)
    assert [file.read_row_group(group).num_rows for group in range(file.num_row_groups)] == [
        *(2, 3, 2, 3, 2)
    ]
    assert file.read().to_pylist() == rows(DOCUMENTS * 3)
