"""Between the tables and the records of `annotation`, both ways."""

from webapp.core.records.batch import belongs_to_its_project, origins_of
from webapp.core.records.checking import is_about_the_choice, layers_of
from webapp.core.records.gold import Layers
from webapp.core.records.reading import (
    TEST_SPLIT,
    NumberedRecord,
    NumberedRecords,
    in_batches,
    iter_records,
    load_record,
    load_records,
    snapshot,
)
from webapp.core.records.rows import (
    TableRow,
    document_row,
    layer_row,
    mention_rows,
    replacement_row,
    stored_layout,
)
from webapp.core.records.unmasked import (
    Confirmed,
    UnconfirmedError,
    check_confirmed,
    confirmed_documents,
    hides_nothing,
    is_unmasked,
    unmasked_documents,
)
from webapp.core.records.untouched import (
    count_renewable,
    has_been_read,
    is_suggested,
    take_untouched,
    untouched_documents,
)

__all__ = [
    "TEST_SPLIT",
    "Confirmed",
    "Layers",
    "NumberedRecord",
    "NumberedRecords",
    "TableRow",
    "UnconfirmedError",
    "belongs_to_its_project",
    "check_confirmed",
    "confirmed_documents",
    "count_renewable",
    "document_row",
    "has_been_read",
    "hides_nothing",
    "in_batches",
    "is_about_the_choice",
    "is_suggested",
    "is_unmasked",
    "iter_records",
    "layer_row",
    "layers_of",
    "load_record",
    "load_records",
    "mention_rows",
    "origins_of",
    "replacement_row",
    "snapshot",
    "stored_layout",
    "take_untouched",
    "unmasked_documents",
    "untouched_documents",
]
