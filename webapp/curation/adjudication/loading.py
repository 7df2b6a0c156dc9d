"""A document with the rows in which its annotators' work is put side by side, and the verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from annotation.adjudication import Difference, Part, Reading, Row, rows_of
from annotation.rendering import overlap
from webapp.core.records.batch import Batch
from webapp.core.records.gold import layers_of_annotators
from webapp.platform.models import Adjudication, Document, Project, Verdict
from webapp.platform.models.states import FINAL_STATES


@dataclass(frozen=True, slots=True)
class AdjudicatedRow:
    """A row with its verdict, if there is one; `number` counts in text order, from 1."""

    number: int
    row: Row
    verdict: Verdict | None = None
    superseded: Sequence[Verdict] = ()
    """Verdicts on parts of it: annotators changed borders since, so they settle nothing now."""

    @property
    def place(self) -> str:
        """Name the row in forms and addresses."""
        return f"{self.row.start}-{self.row.end}"

    @property
    def reading(self) -> Reading | None:
        """What was settled; None while nothing is."""
        return None if self.verdict is None else tuple(map(Part.from_json, self.verdict.parts))

    @property
    def has_changed(self) -> bool:
        """Whether annotators changed what they have here since it was settled."""
        verdict, reading = self.verdict, self.reading
        if verdict is None or reading is None:
            return False
        return not self.row.is_answered_by(reading, verdict.readings)

    @property
    def is_against(self) -> bool:
        """Whether it was settled against what most annotators have."""
        most = self.row.majority
        return self.verdict is not None and most is not None and self.reading != most

    @property
    def needs_note(self) -> bool:
        """Whether it has yet to be said why it goes against the majority; a strategy says why."""
        verdict = self.verdict
        is_by_hand = verdict is not None and verdict.strategy_id is None
        return is_by_hand and self.is_against and not (verdict and verdict.note)

    @property
    def is_open(self) -> bool:
        """Whether somebody has to decide: annotators differ, or changed what was settled."""
        is_agreed = self.row.difference is Difference.NONE
        return self.has_changed or (self.verdict is None and not is_agreed)

    @property
    def seen(self) -> str:
        """What a page has to send with a verdict, to tell which one it knew."""
        return "" if self.verdict is None else self.verdict.decided_at.isoformat()


@dataclass(frozen=True, slots=True)
class AdjudicatedDocument:
    """A document with its rows in text order, and the names of its annotators."""

    document: Document
    project: Project
    rows: Sequence[AdjudicatedRow]
    annotators: Sequence[str]
    settled: Adjudication | None = None

    @property
    def shown_names(self) -> dict[str, str]:
        """What annotators are called on pages: by name, or by initials where names hide."""
        if not self.project.shows_initials:
            return {name: name for name in self.annotators}
        initials = {
            name: "".join(word[0] for word in name.split()).upper() for name in self.annotators
        }
        alike, seen = Counter(initials.values()), Counter[str]()
        shown = {}
        for name, short in initials.items():
            seen[short] += 1
            shown[name] = f"{short} {seen[short]}" if alike[short] > 1 else short
        return shown

    @property
    def is_by_several(self) -> bool:
        """Whether at least two annotators have submitted it."""
        return len(self.annotators) > 1

    def at(self, place: str) -> AdjudicatedRow | None:
        """Return the row of a place."""
        return next((each for each in self.rows if each.place == place), None)

    @property
    def tied(self) -> list[AdjudicatedRow]:
        """The rows that no majority settles."""
        return [each for each in self.rows if each.row.majority is None]

    @property
    def differing(self) -> list[AdjudicatedRow]:
        """The rows on which a minority differs."""
        return [
            each
            for each in self.rows
            if each.row.majority is not None and each.row.difference is not Difference.NONE
        ]

    @property
    def agreed(self) -> list[AdjudicatedRow]:
        """The rows on which all agree."""
        return [each for each in self.rows if each.row.difference is Difference.NONE]

    @property
    def open_rows(self) -> list[AdjudicatedRow]:
        """The rows on which somebody has yet to decide."""
        return [each for each in self.rows if each.is_open]


def load(session: Session, project: Project, document: Document) -> AdjudicatedDocument:
    """Load one document with its rows."""
    return load_all(session, project, [document])[0]


def load_all(
    session: Session, project: Project, documents: Sequence[Document]
) -> list[AdjudicatedDocument]:
    """Load several documents in as many queries as one, whatever is in them."""
    ids = [document.id for document in documents]
    batch = Batch(session, ids, states=FINAL_STATES)
    verdicts = _verdicts(session, ids)
    settled = {
        each.document_id: each
        for each in session.scalars(
            select(Adjudication)
            .options(joinedload(Adjudication.adjudicator))
            .where(Adjudication.document_id.in_(ids))
        )
    }
    return [
        AdjudicatedDocument(
            document,
            project,
            _rows(batch, document.id, verdicts.get(document.id, ())),
            list(batch.annotators[document.id].values()),
            settled.get(document.id),
        )
        for document in documents
    ]


def _verdicts(session: Session, ids: Sequence[int]) -> Mapping[int, Sequence[Verdict]]:
    found: dict[int, list[Verdict]] = {}
    wanted = (
        select(Verdict)
        .options(joinedload(Verdict.adjudicator))
        .where(Verdict.document_id.in_(ids))
        .order_by(Verdict.start_offset)
        .execution_options(populate_existing=True)
    )
    for verdict in session.scalars(wanted):
        found.setdefault(verdict.document_id, []).append(verdict)
    return found


def _rows(batch: Batch, document_id: int, verdicts: Sequence[Verdict]) -> list[AdjudicatedRow]:
    record = batch.record(document_id)
    layers = layers_of_annotators(batch, document_id, record)
    chooses = batch.documents[document_id].kind.chooses
    aligned = rows_of(record.text, layers, chooses=chooses)
    names = tuple(layer.name for layer in layers)
    aligned.extend(_left_alone(aligned, verdicts, names))
    aligned.sort(key=lambda row: row.start)
    numbers = count(1)
    return [_with_verdict(next(numbers), row, verdicts) for row in aligned]


def _left_alone(
    rows: Sequence[Row], verdicts: Sequence[Verdict], names: tuple[str, ...]
) -> Iterator[Row]:
    """Yield rows of what was settled and no annotator hides any more: all leave it as it is."""
    for verdict in verdicts:
        gone = Row(verdict.start_offset, verdict.end_offset, {(): names})
        if not any(overlap(gone, row) for row in rows):
            yield gone


def _with_verdict(number: int, row: Row, verdicts: Sequence[Verdict]) -> AdjudicatedRow:
    found = AdjudicatedRow(number, row)
    touching = [
        each for each in verdicts if each.start_offset < row.end and row.start < each.end_offset
    ]
    for verdict in touching:
        if (verdict.start_offset, verdict.end_offset) == (row.start, row.end):
            return replace(found, verdict=verdict)
    return replace(found, superseded=touching)
