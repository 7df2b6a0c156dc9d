"""What one annotator changed of the spans of a document, as rows in a layer of their own."""

from __future__ import annotations

from sqlalchemy import func, select, update

from annotation.overlaying import CORRECTS
from annotation.types import EditType, IdentifierType, SemanticType
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Choice,
    Document,
    Layer,
    Mention,
    utc_now,
)

HIDDEN = IdentifierType.QUASI
TAKEN_BACK = IdentifierType.NO_MASK


def own_layer(work: Assignment, *, name: str | None = None) -> Layer:
    """Find or make the annotator's layer in their document."""
    mine = (Layer.document_id == work.document_id, Layer.annotator_id == work.annotator_id)
    found = db.session.scalar(select(Layer).where(*mine))
    if found:
        return found
    layers = db.session.scalars(select(Layer).where(Layer.document_id == work.document_id)).all()
    shared = [layer.name for layer in layers if layer.annotator_id is None]
    layer = Layer(
        document_id=work.document_id,
        annotator_id=work.annotator_id,
        position=len(layers),
        name=name or work.annotator.name,
        layout={"keys": ["entity_mentions", CORRECTS], "extra": {CORRECTS: shared}},
    )
    db.session.add(layer)
    db.session.commit()
    return layer


def mark(
    work: Assignment, text: str, kind: IdentifierType = HIDDEN, *, choice: str | None = None
) -> Mention:
    """Let the annotator say of the first such text whether it is hidden, and what it becomes."""
    document = db.session.get_one(Document, work.document_id)
    layer = own_layer(work)
    start = document.text.index(text)
    number = db.session.scalar(select(func.count()).where(Mention.layer_id == layer.id)) or 0
    mention = Mention(
        document_id=document.id,
        layer_id=layer.id,
        position=number,
        mention_id=f"own{number + 1}",
        entity_id=f"own-e{number + 1}",
        entity_type=SemanticType.LOC,
        start_offset=start,
        end_offset=start + len(text),
        span_text=text,
        identifier_type=kind,
        edit_type=EditType.CORRECT,
        generalizations=None if kind is TAKEN_BACK else {"heuristics": [choice or "place", "***"]},
        layout={"keys": [], "extra": {}},
    )
    db.session.add(mention)
    db.session.commit()
    if choice:
        choose(work, {mention: choice})
    return mention


def choose(work: Assignment, texts: dict[Mention, str]) -> None:
    """Let the annotator have chosen these texts."""
    for mention, text in texts.items():
        db.session.add(
            Choice(
                assignment_id=work.id,
                document_id=work.document_id,
                mention_id=mention.id,
                text=text,
                origin="own",
                chosen_at=utc_now(),
            )
        )
    db.session.commit()


def submitted(work: Assignment, *, spans: int, chosen: int | None = None) -> None:
    """Close the work; `spans` is how many the annotator sees, which marking keeps."""
    work.state = AssignmentState.SUBMITTED
    work.submitted_at = utc_now()
    db.session.commit()
    counts = {"spans": spans, "chosen": spans if chosen is None else chosen}
    db.session.execute(update(Assignment).where(Assignment.id == work.id).values(**counts))
    db.session.commit()
