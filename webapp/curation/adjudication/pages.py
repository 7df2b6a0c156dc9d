"""The pages of adjudication, and the parts of them that a verdict changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from flask import Response, make_response, render_template
from flask_login import current_user

from annotation.adjudication import Reading, Rule, Strategy
from webapp.curation.adjudication import applying, forms, queries
from webapp.curation.adjudication.loading import AdjudicatedDocument, AdjudicatedRow
from webapp.curation.adjudication.permissions import is_annotator_of
from webapp.curation.adjudication.queries import Queue
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import Project

CONTEXT = 70
"""Characters of the text that are shown on either side of a span."""
DIGITS = "123456789"


@dataclass(frozen=True, slots=True)
class Offer:
    """A reading that can be taken: its key in forms, its digit, who has it by the names shown."""

    reading: Reading
    key: str
    digit: str
    names: Sequence[str]
    is_majority: bool = False
    is_verdict: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A row as it is shown: the words around it, what can be taken, what else the lists offer."""

    item: AdjudicatedRow
    before: str
    words: str
    after: str
    offers: Sequence[Offer]
    candidates: Sequence[str]
    borders: Mapping[str, str]
    """The places that annotators hide within it, with their words."""
    hides_votes: bool
    """Whether the reader gives an opinion before they see who chose what."""


def card_of(document: AdjudicatedDocument, item: AdjudicatedRow, *, is_first: bool) -> Card:
    """Put together what is shown of a row."""
    text, row = document.document.text, item.row
    hides_votes = is_first and item.verdict is None
    borders = dict.fromkeys(part.borders for reading in row.readings for part in reading)
    texts = {part.text for reading in row.readings for part in reading}
    return Card(
        item,
        ("…" if row.start > CONTEXT else "") + text[max(0, row.start - CONTEXT) : row.start],
        text[row.start : row.end],
        text[row.end : row.end + CONTEXT] + ("…" if row.end + CONTEXT < len(text) else ""),
        list(_offers(document, item, hides_votes=hides_votes)),
        [each for each in row.candidates if each not in texts],
        {f"{start}-{end}": text[start:end] for start, end in borders},
        hides_votes,
    )


def _offers(
    document: AdjudicatedDocument, item: AdjudicatedRow, *, hides_votes: bool
) -> Iterator[Offer]:
    names = document.shown_names
    readings = dict(item.row.readings)
    if document.project.kind.marks:
        readings.setdefault((), ())
    if item.reading is not None:
        readings.setdefault(item.reading, ())
    order = sorted(readings, key=repr) if hides_votes else list(readings)
    for digit, reading in zip_longest(DIGITS[: len(order)], order, fillvalue=""):
        if not isinstance(reading, str):
            yield Offer(
                reading,
                forms.key_of(reading),
                digit,
                [] if hides_votes else [names[each] for each in readings[reading]],
                is_majority=not hides_votes and reading == item.row.majority,
                is_verdict=reading == item.reading,
            )


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under one heading; those on which all agree are folded."""

    title: str
    help: str
    cards: Sequence[Card]
    is_folded: bool = False


def sections_of(document: AdjudicatedDocument, *, is_first: bool) -> list[Section]:
    """Arrange the rows: what no majority settles comes first, what all agree on last.

    Whoever gives an opinion first does not learn from the order what most have.
    """
    agreed = Section(
        "All agree",
        "Taken as they are when the document is settled.",
        _cards(document, document.agreed, is_first=is_first),
        is_folded=True,
    )
    if is_first:
        rows = sorted([*document.tied, *document.differing], key=lambda each: each.number)
        cards = _cards(document, rows, is_first=True)
        found = [Section("Annotators differ", "Who chose what you see once you decided.", cards)]
    else:
        tied = _cards(document, document.tied, is_first=False)
        differing = _cards(document, document.differing, is_first=False)
        found = [
            Section("Ties", "No reading has more annotators than the others.", tied),
            Section("A minority differs", "What most have is marked: accept it or not.", differing),
        ]
    return [section for section in (*found, agreed) if section.cards]


def _cards(
    document: AdjudicatedDocument, rows: Sequence[AdjudicatedRow], *, is_first: bool
) -> list[Card]:
    return [card_of(document, row, is_first=is_first) for row in rows]


def document_page(
    document: AdjudicatedDocument,
    status: int = 200,
    *,
    strategy: Strategy | None = None,
    refusal: DomainError | None = None,
) -> Response:
    """Answer a document with its rows; `refusal` says why a step was not done."""
    is_own = is_annotator_of(db.session(), document.document, current_user)
    page = render_template(
        "curation/adjudication/show.html",
        sections=sections_of(document, is_first=forms.is_first()),
        can_decide=(
            document.is_by_several
            and not is_own
            and document.settled is None
            and not document.project.archived_at
        ),
        is_own=is_own,
        is_counted=strategy is not None,
        refusal=refusal,
        **_common(document, strategy),
    )
    return make_response(page, status)


def saved_parts(
    document: AdjudicatedDocument,
    row: AdjudicatedRow | None,
    message: str,
    *,
    refusal: DomainError | None = None,
) -> str:
    """Return the parts of the page that a verdict changes; a row may be gone with its verdict."""
    return render_template(
        "curation/adjudication/_saved.html",
        card=row and card_of(document, row, is_first=forms.is_first()),
        message=message,
        refusal=refusal,
        **_common(document, None),
    )


def _common(document: AdjudicatedDocument, strategy: Strategy | None) -> dict[str, Any]:
    """Return what pages and their parts need, with what the strategies would settle now."""
    applied = applying.last_applied(db.session(), document.project, document.document)
    majority = strategy if strategy and strategy.rule is Rule.MAJORITY else Strategy(Rule.MAJORITY)
    return {
        "project": document.project,
        "document": document,
        "names": document.shown_names,
        "is_first": forms.is_first(),
        "effects": [
            applying.effect_of(each, [document]) for each in (Strategy(Rule.UNANIMOUS), majority)
        ],
        "of_annotators": [
            applying.effect_of(Strategy(Rule.ANNOTATOR, annotator=name), [document])
            for name in document.annotators
        ],
        "applied": applied,
        "still_settled": applying.still_settled(db.session(), applied) if applied else 0,
        "Rule": Rule,
    }


def list_page(project: Project, *, strategy: Strategy | None = None) -> str:
    """Answer the documents that several annotators submitted; with a strategy, what it would do."""
    session = db.session()
    queue, number = forms.queue_wanted()
    documents, has_more = queries.list_documents(
        session, project, queue, number, reader=current_user
    )
    waiting = queries.waiting_documents(session, project, person=current_user) if strategy else []
    applied = applying.last_applied(session, project)
    return render_template(
        "curation/adjudication/index.html",
        project=project,
        queue=queue,
        queues=Queue,
        counts=queries.count_queues(session, project),
        documents=documents,
        number=number,
        has_more=has_more,
        strategy=strategy or Strategy(Rule.MAJORITY),
        effect=applying.effect_of(strategy, waiting) if strategy else None,
        waiting=waiting,
        most=queries.MOST_AT_ONCE,
        applied=applied,
        still_settled=applying.still_settled(session, applied) if applied else 0,
        rules=[Rule.UNANIMOUS, Rule.MAJORITY],
    )
