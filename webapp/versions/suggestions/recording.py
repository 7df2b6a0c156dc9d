"""What is kept of a suggestion when a choice is made beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import Session, load_only

from webapp.core.work.loading import Work
from webapp.platform.models import Choice, ChoiceSuggestion, ModelVersion
from webapp.versions.suggestions.reading import suggested
from webapp.versions.suggestions.showing import DisplayedSuggestion


@dataclass(frozen=True, slots=True)
class SeenSuggestions:
    """What a page that was sent showed of suggestions.

    `version_id` said so; where it was withheld, `shown` is empty and nobody saw anything.
    """

    version_id: int | None = None
    is_withheld: bool = False
    shown: Mapping[int, DisplayedSuggestion] = field(default_factory=dict)


def record(
    session: Session, work: Work, seen: SeenSuggestions, chosen_before: Mapping[str, str]
) -> None:
    """Keep what was suggested for the mentions that have a choice now and had none before.

    The suggestions are computed anew from the choices before. What the page says it showed must
    agree: a choice made while others were still on their way may have been made beside an older
    suggestion, and then nothing is kept rather than something wrong. The first record of a choice
    stays when the annotator has a change of mind, and goes with the choice.
    """
    fresh = [
        mention
        for mention in work
        if mention.choice is not None and str(mention.id) not in chosen_before
    ]
    if not fresh or seen.version_id is None:
        return
    just_its_folder = [load_only(ModelVersion.folder)]
    version = session.get(ModelVersion, seen.version_id, options=just_its_folder)
    if version is None:
        return
    suggestions = suggested(session, work, version, chosen_before)
    is_fresh = Choice.mention_id.in_([mention.id for mention in fresh if mention.id in suggestions])
    of_work = Choice.assignment_id == work.assignment.id
    for choice_id, mention_id in session.execute(
        select(Choice.id, Choice.mention_id).where(of_work, is_fresh)
    ):
        suggestion = suggestions[mention_id]
        as_shown = DisplayedSuggestion.of(suggestion.text, suggestion.confidence)
        if seen.is_withheld or seen.shown.get(mention_id) == as_shown:
            session.add(
                ChoiceSuggestion(
                    choice_id=choice_id,
                    version_id=version.id,
                    text=suggestion.text,
                    confidence=suggestion.confidence,
                    was_shown=not seen.is_withheld,
                )
            )
