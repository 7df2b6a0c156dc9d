"""The messages that people read when an import is done, looked at first, or refused.

The first line says what came; each further one is a note for itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from annotation.formatting import counted
from webapp.intake.imports.checking import Survey
from webapp.replacements.filling import Filler

MOST_NAMED = 5
"""The number of documents that a message names."""


def result_message(
    survey: Survey, filler: Filler | None, *, added: int, members: int, finds_masks: bool
) -> str:
    """Return what came, who was added, what was proposed and what had to give way.

    Texts without spans are named unless what to hide in them is found next.
    """
    numbers = {"mention": survey.mentions, "choice": survey.choices}
    inside = " and ".join(counted(number, noun) for noun, number in numbers.items() if number)
    message = counted(survey.documents, "document") + (f" with {inside}" if inside else "")
    if added:
        message += f"; {counted(added, 'annotator')} created"
    if members:
        message += f"; {counted(members, 'member')} added"
    notes = _iter_notes(survey, filler, has_unmasked=not finds_masks)
    return "\n".join([message + ".", *notes])


def preview_message(survey: Survey) -> str:
    """Return what would come of an import that somebody looks at first; faults follow."""
    marked = f" with {counted(survey.mentions, 'marked span')}" if survey.mentions else ""
    sentences = [f"{counted(survey.documents, 'text')}{marked}."]
    sentences += _reading_notes(survey)
    if survey.faulty:
        sentences.append(f"{counted(survey.faulty, 'document')} can't be imported:")
    return "\n".join(sentences)


def refusal_message(name: str, survey: Survey) -> str:
    """Return how much of a file can't be imported; the faults follow, unless it is the only one."""
    total = survey.documents + survey.faulty
    if total == 1:
        return f"{name}: {survey.faults[0]}"
    if not survey.documents:
        return f"{name}: none of the {total:,} documents can be imported:"
    these = "this one" if survey.faulty == 1 else f"these {survey.faulty:,}"
    return f"{name}: {survey.documents:,} of {total:,} documents can be imported, {these} can't:"


def _iter_notes(survey: Survey, filler: Filler | None, *, has_unmasked: bool) -> Iterator[str]:
    if survey.unmasked and has_unmasked:
        yield _unmasked_message(survey.unmasked)
    if filler:
        yield _proposed_message(filler.lists, filler.bare)
        if filler.live_failure:
            yield (
                f"The live Wikidata did not answer every time ({filler.live_failure}): some lists "
                "are shorter than they could be."
            )
    yield from _reading_notes(survey)
    if survey.faulty:
        yield f"{counted(survey.faulty, 'document')} left out:"


def _reading_notes(survey: Survey) -> Iterator[str]:
    """Yield what had to give way, and what people should know of the reading."""
    if survey.layered:
        yield (
            f"{counted(survey.layered, 'document')} had spans of several annotators: the first "
            "quality-checked layer was taken, else the first. A masking project takes them all."
        )
    if survey.gold_left_out:
        yield (
            f"{counted(survey.gold_left_out, 'document')} had a gold layer beside those of "
            "annotators, which was left out: it is settled under Adjudication."
        )
    if survey.led:
        overlapping = counted(survey.led, "span overlaps", "spans overlap")
        them = "it" if survey.led == 1 else "them"
        yield f"{overlapping} a longer one, whose choice stands for {them} as well."
    yield from (f"{note}." for note in survey.notes)
    if more := survey.noted - len(survey.notes):
        yield f"{counted(more, 'more note')}."


def _unmasked_message(doc_ids: Sequence[str]) -> str:
    """Return which texts came without a span to hide."""
    texts = counted(len(doc_ids), "text has", "texts have")
    them = "it" if len(doc_ids) == 1 else "them"
    named = ", ".join(doc_ids[:MOST_NAMED])
    more = f" and {len(doc_ids) - MOST_NAMED:,} more" if len(doc_ids) > MOST_NAMED else ""
    return f"{texts} no spans to hide, so nothing in {them} is replaced: {named}{more}."


def _proposed_message(lists: int, bare: int) -> str:
    """Return for how many spans something was proposed."""
    message = f"Replacements were proposed for {counted(lists, 'span')}"
    return f"{message}; {counted(bare, 'span')} can only become ***." if bare else f"{message}."
