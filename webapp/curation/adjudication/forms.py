"""What pages of adjudication ask for: a reading of a row, a strategy, a list."""

from __future__ import annotations

import re
from collections.abc import Mapping

from flask import request

from annotation.adjudication import Part, Reading, Row, Rule, Strategy, digest_of
from annotation.types import IdentifierType, SemanticType
from webapp.curation.adjudication.deciding import RowConflictError
from webapp.curation.adjudication.loading import AdjudicatedDocument, AdjudicatedRow
from webapp.curation.adjudication.queries import Queue
from webapp.platform.errors import DomainError
from webapp.platform.http.paging import page_wanted

QUEUES = {queue.value: queue for queue in Queue}
RULES = {rule.value: rule for rule in Rule}
_PLACE = re.compile(r"(\d{1,9})-(\d{1,9})")


def queue_wanted() -> tuple[Queue, int]:
    """Read which list is wanted, and which page of it; nonsense is left out."""
    return QUEUES.get(request.args.get("queue", ""), Queue.WAITING), page_wanted()


def is_first() -> bool:
    """Whether the person gives their own opinion before they see who chose what."""
    return request.values.get("first") == "yes"


def key_of(reading: Reading) -> str:
    """Name a reading in a form: by what it says, so that no other one takes its place."""
    return digest_of([reading])


def row_wanted(document: AdjudicatedDocument) -> AdjudicatedRow:
    """Return the row that a form is about; raises RowConflictError where it is gone."""
    row = document.at(request.form.get("row", ""))
    if row is None:
        raise RowConflictError
    return row


def reading_wanted(document: AdjudicatedDocument, row: AdjudicatedRow) -> Reading:
    """Return the reading that a form asks for: one of the row, nothing, or one of one's own.

    Raises RowConflictError where no annotator has it any more, DomainError for what is none.
    """
    key = request.form.get("reading")
    if key is None:
        return (_own_part(document, row.row),)
    if key == key_of(()):
        return ()
    found = (reading for reading in row.row.readings if key_of(reading) == key)
    reading = next(found, None)
    if reading is None:
        raise RowConflictError
    return reading


def _own_part(document: AdjudicatedDocument, row: Row) -> Part:
    borders = _PLACE.fullmatch(request.form.get("borders", ""))
    try:
        start, end = (int(each) for each in borders.groups()) if borders else (row.start, row.end)
        kind = SemanticType(request.form["entity_type"])
        identifier = IdentifierType(request.form["identifier_type"])
    except (KeyError, ValueError):
        raise DomainError("Say which words are hidden, and as what.") from None
    chooses = document.project.kind.chooses
    written = request.form.get("written", "").strip()
    return Part(start, end, kind, identifier, written if chooses else None)


def strategy_of(values: Mapping[str, str], names: Mapping[str, str]) -> Strategy | None:
    """Read a strategy, None where none is asked for; raises DomainError for numbers that are none.

    Without a number it has the usual one. `names` says what pages call annotators.
    """
    rule = RULES.get(values.get("rule", ""))
    if rule is None:
        return None
    usual = Strategy()
    numbers = [values.get("votes") or usual.votes, values.get("share") or usual.share]
    try:
        votes, share = (int(number) for number in numbers)
    except ValueError:
        raise DomainError("Give votes and share as whole numbers.") from None
    try:
        called = values.get("annotator")
        annotator = next((name for name, shown in names.items() if shown == called), None)
        return Strategy(rule, votes, share, annotator)
    except ValueError as error:
        raise DomainError(str(error)) from None
