"""Suggestions for tests: a version in its folder, and payloads that say what the test wants."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

import numpy as np
from sqlalchemy import func, select

from annotation.options import options_of
from annotation.records import Replacement
from learning.promotion import UNTRIED
from learning.summaries import VersionSummary
from learning.versions import write_version
from selection.examples import Example, ExampleDocument, Floats
from selection.families.baseline import BaselineModel
from selection.precomputing import payload_of
from tests.factories import untried_manifest
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.core.work.loading import load_work
from webapp.core.work.mentions import MentionWork
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentSuggestions,
    Choice,
    ChoiceSuggestion,
    ModelVersion,
    SuggestionMode,
    SuggestionPolicy,
    utc_now,
)
from webapp.versions.queries import folder_of

Likely = Mapping[str, tuple[str, float]]
"""Span text → what is suggested for it, and how likely that is; nothing for other spans."""
LIKELY: Likely = {
    "Ada Berg": ("PERSON 1", 0.97),
    "Oslo": ("city", 0.84),
    "1986": ("date in the 1980s", 0.9),
    "Berg": ("PERSON 1", 0.6),
    "Bergen": ("city", 0.95),
}
"""For the document of tests.factories; nothing is suggested for 2004."""
HTMX = {"HX-Request": "true"}
_HIDDEN = re.compile(r'<input type="hidden"[^>]* name="([\w-]+)" value="([^"]*)"')
_PRESELECTED = re.compile(
    r'name="(preselected-\d+)".*?<option value="([^"]*)" selected>', re.DOTALL
)


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
    payload = payload_of(Said(likely), _document(assignment), assignment.annotator.name, [])
    row = AssignmentSuggestions(
        assignment_id=assignment.id,
        version_id=version.id,
        payload=payload.to_json(),
        made_at=utc_now(),
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
        summary=VersionSummary(),
        verdict=UNTRIED.reason,
        promoted_at=now,
    )
    db.session.add(version)
    db.session.commit()
    write_version(folder_of(version), Said({}), untried_manifest())
    return version


def want(
    project_id: int, mode: SuggestionMode, *, blind_share: int = 0, blind_mask_share: int = 0
) -> None:
    """Set what a project wants of suggestions."""
    policy = db.session.get(SuggestionPolicy, project_id) or SuggestionPolicy(project_id=project_id)
    policy.mode, policy.blind_share = mode, blind_share
    policy.blind_mask_share = blind_mask_share
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


def page_of(workbench: WorkbenchClient) -> str:
    """Open the page."""
    return workbench.client.get(workbench.address).text


def fields_of(page: str) -> dict[str, str]:
    """Return what the page sends of suggestions, whatever is chosen on it."""
    hidden = {name: unescape(value) for name, value in _HIDDEN.findall(page)}
    sent = {
        name: value
        for name, value in hidden.items()
        if name not in ("version", "csrf_token", "about")
    }
    return sent | {name: unescape(text) for name, text in _PRESELECTED.findall(page)}


def send(workbench: WorkbenchClient, verb: str = "choices", texts=None, **fields: object):
    """Post the form as the page that is open now would."""
    return workbench.post(verb, texts, **(fields_of(page_of(workbench)) | fields))


def records(workbench: WorkbenchClient) -> dict[int, tuple[str, float, bool]]:
    """Mention by index → suggested text, confidence, whether it was shown."""
    rows = db.session.execute(
        select(Choice.mention_id, ChoiceSuggestion)
        .join(Choice, Choice.id == ChoiceSuggestion.choice_id)
        .where(Choice.assignment_id == workbench.assignment.id)
    )
    index = {mention.id: number for number, mention in enumerate(workbench.mentions)}
    return {index[key]: (row.text, row.confidence, row.was_shown) for key, row in rows}
