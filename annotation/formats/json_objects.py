r"""One JSON object: where it ends in a text, and what it says, strictly.

A streaming parser such as yajl would replace a lone `\ud800` by "?" in silence, lose a repeated
key and not say where it failed. So the text is only *cut* here, by following brackets outside
strings, and each piece goes through the standard library: numbers and strings come out exactly,
and memory is bounded by one object.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from annotation.errors import RecordError, shown
from annotation.records import Json

MAX_NESTING = 32
"""Lists and objects within each other, counted from the record."""

_NEXT_BRACKET = re.compile(
    r'[^"{}\[\]]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^"{}\[\]]*+)*+[{}\[\]]', re.DOTALL
)


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
    """Parse an object that `find_end` has seen; raises RecordError with line and column."""
    try:
        value: dict[str, Json] = _STRICT.decode(raw.text)
    except json.JSONDecodeError as error:
        line = raw.line + error.lineno - 1
        column = error.colno + (raw.column - 1 if error.lineno == 1 else 0)
        problem = f"not JSON at line {line}, column {column}: {error.msg}"
        raise RecordError(problem) from error
    except RecordError as error:
        # The repeated key was met before the document's name was known: read on for the name.
        doc_id = json.loads(raw.text).get("doc_id")
        raise error.located(doc_id=doc_id if isinstance(doc_id, str) else None) from error
    except ValueError as error:  # an integer of thousands of digits
        raise RecordError(f"not JSON that can be read: {error}") from error
    return value


def _object_without_repeated_keys(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    record = dict(pairs)
    if len(record) != len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        mention_id = record.get("entity_mention_id")
        raise RecordError(
            f"the key {shown(repeated)} stands twice in one object",
            mention_id=mention_id if isinstance(mention_id, str) else None,
        )
    return record


_STRICT = json.JSONDecoder(object_pairs_hook=_object_without_repeated_keys)
