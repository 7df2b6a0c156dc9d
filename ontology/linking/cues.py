"""The noun beside a span that says what it is: "the film X", "X, a song by", "the village of X".

The cues are for all types: each type asks for the nouns and knows which of them it trusts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import takewhile

from annotation.types import SemanticType
from ontology.english import FUNCTION_WORDS
from ontology.linking.lists import after_list, before_list
from ontology.phrases import coordinates, core, singular
from ontology.spans import Span


class CuePosition(Enum):
    """Where a cue stands beside its span."""

    BEFORE = auto()
    BEHIND = auto()
    FOLLOWING = auto()
    """Right behind, as if the span were an adjective: "the X album"."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A noun phrase beside a span that names its kind, in the singular, and where it stands.

    "the debut album X" gives "debut album"; `label` shows people the pattern ("debut album …").
    Where several stand there ("films and plays such as X"), the span is one of `noun` and `others`.
    """

    noun: str
    label: str
    position: CuePosition
    others: tuple[str, ...] = ()


_OPENING = r"""["“”'‘’«»(\[]*"""
_TRAILING_OPENERS = re.compile(r"""[\s"“”'‘’«»(\[]+$""")
_ARTICLE = re.compile(r"\s+(?:the|an?)$")
_DETERMINER = (
    r"(?:the|an?|his|her|their|its|this|that|these|those|our|my|whose|some|several|many|various|"
    r"both|all|other|another|such|one|two|three|four|five|six|\w+['’]s|\w+s['’])"
)
_NAMING = re.compile(
    r"""(?:,?\s+(?:called|named|titled|entitled|dubbed|nicknamed|christened|known\s+as
          |under\s+the\s+(?:title|name)(?:\s+of)?)|,|:|\s+[–—-])\s*$""",
    re.VERBOSE,
)
_NAMES_ITEMS = (
    r"such\s+as|like|includ(?:e|es|ed|ing)|namely|notably|especially|particularly|e\.g\.,?|"
    r"for\s+(?:example|instance),?|among(?:st)?\s+them"
)
_LISTING = re.compile(rf",?\s+(?:{_NAMES_ITEMS}|are|were)\s*:?$")
_LISTING_IN_CLEAR = re.compile(rf",?\s+(?:{_NAMES_ITEMS})\s*:?$")
"""Before items that are no mentions: a verb may have other things behind it."""

_SUCH_AS = re.compile(r"\bsuch\s+(?P<phrase>(?:[\w'’-]+\s+){0,4}[\w'’-]+)\s+as$")
_OF = re.compile(r"(?P<phrase>(?:[\w'’-]+\s+){0,3}[\w'’-]+)\s+of(?:\s+the)?$")
_PHRASE = re.compile(
    rf"(?:(?<=^)|(?<=[\s(,;]))(?P<determiner>{_DETERMINER}\s+)?"
    r"(?P<phrase>(?:[\w'’&.-]+\s+){0,5}[\w'’-]+)$",
    re.IGNORECASE,
)
_MIDDLE = re.compile(
    r"\s+(?:in|from|of|by|on|with|for)\s+"
    r"(?:\d{4}|his|hers|theirs|him|her|them|the\s+\w+|"
    r"[A-Z][\w'’-]+(?:(?:,|\s+and|\s+or)?\s+[A-Z][\w'’-]+)*)$"
)
_APPOSED = re.compile(
    r"""^["”’'»]*\s*(?:\(\d{4}(?:[–-]\d+)?\)\s*)?
        (?:[,:]\s+|\s+(?:is|was|are|were|became)\s+|\s*[–—]\s*|,?\s+which\s+(?:is|was)\s+|\s*\(\s*)
        (?:an?|the|his|her|their|its|one\s+of\s+(?:the|his|her|their))\s+
        (?P<phrase>(?:[\w'’&.-]+\s+){0,6}[\w'’-]+)""",
    re.VERBOSE,
)
_BRACKETED = re.compile(r"""^["”’'»]*\s*\((?:\d{4}\s+)?(?P<phrase>[a-zA-Z][\w'’ -]*)\)""")
_FOLLOWING = re.compile(r"""^["”»]*\s+(?P<phrase>LP|EP|[a-z][\w'’-]*(?:\s+[a-z][\w'’-]*)?)""")
_PLURAL_PHRASE = r"(?P<phrase>(?:[\w'’&-]+\s+){0,5}[\w'’-]+)"
_OTHERS = re.compile(
    rf"""["”’'»]*,?\s+(?:and|or|as\s+well\s+as|among(?:st)?)\s+(?:\w+\s+)?(?:other|similar)\s+
        {_PLURAL_PHRASE}""",
    re.VERBOSE,
)
_ALL_OF_THEM = re.compile(
    rf"""["”’'»]*(?:
        (?:,|\s+[–—])\s+(?:all|both|each|two|three|four|five|six)\s+(?:of\s+)?
      | \s+(?:are|were|became)\s+(?:(?:all|both|each|also|among|two|three|four|five|six)\s+)*)
        (?:(?:the|his|her|their|its|them)\s+)?{_PLURAL_PHRASE}""",
    re.VERBOSE,
)
"""Behind a list: "A and B, both novels", "A and B are among her songs"."""

_AFTER_PLURAL = re.compile(
    r"\s*(?:[,.;:)–—]|$)|\s+(?:by|of|in|on|at|for|from|about|that|which|with)\b"
)
"""What goes on after an apposition; in "In A and B, all towns burnt" it is none."""

_OF_NOUNS = frozenset(
    """village town city municipality state province county district parish kingdom island region
    suburb hamlet borough commune port republic duchy territory department prefecture canton
    settlement neighbourhood neighborhood game sport crime offence offense language field subject
    discipline degree title rank genre festival feast battle doctrine practice art""".split()
)
_ABOUT = {
    "episode": "television series",
    "season": "television series",
    "cast": "show",
    "charge": "crime",
    "count": "crime",
    "diagnosis": "medical condition",
    "professor": "field of study",
    "lecturer": "field of study",
    "soundtrack": "audiovisual work",
    "role": "character",
    "part": "character",
}
"""What stands behind "of" is no such thing but has one: "an episode of X"."""

_PARTICIPLE = re.compile(r"[a-z]+(?:ed|ing)|made|held|won|written|set|sung|shot|built|that|which")
_LIKE_PARTICIPLES = frozenset(
    """animated limited illustrated recording painting drawing writing building engraving etching
    wedding meeting bombing shooting racing wrestling boxing sailing skiing swimming cycling rowing
    united red acclaimed syndicated collected award-winning long-running best-selling""".split()
)
_VERB_NEXT = re.compile(
    r"\b(?:he|she|it|they|who|which|that|also|to|often|then|now|i|we|you)\s+\S+$|^[a-z]{2,}ing$",
    re.IGNORECASE,
)
"""What looks like a noun is a verb here: "he plays X", and alone: "… home, winning X"."""

_CONJUNCTIONS = frozenset({"and", "or", "&", "nor", "but"})
"""After them another thing begins: in "banks and X", X is no bank."""

_PLURALS = frozenset("men women children people".split())
_NO_NOUNS = frozenset("one time name title first second third last number part way day".split())


def cues_beside(span: Span) -> Iterator[Cue]:
    """Yield the noun phrases that name the kind of a span, the surest first."""
    yield from _cues_before(span)
    yield from _cues_after(span)


def _cues_before(span: Span) -> Iterator[Cue]:
    before, is_listed = before_list(span)
    text = _ARTICLE.sub("", _TRAILING_OPENERS.sub("", before))
    found = _cues_of_list(text, span, is_listed=is_listed, listing=_LISTING)
    yield from _cues_of_name(text, span, is_listed=is_listed) if found is None else found
    if not found:
        yield from _cues_in_clear(span, before)


def _cues_of_list(
    text: str, span: Span, *, is_listed: bool, listing: re.Pattern[str]
) -> list[Cue] | None:
    """Return the cues of "films such as" and "the towns of"; None where a text ends in neither."""
    if found := _SUCH_AS.search(text):
        return list(_cue(found["phrase"], "such {} as …"))
    if found := _OF.search(text):
        return list(_cue_of(found["phrase"], span, is_listed=is_listed))
    if found := listing.search(text):
        start = _MIDDLE.sub("", text[: found.start()])
        return list(_phrase_before(start, span, needs_plural=True))
    return None


def _cues_of_name(text: str, span: Span, *, is_listed: bool) -> Iterator[Cue]:
    naming = _NAMING.search(text)
    bare = _MIDDLE.sub("", text[: naming.start()]) if naming else text
    opens_list = naming is not None and naming.group().strip() == ":"
    yield from _phrase_before(
        bare,
        span,
        needs_plural=is_listed or (opens_list and not _has_determiner(bare)),
        needs_determiner=naming is not None and not is_listed and not opens_list,
    )


def _cues_in_clear(span: Span, before: str) -> Iterator[Cue]:
    """Yield the cues before a list that has items which are no mentions."""
    whole, _ = before_list(span, with_clear=True)
    if len(whole) == len(before):
        return
    text = _ARTICLE.sub("", _TRAILING_OPENERS.sub("", whole))
    found = _cues_of_list(text, span, is_listed=True, listing=_LISTING_IN_CLEAR)
    if found is None and _has_determiner(text):
        found = list(_phrase_before(text, span, needs_plural=True, needs_determiner=True))
    yield from found or ()


def _phrase_before(
    text: str, span: Span, *, needs_plural: bool = False, needs_determiner: bool = False
) -> Iterator[Cue]:
    found = _PHRASE.search(text)
    if found is None or (needs_determiner and not _has_determiner(found.group())):
        return
    if _ends_in_name(text, span):
        return
    last = found["phrase"].split()[-1]
    if last.endswith(("'s", "’s", "'", "’")) or _VERB_NEXT.search(found.group()):
        return
    if needs_plural and singular(last) == last and not last.endswith("s"):
        return
    if last.lower() in _CONJUNCTIONS:
        return
    yield from _cue(found["phrase"], "{} …")


def _ends_in_name(text: str, span: Span) -> bool:
    """Tell whether the sentence before a span ends, so far, in a mention that bears a name."""
    end = span.mention.start - len(span.before) + len(text.rstrip())
    return any(not each.span_text.islower() for each in span.surroundings.ending_at(end))


def _has_determiner(phrase: str) -> bool:
    return re.search(rf"(?:^|\s){_DETERMINER}\s", phrase, re.IGNORECASE) is not None


def _cue_of(phrase: str, span: Span, *, is_listed: bool) -> Iterator[Cue]:
    last = phrase.rsplit(maxsplit=1)[-1].lower()
    head = singular(last)
    if head in _ABOUT:
        yield Cue(_ABOUT[head], f"{head} of …", CuePosition.BEFORE)
    elif head in _OF_NOUNS and not (is_listed and head == last and span.text[:1].isupper()):
        yield from _cue(phrase, "{} of …")


def _cues_after(span: Span) -> Iterator[Cue]:
    yield from _cues_behind_list(span)
    if found := _BRACKETED.match(span.after):
        yield from _cue(found["phrase"], "… ({})", CuePosition.BEHIND)
    if found := _APPOSED.match(span.after):
        words = core(found["phrase"]).split()
        yield from _cue(
            " ".join(takewhile(_is_no_participle, words)), "…, a {}", CuePosition.BEHIND
        )
    if found := _FOLLOWING.match(span.after):
        both = list(takewhile(lambda word: word not in _NO_NOUNS, found["phrase"].split()))
        yield from _cue(" ".join(both), "… {}", CuePosition.FOLLOWING)
        yield from _cue("".join(both[:1]), "… {}", CuePosition.FOLLOWING)


def _cues_behind_list(span: Span) -> Iterator[Cue]:
    """Yield the plural behind a list: "A and B, both novels", "A, B and other novels"."""
    after, is_listed = after_list(span)
    is_adjective = span.type is SemanticType.DEM and singular(span.text) == span.text
    others = _OTHERS.match(after)
    if others is None and span.type is not SemanticType.LOC:  # "Bergen, Norway and other countries"
        others = _OTHERS.match(after_list(span, with_clear=True)[0])
    if others and not is_adjective:  # "Norwegian and other films"
        phrase = _plurals(others["phrase"])
        yield from _cue(phrase, f"… and other {phrase}", CuePosition.BEHIND)
    elif is_listed and (found := _ALL_OF_THEM.match(after)):
        phrase = _plurals(found["phrase"])
        if _AFTER_PLURAL.match(after, found.start("phrase") + len(phrase)):
            yield from _cue(phrase, f"… are {phrase}", CuePosition.BEHIND)


def _plurals(phrase: str) -> str:
    """Return a phrase up to its plural noun, or up to the second of two ("films and plays")."""
    words = phrase.split()
    ends = [place for place, word in enumerate(words) if _is_plural_word(word)]
    if not ends:
        return ""
    last = ends[0]
    while last + 1 in ends:  # "sports clubs"
        last += 1
    if words[last + 1 : last + 2] in (["and"], ["or"]) and last + 2 in ends:
        last += 2
    return " ".join(words[: last + 1]).strip(",")


def _is_plural_word(word: str) -> bool:
    bare = word.strip(",.").lower()
    return bare not in FUNCTION_WORDS and singular(bare) != bare


def _is_no_participle(word: str) -> bool:
    return word in _LIKE_PARTICIPLES or not _PARTICIPLE.fullmatch(word)


def _cue(phrase: str, template: str, position: CuePosition = CuePosition.BEFORE) -> Iterator[Cue]:
    """Yield a phrase as a cue: what stands behind the last determiner, in the singular."""
    bare = re.split(rf"(?:^|\s){_DETERMINER}\s+", phrase, flags=re.IGNORECASE)[-1]
    nouns = tuple(map(_singular, coordinates(bare)))
    last = nouns[-1].rsplit(maxsplit=1)[-1].lower() if nouns else ""
    if last and last not in _NO_NOUNS and not last[0].isdigit():
        yield Cue(nouns[-1], template.format(_singular(bare)), position, nouns[:-1])


def _singular(phrase: str) -> str:
    """Put what looks like an English plural into the singular; "opera" is none."""
    last = phrase.rsplit(maxsplit=1)[-1].lower() if phrase else ""
    return singular(phrase) if last.endswith("s") or last in _PLURALS else phrase
