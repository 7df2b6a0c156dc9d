"""Messages between hospitals (HL7 version 2): the fields of a segment are read as a form."""

from __future__ import annotations

import re
from collections.abc import Iterator

from annotation.reading.edits import Edit, Stretch

_SEGMENT = re.compile(r"^(?P<name>[A-Z][A-Z\d]{2})\|(?:[^|\n]{0,2000}\|){2}[^\n]*", re.MULTILINE)
_FIELD = re.compile(r"\|(?P<field>[^|\n]*)")
_COMPONENT = re.compile(r"[\^~&]+")
_HEADER = "MSH"
"""In the header, the separator is itself the first field."""
_ADDRESS = "address"
_LABELS = {
    "PID": {
        5: "name",
        6: "mother's name",
        7: "born",
        9: "name",
        11: _ADDRESS,
        13: "phone",
        14: "phone",
    },
    "NK1": {2: "name", 4: _ADDRESS, 5: "phone", 30: "name"},
    "PD1": {4: "doctor"},
    "PV1": {7: "doctor", 8: "doctor", 9: "doctor", 17: "doctor"},
    "ORC": {10: "name", 11: "name", 12: "doctor"},
    "OBR": {10: "name", 16: "doctor", 28: "doctor"},
    "GT1": {3: "name", 4: "name", 5: _ADDRESS, 6: "phone"},
    "IN1": {16: "name", 19: _ADDRESS},
}
"""Fields that hold people and their data, by number (HL7 version 2.5, chapters 3, 4 and 6)."""


def is_segment(text: str, line: Stretch) -> bool:
    """Return whether a line is a segment, not the row of a table."""
    return _SEGMENT.match(text, *line) is not None


def segments(text: str) -> Iterator[Edit]:
    """Yield the separators of segments as line ends, with what a field holds behind them."""
    for match in _SEGMENT.finditer(text) if "|" in text else ():
        labels = _LABELS.get(match["name"], {})
        place = start = match.start()
        fields = _FIELD.finditer(text, match.end("name"), match.end())
        for number, field in enumerate(fields, 2 if match["name"] == _HEADER else 1):
            if not any(map(str.isalnum, field["field"])):
                continue
            kind = labels.get(number, "")
            label = f"{kind}: " if kind else ""
            yield Edit(place, field.start("field"), "\n" * (place > start) + label)
            yield from _components(text, field, label, is_address=kind == _ADDRESS)
            place = field.end()
        if place < match.end():
            yield Edit(place, match.end(), "")


def _components(text: str, field: re.Match[str], label: str, *, is_address: bool) -> Iterator[Edit]:
    """Yield what is read between components: the surname first, an identifier by itself."""
    for number, match in enumerate(_COMPONENT.finditer(text, *field.span("field"))):
        before, behind = text[match.start() - 1], text[match.end() : match.end() + 1]
        if before.isdigit() and behind.isalpha() and not is_address:
            yield Edit(*match.span(), f"\n{label}")
        else:
            yield Edit(*match.span(), ", " if number == 0 or is_address else " ")
