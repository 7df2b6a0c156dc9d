"""The gold layers of documents that were adjudicated, beside the layers of their annotators."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from annotation import records
from annotation.adjudication import Part, Reading, Settled, layers_of, rows_of, with_gold
from annotation.types import LabelledEnum
from webapp.core.records.batch import Batch
from webapp.platform.models import Adjudication, ProjectKind, Verdict
from webapp.platform.models.states import FINAL_STATES


class Layers(LabelledEnum):
    """Whose layers a record holds."""

    ANNOTATORS = "annotators", "The annotators'", "What each of them marked and chose."
    GOLD = "gold", "Gold", "What was adjudicated; documents that were not are left out."
    BOTH = "both", "Both", "The annotators', and gold beside them."
    OUTGOING = "outgoing", "Gold if there is", "Of documents not adjudicated, the annotators'."

    @property
    def is_alone(self) -> bool:
        """Whether a gold layer stands in the place of the annotators'."""
        return self in {Layers.GOLD, Layers.OUTGOING}


class GoldLayers:
    """The gold layers of some documents, as far as they are wanted.

    A document has one while it is settled and its annotators have what they had then, all of whose
    submitted work counts: what is hidden since in a place that nobody settled must not go out.
    """

    def __init__(self, session: Session, ids: Sequence[int], layers: Layers) -> None:
        self._session, self._layers = session, layers
        self._verdicts = {} if layers is Layers.ANNOTATORS else _verdicts(session, ids)

    @cached_property
    def _submitted(self) -> Batch:
        return Batch(self._session, list(self._verdicts), states=FINAL_STATES)

    def put_into(self, record: records.Document, document_id: int) -> records.Document | None:
        """Return a document with the layers that are wanted; None if a gold one is, and is not."""
        own = self._layers_settled(document_id)
        if own is None:
            return None if self._layers is Layers.GOLD else record
        settled = [
            Settled(reading, verdict.adjudicator.name)
            for verdict, reading in self._verdicts[document_id]
        ]
        return with_gold(record, own, settled, is_alone=self._layers.is_alone)

    def _layers_settled(self, document_id: int) -> list[records.Layer] | None:
        """Return the layers that a document's verdicts are about; None where one does not hold."""
        if document_id not in self._verdicts:
            return None
        record = self._submitted.record(document_id)
        own = layers_of_annotators(self._submitted, document_id, record)
        chooses = self._submitted.documents[document_id].kind.chooses
        rows = {(row.start, row.end): row for row in rows_of(record.text, own, chooses=chooses)}
        for verdict, reading in self._verdicts[document_id]:
            row = rows.pop((verdict.start_offset, verdict.end_offset), None)
            # Where nobody hides anything any more, that is what was settled, or it is not.
            holds = row.is_answered_by(reading, verdict.readings) if row else not reading
            if not holds:
                return None
        return None if rows else own


def layers_of_annotators(
    batch: Batch, document_id: int, record: records.Document
) -> list[records.Layer]:
    """Return a layer of all that each annotator marks in a document, by the names of these."""
    names = batch.annotators[document_id]
    if batch.documents[document_id].kind is not ProjectKind.MASKING:
        return layers_of(record, names.values())
    rows = batch.layers[document_id]
    owners = {row.name: names[row.annotator_id] for row in rows if row.annotator_id in names}
    return layers_of(record, names.values(), owners)


def _verdicts(session: Session, ids: Sequence[int]) -> dict[int, list[tuple[Verdict, Reading]]]:
    """Return the verdicts of the documents that are settled, in text order."""
    done = select(Adjudication.document_id).where(Adjudication.document_id.in_(ids))
    found = session.scalars(
        select(Verdict)
        .options(joinedload(Verdict.adjudicator))
        .where(Verdict.document_id.in_(done))
        .order_by(Verdict.start_offset)
    )
    verdicts: dict[int, list[tuple[Verdict, Reading]]] = {
        document_id: []
        for document_id in session.scalars(done)  # perhaps nothing is to be hidden
    }
    for verdict in found:
        verdicts[verdict.document_id].append((verdict, tuple(map(Part.from_json, verdict.parts))))
    return verdicts
