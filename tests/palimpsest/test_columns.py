"""What goes in as a column comes out as one, with what is missing in its place."""

from __future__ import annotations

import datasets
import numpy as np
import pandas as pd
import pytest

from annotation.records import Document
from palimpsest.columns import cells_of, documents_of


def upper(column):
    cells = cells_of(column)
    return cells.filled([each.text.upper() for each in cells.documents])


@pytest.mark.parametrize("missing", [None, np.nan, np.float32("nan"), pd.NA, pd.NaT])
def test_what_is_missing_stays_as_it_was(missing):
    written = upper(["a", missing, "b"])
    assert written[::2] == ["A", "B"]
    assert written[1] is missing


@pytest.mark.parametrize("dtype", ["object", "str", "string", "category"])
def test_a_series_keeps_its_index_and_its_name_whatever_its_type(dtype):
    series = pd.Series(["a", None, "b"], index=["x", "y", "z"], name="note", dtype=dtype)
    written = upper(series)
    assert (list(written.index), written.name) == (["x", "y", "z"], "note")
    assert (written["x"], written["z"]) == ("A", "B")
    assert list(written.isna()) == [False, True, False]


def test_documents_are_named_by_the_labels_of_their_rows_where_these_tell_them_apart():
    named = [each.doc_id for each in cells_of(pd.Series(["a", "b"], index=["x", 7])).documents]
    twice = [each.doc_id for each in cells_of(pd.Series(["a", "b"], index=["x", "x"])).documents]
    assert (named, twice) == (["x", "7"], ["1", "2"])


def test_a_column_of_a_dataset_and_an_iterator_are_columns():
    dataset = datasets.Dataset.from_dict({"text": ["a", None]})
    assert upper(dataset["text"]) == ["A", None]
    assert upper(text for text in "ab") == ["A", "B"]


def test_documents_stand_among_texts_under_their_own_names():
    document = Document("mine", "a")
    assert cells_of([document, "b"]).documents == [document, Document("2", "b")]


@pytest.mark.parametrize("dtype", ["str", "string"])
def test_a_series_of_strings_stays_one(dtype):
    series = pd.Series(["a", None], dtype=dtype)
    assert upper(series).dtype == series.dtype


def test_a_tuple_and_an_array_come_out_as_they_went_in():
    assert upper(("a", "b")) == ("A", "B")
    written = upper(np.array(["a", "b"]))
    assert isinstance(written, np.ndarray)
    assert list(written) == ["A", "B"]


@pytest.mark.parametrize(
    "table",
    [
        pd.DataFrame({"text": ["a"]}),
        datasets.Dataset.from_dict({"text": ["a"]}),
        datasets.DatasetDict({"train": datasets.Dataset.from_dict({"text": ["a"]})}),
        {"text": ["a"]},
        {"a", "b"},
        b"a",
    ],
)
def test_a_table_and_what_has_no_order_are_refused(table):
    with pytest.raises(TypeError, match=type(table).__name__):
        cells_of(table)


def test_documents_are_taken_without_what_is_missing_and_texts_are_none():
    document = Document("d", "a")
    assert documents_of([document, None]) == documents_of(document) == [document]
    for other in ("a", [document, "a"]):
        with pytest.raises(TypeError, match="str"):
            documents_of(other)


def test_what_is_no_text_is_refused_with_its_place():
    with pytest.raises(TypeError, match=r"\b1\b.*\bint\b"):
        cells_of(["a", 5])
    with pytest.raises(TypeError, match="int"):
        cells_of(5)
