"""Steps that read a span as a work, an event, an award, an activity or anything else."""

from __future__ import annotations

import re

from ontology.entries import Kind
from ontology.layers import Ontology
from ontology.linking.cues import CUE_SOURCE, Cue, Stands, cues_beside
from ontology.linking.miscellany.contexts import read_context
from ontology.linking.miscellany.kinds import common_ladder, kind_at_end, kind_of, ladder
from ontology.linking.miscellany.matters import Matter, matters_around
from ontology.linking.miscellany.medicine import read_ending, read_remedy
from ontology.linking.miscellany.nouns import (
    read_common_head,
    read_common_noun,
    read_known,
    read_noun_beside,
)
from ontology.linking.miscellany.shapes import is_name, is_quoted, is_sentence, plain, read_shape
from ontology.linking.miscellany.subjects import (
    read_award_ceremony,
    read_distance,
    read_post,
    read_subject,
)
from ontology.linking.organizations import kinds as organizations_kinds
from ontology.linking.phrases import core, singular
from ontology.linking.reading import Linker, Reading
from ontology.spans import Span

_BARE_HEADS = frozenset(
    """game match case play project order show act code title picture record fire cross story tale
    diary operation run party series character children role collection review column house
    chapter single short feature bill will tragedy drama comedy deed order meeting council
    camp count charge""".split()
)
"""Heads that end many a title without telling what it is."""

_VAGUE_HEADS = frozenset(
    """application operation race degree article device suite print work council movement medicine
    drug term word phrase landing affair treatment theory release issue power draft""".split()
)
"""Heads that mean too many things where no name precedes them."""

_TITLE_STARTS = frozenset(
    "on in at for from to with under about why how what when where who i you we if and".split()
)
"""Words that begin a title, but no name that its last noun heads: "On War"."""

_LAWS = frozenset("Act Code Bill Order".split())
"""Heads of titles that are laws where the text speaks of law."""

_OFTEN_SEVERAL = frozenset({"award", "competition", "law", "agreement", "program"})
"""What names often name in the plural: "X Awards"; but "Star Wars" is no war."""

_FOLLOW = frozenset(
    {
        "musical work",
        "literary work",
        "publication",
        "award",
        "sports competition",
        "festival",
        "television program",
        "video game",
    }
)
"""What a noun behind a name tells: "the X album"; but "the X film" is about X as often."""

_NEXT_WORD = re.compile(r"\s+([a-z]+)\b")
_NUMERAL = re.compile(r"(?:,?\s+(?:No\.?\s+|of\s+)?(?:[IVXLC]+|\d+))+(?=$|:)")
_NEVER_HEADS = frozenset("role part subject studies number doctor master bachelor".split())


def read_sure_cue(span: Span, ontology: Ontology) -> Reading | None:
    """Read a name by a noun beside it that names a kind of work, event or thing."""
    if not (is_name(span) or is_quoted(span)) or _is_adjective(span, ontology):
        return None
    if kind := _kind_across_the_border(span):
        return Reading(ladder(kind), CUE_SOURCE, f"by its end and the next word: {kind}")
    return next((reading for cue in cues_beside(span) if (reading := _by_cue(cue, span))), None)


def _kind_across_the_border(span: Span) -> str | None:
    """Return the kind that the last word names with the next: "[X TV] series"."""
    following = _NEXT_WORD.match(span.after)
    return kind_of(f"{span.text.rsplit(maxsplit=1)[-1]} {following[1]}") if following else None


def _by_cue(cue: Cue, span: Span) -> Reading | None:
    kinds = [kind for noun in (cue.noun, *cue.others) if (kind := kind_at_end(noun))]
    if len(kinds) <= len(cue.others):
        return None
    rungs = common_ladder(kinds)
    if cue.stands is Stands.FOLLOWING and not is_quoted(span) and _FOLLOW.isdisjoint(rungs):
        return None
    return Reading(rungs, CUE_SOURCE, f"by the words beside it: {cue.told}") if rungs else None


def _is_adjective(span: Span, ontology: Ontology) -> bool:
    """Tell whether a single word is a nationality or a language: "Finnish films"."""
    found = ontology.lookup(span.text) if " " not in span.text and not is_quoted(span) else []
    return any(sense.kind in {Kind.PEOPLE, Kind.LANGUAGE} for sense in found[:2])


def read_head(span: Span, ontology: Ontology) -> Reading | None:
    """Read a phrase by the kind that its head names: "Battle of X", "X Prize in Y"."""
    del ontology
    text = plain(span)
    if is_sentence(text) or (is_quoted(span) and is_name(span)):
        return None
    title, _, subtitle = _NUMERAL.sub("", text).partition(":")
    whole = title if is_name(span) else ""  # "freedom of speech" is no speech
    for phrase in (core(title), whole, subtitle.strip()):
        kind = kind_at_end(phrase) or _code_of_law(phrase, span)
        if kind and not _misleads(phrase, span):
            return Reading(ladder(kind), CUE_SOURCE, f"by its head: {kind}")
    return None


def _code_of_law(phrase: str, span: Span) -> str | None:
    """Tell whether a title is that of a code: "Code of Criminal Procedure"."""
    is_code = is_name(span) and phrase.rpartition(" ")[2] == "Code" and span.text != "Code"
    return "legal code" if is_code and Matter.LAW in matters_around(span) else None


def _misleads(phrase: str, span: Span) -> bool:
    """Tell whether a head is part of a title: "Star Wars" is no war, "Fire" alone no fire."""
    last = phrase.rsplit(maxsplit=1)[-1]
    if last.lower() in _NEVER_HEADS:
        return True
    if not is_name(span):
        return last in _BARE_HEADS | _VAGUE_HEADS
    if last == last.lower() or _NUMERAL.search(span.text):
        return False
    is_several = singular(last) != last and ladder(kind_of(last) or "")[-1] not in _OFTEN_SEVERAL
    words = plain(span).lower().split()
    if last in _LAWS and len(words) > 1 and Matter.LAW in matters_around(span):
        return False
    return is_several or last.lower() in _BARE_HEADS or words[0] in _TITLE_STARTS or len(words) == 1


def read_organization(span: Span, ontology: Ontology) -> Reading | None:
    """Read a name that ends like that of an organization: "X League", "X Choir"."""
    del ontology
    words = core(plain(span)).split()
    if not is_name(span) or is_quoted(span):
        return None
    for place in range(1, len(words)):
        end = " ".join(words[place:]).casefold()
        if (kind := organizations_kinds.HEADS.get(end)) and end not in _BARE_HEADS | {"works"}:
            rungs = (*organizations_kinds.ladder(kind), "organization")
            return Reading(rungs, CUE_SOURCE, f"by its head: {kind}")
    return None


STEPS: tuple[Linker, ...] = (
    read_distance,
    read_post,
    read_award_ceremony,
    read_shape,
    read_subject,
    read_remedy,
    read_sure_cue,
    read_common_noun,
    read_head,
    read_known,
    read_common_head,
    read_ending,
    read_context,
    read_noun_beside,
    read_organization,
)
"""The surest first."""
