"""The noun beside a span that says what it is: "the film X", "X, a song by", "the village of X".

The cues are for all types: each type asks for the nouns and knows which of them it trusts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import takewhile

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
_LISTING = re.compile(
    r",?\s+(?:such\s+as|like|include|includes|included|including|are|were|namely|especially)\s*:?$"
)
_SUCH_AS = re.compile(r"\bsuch\s+(?P<phrase>(?:[\w'’-]+\s+){0,4}[\w'’-]+)\s+as$")
_OF = re.compile(r"(?P<phrase>(?:[\w'’-]+\s+){0,3}[\w'’-]+)\s+of(?:\s+the)?$")
_PHRASE = re.compile(
    rf"(?:(?<=^)|(?<=[\s(,;]))(?P<determiner>{_DETERMINER}\s+)?"
    r"(?P<phrase>(?:[\w'’&.-]+\s+){0,5}[\w'’-]+)$",
    re.IGNORECASE,
)
_MIDDLE = re.compile(
    r"\s+(?:in|from|of|by|on|with|for)\s+"
    r"(?:\d{4}|his|hers|theirs|the\s+\w+|[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)*)$"
)
_SEPARATOR = re.compile(
    r"""["”’'»)\]]*\s*(?:\(\d{4}(?:[–-]\d+)?\))?\s*
        (?P<link>,\s*(?:and|or)?|;\s*(?:and|or)?|\s(?:and|or|&)|as\s+well\s+as|(?P<gloss>\())\s*
        (?:(?:the|an?|his|her|their)\s+)?["“'‘«(\[]*$""",
    re.VERBOSE,
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
    if found := _SUCH_AS.search(text):
        yield from _cue(found["phrase"], "such {} as …")
        return
    if found := _OF.search(text):
        yield from _cue_of(found["phrase"])
        return
    listing = _LISTING.search(text)
    if listing:
        yield from _phrase_before(text[: listing.start()], span, needs_plural=True)
        return
    naming = _NAMING.search(text)
    bare = _MIDDLE.sub("", text[: naming.start()]) if naming else text
    needs_determiner = naming is not None
    yield from _phrase_before(
        bare, span, needs_plural=is_listed, needs_determiner=needs_determiner and not is_listed
    )


def before_list(span: Span) -> tuple[str, bool]:
    """Return the sentence before a span, or before the list of mentions that it stands in.

    The second value tells whether it stands in one.
    """
    text, end = span.surroundings.text, span.mention.start
    start = end - len(span.before)
    ends = {mention.end: mention.start for mention in span.surroundings.mentions}
    is_listed = False
    while separator := _SEPARATOR.search(text[start:end]):
        previous = ends.get(start + separator.start())
        if previous is None or previous < start:
            break
        end, is_listed = previous, is_listed or not separator["gloss"]
    return text[start:end], is_listed


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
    return any(
        mention.end == end and not mention.span_text.islower()
        for mention in span.surroundings.mentions
    )


def _has_determiner(phrase: str) -> bool:
    return re.search(rf"(?:^|\s){_DETERMINER}\s", phrase, re.IGNORECASE) is not None


def _cue_of(phrase: str) -> Iterator[Cue]:
    head = singular(phrase.rsplit(maxsplit=1)[-1].lower())
    if head in _ABOUT:
        yield Cue(_ABOUT[head], f"{head} of …", CuePosition.BEFORE)
    elif head in _OF_NOUNS:
        yield from _cue(phrase, "{} of …")


def _cues_after(span: Span) -> Iterator[Cue]:
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
