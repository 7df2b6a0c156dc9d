r"""One JSON object: where it ends in a text, and what it says, strictly.

A streaming parser such as yajl would replace a lone `\ud800` by "?" in silence, lose a repeated
key and not say where it failed. So the text is only *cut* here, by following brackets outside
strings, and each piece goes through the standard library: numbers and strings come out exactly,
and memory is bounded by one object.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass

from annotation.errors import RecordError, shown
from annotation.records import Json

MAX_NESTING = 32
"""Lists and objects within each other, counted from the record."""

_NEXT_BRACKET = re.compile(
    r'[^"{}\[\]]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^"{}\[\]]*+)*+[{}\[\]]', re.DOTALL
)


class NotJsonError(RecordError):
    """What was cut out is not JSON: in a list, where the next record begins is not sure either."""


@dataclass(frozen=True, slots=True)
class RawObject:
    """The text of one JSON object and where it begins in its file (both from 1)."""

    text: str
    line: int
    column: int = 1

    @property
    def place(self) -> str:
        """Where the object is, in words."""
        return f"record at line {self.line}, column {self.column}"


def find_end(text: str, start: int = 0) -> int | None:
    """Find where the object that begins at `start` ends, or None when the text ends before it.

    Raises RecordError when it is nested too deeply.
    """
    depth = 0
    position = start
    while found := _NEXT_BRACKET.match(text, position):
        position = found.end()
        if text[position - 1] in "{[":
            depth += 1
            if depth > MAX_NESTING:
                raise RecordError(f"nested more than {MAX_NESTING} levels deep")
        else:
            depth -= 1
            if depth == 0:
                return position
    return None


def parse_object(raw: RawObject) -> dict[str, Json]:
    """Parse an object that `find_end` has seen.

    Raises NotJsonError with line and column, RecordError where a key is repeated.
    """
    repetitions: list[RecordError] = []

    def as_object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        record = dict(pairs)
        if len(record) != len(pairs) and not repetitions:
            repetitions.append(_repetition(pairs, record.get("entity_mention_id")))
        return record

    try:
        value: dict[str, Json] = json.JSONDecoder(object_pairs_hook=as_object).decode(raw.text)
    except json.JSONDecodeError as error:
        line = raw.line + error.lineno - 1
        column = error.colno + (raw.column - 1 if error.lineno == 1 else 0)
        problem = f"not JSON at line {line}, column {column}: {error.msg}"
        raise NotJsonError(problem) from error
    except ValueError as error:  # an integer of thousands of digits
        raise NotJsonError(f"not JSON that can be read: {error}") from error
    for repetition in repetitions:  # the document's name may stand behind it
        doc_id = value.get("doc_id")
        raise repetition.located(doc_id=doc_id if isinstance(doc_id, str) else None)
    return value


def _repetition(pairs: list[tuple[str, Json]], mention_id: Json) -> RecordError:
    counts = Counter(key for key, _ in pairs)
    repeated = next(key for key, count in counts.items() if count > 1)
    return RecordError(
        f"the key {shown(repeated)} stands twice in one object",
        mention_id=mention_id if isinstance(mention_id, str) else None,
    )
