"""A JSON list, one record a line: WikiReplace, TAB, records without originals, and tasks."""

from __future__ import annotations

import json
from pathlib import Path

from annotation.records import Json

FILE = "dataset.json"


class JsonListWriter:
    """Writes a JSON list, in UTF-8."""

    def __init__(self, folder: Path, file: str = FILE) -> None:
        self._stream = (folder / file).open("w", encoding="utf-8", newline="\n")
        self._separator = "[\n"

    def add_record(self, record: Json) -> None:
        """Write what there is of a document."""
        value = json.dumps(record, ensure_ascii=False, allow_nan=False)
        self._stream.write(self._separator + value)
        self._separator = ",\n"

    def close(self, _card: str) -> None:
        """Finish the file, which has no place for a card."""
        self._stream.write("[]\n" if self._separator == "[\n" else "\n]\n")
        self._stream.close()
