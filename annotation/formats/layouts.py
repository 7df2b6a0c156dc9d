"""Remembering how a record looked as JSON, and making it look so again."""

from collections.abc import Collection, Mapping

from annotation.formats.fields import as_json
from annotation.records import Json, Layout


def layout_of(record: Mapping[str, Json], known: Collection[str]) -> Layout:
    """Keep the order of the keys and the values of the unknown ones; raises RecordError."""
    extra = {key: as_json(value, key) for key, value in record.items() if key not in known}
    return Layout(tuple(record), extra)


def compose(values: Mapping[str, Json], layout: Layout) -> dict[str, Json]:
    """Put known values (in standard order) and remembered keys together.

    A key the record had stays where it was, even as null; a new one follows if it has a value,
    then what was added to the unknown ones.
    """
    record = {key: layout.extra[key] if key in layout.extra else values[key] for key in layout.keys}
    for key, value in values.items():
        if key not in record and value is not None:
            record[key] = value
    return record | {key: layout.extra[key] for key in layout.extra if key not in record}
