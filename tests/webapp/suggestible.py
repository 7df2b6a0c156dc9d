"""Suggestions for tests: a version in its folder, and sheets that say what the test wants."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from sqlalchemy import func, select

from annotation.options import options_of
from annotation.records import Replacement
from selection.examples import Example, ExampleDocument, Floats
from selection.families.baseline import BaselineModel
from selection.promotion import UNTRIED
from selection.suggesting import sheet_of
from selection.versions import Manifest, write_version
from webapp.annotate.work import MentionWork, load_work
from webapp.extensions import db
from webapp.models import (
    Assignment,
    ModelVersion,
    SuggestionMode,
    SuggestionPolicy,
    SuggestionSheet,
    utc_now,
)
from webapp.training.queries import folder_of

Likely = Mapping[str, tuple[str, float]]
"""Span text → what is suggested for it, and how likely that is; nothing for other spans."""


class Said(BaselineModel):
    """A model that says what it was told, and spreads the rest over the other candidates."""

    def __init__(self, likely: Likely) -> None:
        self.likely = likely

    def rank(self, document: ExampleDocument) -> list[Floats]:
        """Look the spans up."""
        return [self._figures(example) for example in document.examples]

    def _figures(self, example: Example) -> Floats:
        text, confidence = self.likely.get(example.span_text, ("", 0.0))
        if text not in example.candidates:
            return np.zeros(len(example.candidates))
        rest = (1 - confidence) / max(len(example.candidates) - 1, 1)
        return np.array([confidence if each == text else rest for each in example.candidates])


def suggest(
    assignment: Assignment, likely: Likely, *, version: ModelVersion | None = None
) -> ModelVersion:
    """Let a version, by default one just promoted, suggest these texts in an assignment."""
    version = version or promoted(assignment.document.project_id)
    sheet = sheet_of(Said(likely), _document(assignment), assignment.annotator.name, [])
    row = SuggestionSheet(
        assignment_id=assignment.id, version_id=version.id, sheet=sheet, made_at=utc_now()
    )
    db.session.add(row)
    db.session.commit()
    return version


def promoted(project_id: int | None) -> ModelVersion:
    """Make a version with its folder and put it to use."""
    number = 1 + (db.session.scalar(select(func.max(ModelVersion.number))) or 0)
    now = utc_now()
    version = ModelVersion(
        project_id=project_id,
        number=number,
        family="baseline",
        folder=f"suggesting-{number}",
        created_at=now,
        scores={},
        verdict=UNTRIED.reason,
        promoted_at=now,
    )
    db.session.add(version)
    db.session.commit()
    write_version(folder_of(version), Said({}), _manifest())
    return version


def want(project_id: int, mode: SuggestionMode, *, blind_share: int = 0) -> None:
    """Set what a project wants of suggestions."""
    policy = db.session.get(SuggestionPolicy, project_id) or SuggestionPolicy(project_id=project_id)
    policy.mode, policy.blind_share = mode, blind_share
    db.session.add(policy)
    db.session.commit()


def _document(assignment: Assignment) -> ExampleDocument:
    work = load_work(db.session(), assignment)
    doc_id = str(assignment.document_id)
    examples = tuple(_example(doc_id, mention) for mention in work)
    return ExampleDocument(doc_id, assignment.document.text, examples)


def _example(doc_id: str, mention: MentionWork) -> Example:
    lists = mention.generalizations
    return Example(
        doc_id=doc_id,
        mention_id=str(mention.id),
        start=mention.start,
        end=mention.end,
        span_text=mention.span_text,
        entity_type=mention.entity_type,
        identifier_type=mention.identifier_type,
        entity_id=mention.entity_id,
        options=options_of(Replacement(lists) if lists else None),
    )


def _manifest() -> Manifest:
    return Manifest(
        family="baseline",
        seed=0,
        encoder="none",
        created_at=utc_now().isoformat(),
        data_checksum="",
        trained_on={},
        held_out={},
        training_choices=0,
        scores=None,
        measures={},
        verdict=UNTRIED,
        training_seconds=0.0,
        libraries={},
    )
