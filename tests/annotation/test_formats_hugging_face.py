"""A folder for Hugging Face's `datasets`: what that library loads from it."""

import datasets
import pyarrow.parquet as pq
import pytest

from annotation.errors import RecordError
from annotation.formats.exchange.entries import Entry
from annotation.formats.exchange.hugging_face import HuggingFaceWriter
from annotation.formats.exchange.splits import MAX_SPLITS
from tests.annotation.entry_samples import ADA, BEN, CARD, written


@pytest.fixture
def load(tmp_path):
    """Load a folder as a user of the library does."""
    datasets.disable_progress_bars()
    return lambda folder: datasets.load_dataset(str(folder), cache_dir=str(tmp_path / "cache"))


def test_the_library_loads_each_split_with_labels(tmp_path, load):
    loaded = load(written(HuggingFaceWriter, tmp_path / "out"))
    assert {name: split["annotator"][:] for name, split in loaded.items()} == {
        "test": ["ada", BEN.annotator, "ada"],
        "train": ["ada"],
    }
    row = loaded["test"][0]
    assert (row["text"], row["task"], row["is_gold"]) == (ADA.text, ADA.task, False)
    assert loaded["test"]["is_gold"][:] == [False, False, True]
    assert [row["text"][each["start"] : each["end"]] for each in row["spans"]] == [
        each.text for each in ADA.spans
    ]
    labels = loaded["test"].features["spans"].feature
    for name in ("entity_type", "identifier_type", "edit_type", "confidential_status"):
        read = [each[name] for each in row["spans"]]
        named = [None if each is None else labels[name].int2str(each) for each in read]
        assert named == [getattr(each, name) for each in ADA.spans]


def test_the_card_says_how_many_rows_there_are_and_where_those_without_a_split_went(tmp_path):
    card = (written(HuggingFaceWriter, tmp_path / "out") / "README.md").read_text()
    head, _, rest = card.removeprefix("---\n").partition("---\n")
    assert "n<1K" in head
    assert rest.lstrip().startswith(CARD)
    assert "| `test` | 3 |\n| `train` | 1 |" in rest
    assert "Rows without a split are in `train`: 1." in rest


def test_a_dataset_of_nothing_has_a_file_that_says_what_would_be_in_it(tmp_path):
    folder = written(HuggingFaceWriter, tmp_path / "out", [])  # the library loads no empty split
    table = pq.read_table(folder / "data" / "train-00000-of-00001.parquet")
    assert table.num_rows == 0
    labels = datasets.Features.from_arrow_schema(table.schema)["spans"].feature["entity_type"]
    assert labels.names[0] == "PERSON"


def test_splits_of_any_name_stay_apart(tmp_path, load):
    names = ["all", "a/b", "A-B", "../../x", "é*", "🙂", "", "𐌰" * 300]
    documents = [
        [Entry(str(number), "x", "ada", (), split=name)] for number, name in enumerate(names)
    ]
    loaded = load(written(HuggingFaceWriter, tmp_path / "out", documents))
    assert [(split, *rows["doc_id"]) for split, rows in loaded.items()] == [
        *(("all_2", "0"), ("a_b", "1"), ("A_B_2", "2"), ("x", "3"), ("é", "4"), ("split", "5")),
        *(("train", "6"), ("𐌰" * 50, "7")),
    ]


def test_a_split_too_many_is_refused_with_the_document_and_the_others_stay(tmp_path):
    (tmp_path / "out").mkdir()
    writer = HuggingFaceWriter(tmp_path / "out")
    for number in range(MAX_SPLITS):
        writer.add([Entry(str(number), "x", "ada", (), split=f"s{number}")])
    with pytest.raises(
        RecordError, match="document 'letters/1 Ä': its split 'test' is one too many"
    ):
        writer.add([ADA])
    writer.close(CARD)
    assert len(list((tmp_path / "out" / "data").iterdir())) == MAX_SPLITS
