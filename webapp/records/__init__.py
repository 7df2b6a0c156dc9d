"""Between the tables and the records of `annotation`, both ways."""

from webapp.records.batch import origins_of
from webapp.records.reading import (
    TEST_SPLIT,
    in_batches,
    iter_records,
    load_record,
    load_records,
    snapshot,
)
from webapp.records.rows import (
    TableRow,
    document_row,
    layer_row,
    mention_row,
    replacement_row,
)

__all__ = [
    "TEST_SPLIT",
    "TableRow",
    "document_row",
    "in_batches",
    "iter_records",
    "layer_row",
    "load_record",
    "load_records",
    "mention_row",
    "origins_of",
    "replacement_row",
    "snapshot",
]
