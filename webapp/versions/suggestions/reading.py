"""What is suggested for the mentions of a document that are still open, now or a moment ago."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import g
from sqlalchemy import bindparam, or_, select
from sqlalchemy.orm import Session, load_only

from learning.errors import LearningError
from webapp.core.work.loading import Work
from webapp.platform.models import (
    Assignment,
    AssignmentSuggestions,
    ModelVersion,
    Project,
    SuggestionMode,
)
from webapp.versions.queries import are_suggestions_coming, folder_of, policy_of
from webapp.versions.suggestions.showing import DisplayedSuggestion, PageSuggestions
from webapp.versions.suggestions.withholding import is_blind

if TYPE_CHECKING:
    from selection.suggesting import Suggester, Suggestion

MOST_OPENED = 16
"""How many versions a process keeps open; as a rule one a project."""
MOST_REMEMBERED = 32
"""How many answers, with the payloads they come from: about one for everybody at work."""
log = logging.getLogger(__name__)

_PROMOTED = (
    select(ModelVersion)
    .join(AssignmentSuggestions, AssignmentSuggestions.version_id == ModelVersion.id)
    .where(
        AssignmentSuggestions.assignment_id == bindparam("assignment_id"),
        ModelVersion.promoted_at.is_not(None),
        or_(
            ModelVersion.project_id == bindparam("project_id"),
            ModelVersion.project_id.is_(None),
        ),
    )
    .order_by(
        ModelVersion.project_id.is_(None), ModelVersion.promoted_at.desc(), ModelVersion.id.desc()
    )
    .limit(1)
    .options(load_only(ModelVersion.folder))
)
"""The versions that may serve a document and have said something about it, best first."""


def suggestions_for(
    session: Session, work: Work, chosen_before: Mapping[str, str] | None = None
) -> PageSuggestions:
    """Return what the page shows with the choices made so far, and what moved since others."""
    assignment = work.assignment
    if not assignment.state.is_open:
        return PageSuggestions()
    project = session.get_one(Project, assignment.document.project_id)
    policy = policy_of(project)
    if policy.mode is SuggestionMode.OFF:
        return PageSuggestions()
    version = _version_with_a_payload(session, assignment)
    if is_blind(assignment, policy):
        return PageSuggestions(policy.mode, version.id if version else None, is_blind=True)
    if version is None:
        return PageSuggestions(policy.mode, is_awaited=are_suggestions_coming(session, project))
    found = suggested(session, work, version, chosen_in(work))
    by_mention = {
        key: DisplayedSuggestion.of(each.text, each.confidence) for key, each in found.items()
    }
    percents, moved = _percents(work, found), frozenset[int]()
    if chosen_before is not None:
        before = _percents(work, suggested(session, work, version, chosen_before))
        moved = frozenset(key for key in before if before[key] != percents.get(key))
    stored = session.get(AssignmentSuggestions, (assignment.id, version.id))
    has_seen = bool(stored and stored.payload.get("has_seen"))
    return PageSuggestions(
        policy.mode,
        version.id,
        by_mention=by_mention,
        percents=percents,
        moved=moved,
        has_seen=has_seen,
    )


def _percents(work: Work, found: Mapping[int, Suggestion]) -> dict[int, tuple[int, ...]]:
    return {
        key: tuple(
            round(100 * each.probabilities.get(text, 0)) for text in work.mentions[key].texts
        )
        for key, each in found.items()
        if each.probabilities
    }


def chosen_in(work: Work) -> dict[str, str]:
    """Return the choices made so far under the names that a payload has for the mentions."""
    return {str(mention.id): mention.text for mention in work if mention.text is not None}


def suggested(
    session: Session, work: Work, version: ModelVersion, chosen: Mapping[str, str]
) -> dict[int, Suggestion]:
    """Return what a version suggests for the mentions not in `chosen`, as far as it is offered.

    Nothing where the version has no payload of the document, and nothing, with a line in the log,
    where its model can't be asked: the page works without.
    """
    stored = session.get(AssignmentSuggestions, (work.assignment.id, version.id))
    if stored is None:
        return {}
    g.stored_suggestions = (
        stored  # a session forgets what nobody holds, and would read it once more
    )
    folder = folder_of(version)
    made = tuple(chosen.items())
    try:
        found = _answer(
            _Question(folder, stored.assignment_id, stored.made_at, made, stored.payload)
        )
        return {
            mention.id: suggestion
            for mention in work
            if (suggestion := found.get(str(mention.id))) is not None
            and 0 <= suggestion.confidence <= 1
            and mention.offered(suggestion.text) is not None
        }
    except Exception as error:  # whatever ails a model, choices must be shown and saved
        # Of errors that are not ours type and places only: their messages can quote documents.
        places = "".join(traceback.format_list(traceback.extract_tb(error.__traceback__)))
        told = str(error) if isinstance(error, LearningError) else type(error).__name__
        log.critical("The model in %s can't be asked: %s\n%s", folder, told, places)
        return {}


def _version_with_a_payload(session: Session, assignment: Assignment) -> ModelVersion | None:
    """Return the version that serves a document: the project's promoted last, else the cold start.

    Right after a promotion that is the version before, until the worker has written the new
    payloads.
    """
    project_id = assignment.document.project_id
    parameters = {"assignment_id": assignment.id, "project_id": project_id}
    return session.scalars(_PROMOTED, parameters).first()


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked of a version; the payload is told by when it was made."""

    folder: Path
    assignment_id: int
    made_at: datetime
    chosen: tuple[tuple[str, str], ...]
    payload: Mapping[str, Any] = field(compare=False)


@lru_cache(maxsize=MOST_REMEMBERED)
def _answer(question: _Question) -> Mapping[str, Suggestion]:
    """Suggest; what was suggested after one choice is asked for again with the next."""
    from selection.payload import SuggestionPayload  # noqa: PLC0415 - with the first suggestion

    payload = SuggestionPayload.from_json(question.payload)
    return _suggester(question.folder, payload.part).suggest(payload, dict(question.chosen))


@lru_cache(maxsize=MOST_OPENED)
def _suggester(folder: Path, part: int | None) -> Suggester:
    """Open a version or a part of it, verified, once in a process: what is in it never changes."""
    from learning.versions import part_folder, verify  # noqa: PLC0415 - likewise
    from selection.suggesting import Suggester  # noqa: PLC0415 - numpy, which rest of the web lacks

    verify(folder)
    return Suggester.open(part_folder(folder, part))
