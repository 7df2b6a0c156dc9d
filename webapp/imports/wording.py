"""What people read when an import is done."""

from __future__ import annotations

from collections.abc import Iterator

from webapp.generalizations.filling import Filler
from webapp.imports.checking import Survey


def result_of(survey: Survey, filler: Filler | None, *, added: int, members: int) -> str:
    """Tell what came, who was added, what was proposed and what had to give way."""
    message = (
        f"{counted(survey.documents, 'document')} with {counted(survey.mentions, 'mention')} "
        f"and {counted(survey.choices, 'choice')}"
    )
    if added:
        message += f"; {counted(added, 'annotator')} created"
    if members:
        message += f"; {counted(members, 'member')} added"
    return " ".join([message + ".", *_iter_notes(survey, filler)])


def _iter_notes(survey: Survey, filler: Filler | None) -> Iterator[str]:
    if filler:
        yield proposed(filler.lists, filler.bare)
        if filler.live_failure:
            yield (
                f"The live Wikidata did not answer every time ({filler.live_failure}): some lists "
                "are shorter than they could be."
            )
    if survey.layered:
        yield (
            f"{counted(survey.layered, 'document')} had spans of several annotators: the first "
            "quality-checked layer was taken, else the first. A masking project takes them all."
        )
    if survey.joined:
        yield f"{counted(survey.joined, 'span')} went into a longer one that overlapped."


def proposed(lists: int, bare: int) -> str:
    """Tell for how many spans something was proposed."""
    told = f"Replacements were proposed for {counted(lists, 'span')}"
    return f"{told}; {counted(bare, 'span')} can only become ***." if bare else f"{told}."


def counted(number: int, word: str) -> str:
    """Name a number of things."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
