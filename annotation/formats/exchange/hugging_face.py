"""A folder for Hugging Face's `datasets`: `load_dataset(folder)` reads it, a file for each split.

The card's head names the files. The types of the columns stand in the files, as that library writes
them itself: what is one of a set is a `ClassLabel`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from annotation.formats.exchange.cards import write_card
from annotation.formats.exchange.entries import Entry
from annotation.formats.exchange.parquet import EntryFile, schema_of
from annotation.formats.exchange.splits import WITHOUT_SPLIT, SplitNames
from annotation.types import (
    ConfidentialStatus,
    EditType,
    IdentifierType,
    LabelledEnum,
    SemanticType,
)

_SETS: Mapping[str, type[LabelledEnum]] = {
    "entity_type": SemanticType,
    "identifier_type": IdentifierType,
    "edit_type": EditType,
    "confidential_status": ConfidentialStatus,
}
"""The columns of a span that hold one of a set."""

_NAMES: Mapping[pa.DataType, str] = {pa.string(): "string", pa.bool_(): "bool", pa.int32(): "int32"}
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**6, "100K<n<1M"))
_LARGEST_SIZE = "1M<n<10M"


class HuggingFaceWriter:
    """Writes a Parquet file for each split into `data`, and the card with its head."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / "data").mkdir()
        self._splits = SplitNames()
        self._files: dict[str, EntryFile] = {}
        self._schema = _schema()
        self._without_split = 0

    def add(self, document: Sequence[Entry]) -> None:
        """Write the entries of one document; raises RecordError for one split too many."""
        for split, entry in self._splits.with_names(document):
            self._without_split += not entry.split
            self._file_of(split).add([entry])

    def close(self, card: str) -> None:
        """Finish the files, and write the card."""
        if not self._files:
            self._file_of(WITHOUT_SPLIT)
        for file in self._files.values():
            file.close()
        rows = Counter({split: file.rows for split, file in self._files.items()})
        lines = [*_head(rows), card.strip(), "", *self._about_files(rows)]
        write_card(self._folder, "\n".join(lines))

    def _file_of(self, split: str) -> EntryFile:
        if split not in self._files:
            path = self._folder / _path(split)
            self._files[split] = EntryFile(path, self._schema, _index)
        return self._files[split]

    def _about_files(self, rows: Mapping[str, int]) -> Iterator[str]:
        yield "## Files"
        yield ""
        yield "| split | rows |"
        yield "|---|---|"
        for split, count in rows.items():
            yield f"| `{split}` | {count:,} |"
        yield ""
        yield (
            "A row is the work of one annotator on one document. Offsets of spans are half-open, "
            "in Unicode code points: `text[start:end]` is the text of a span. Spans may overlap."
        )
        if self._without_split:
            yield ""
            yield f"Rows without a split are in `{WITHOUT_SPLIT}`: {self._without_split:,}."
        yield ""


def _path(split: str) -> str:
    return f"data/{split}-00000-of-00001.parquet"


def _index(label: LabelledEnum) -> int:
    return list(type(label)).index(label)


def _schema() -> pa.Schema:
    schema = schema_of(pa.int64())
    features = {field.name: _feature(field) for field in schema}
    about = json.dumps({"info": {"features": features}})
    return schema.with_metadata({"huggingface": about})


def _feature(field: pa.Field) -> object:
    """Return what `datasets` calls a column of this type."""
    if pa.types.is_list(field.type):
        return [{each.name: _feature(each) for each in field.type.value_type}]
    if members := _SETS.get(field.name):
        return {"names": [member.value for member in members], "_type": "ClassLabel"}
    return {"dtype": _NAMES[field.type], "_type": "Value"}


def _head(rows: Mapping[str, int]) -> Iterator[str]:
    """Yield the lines of YAML that `datasets` and the hosts of datasets read."""
    total = sum(rows.values())
    yield "---"
    yield "task_categories:"
    yield "- token-classification"
    yield "size_categories:"
    yield f"- {next((name for size, name in _SIZES if total < size), _LARGEST_SIZE)}"
    yield "configs:"
    yield "- config_name: default"
    yield "  data_files:"
    for split in rows:
        yield f"  - split: {_quoted(split)}"
        yield f"    path: {_quoted(_path(split))}"
    yield "---"
    yield ""


def _quoted(text: str) -> str:
    """Return a string of YAML, which JSON's are, too."""
    return json.dumps(text, ensure_ascii=False)
