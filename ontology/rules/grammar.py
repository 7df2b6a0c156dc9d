"""Fitting a replacement into its sentence: article, preposition, number, possessive, capital.

"was born in Oslo" with "big city" reads "was born in [a big city]"; "an architect" with "person"
reads "a [person]"; "died on 6 March 1994" with "1994" reads "died in [1994]"; "in the village of
Nes" with "village in Europe" reads "in [a village in Europe]". The stored choice stays bare: only
what people read is repaired. Where that is unclear, nothing is changed.
"""

from __future__ import annotations

import re

from annotation.records import MASK
from annotation.rendering import NamedSpan, ReplacedSpan
from annotation.types import SemanticType
from ontology.english import (
    DETERMINERS,
    FUNCTION_WORDS,
    PREPOSITIONS,
    indefinite_article,
    is_plural_noun,
    plural_noun,
)
from ontology.rules.dates.ages import fit_age
from ontology.rules.dates.fitting import fit_period
from ontology.rules.dates.names import MONTHS
from ontology.rules.quantities import COUNTS

_IN_SIGHT = 80
"""Characters on either side of a span that decide."""

_POSSESSIVE = re.compile(r"['’]s$|(?<=s)['’]$")
_ARTICLE_BEFORE = re.compile(r"\ban?\s+$", re.IGNORECASE)
_PREPOSITION_BEFORE = re.compile(r"\b(?:in|on|at)\s+$", re.IGNORECASE)
_NO_FUNCTION_WORD = rf"(?!(?:{'|'.join(sorted(FUNCTION_WORDS))})\b)[a-z][\w’'-]*\s+"
_NAMED_BEFORE = re.compile(rf"\b[Tt]he\s+(?P<noun>(?:{_NO_FUNCTION_WORD}){{1,4}})(?:of\s+)?$")
"""What a name is said to be: "the village of Nes", "the chemical company Borregaard"."""
_PERSON_BEFORE = re.compile(r"\b(?:an?|the)\s+$", re.IGNORECASE)
_LEADS_OF_NAMES = (_ARTICLE_BEFORE, _NAMED_BEFORE)
_LEADS = {
    SemanticType.PERSON: (_PERSON_BEFORE,),
    SemanticType.DATETIME: (_ARTICLE_BEFORE, _PREPOSITION_BEFORE),
    SemanticType.QUANTITY: (_ARTICLE_BEFORE,),
    SemanticType.CODE: (_ARTICLE_BEFORE,),
}
"""What may change before a span, by its type."""

_ARTICLE_FIRST = re.compile(r"(?:an?|the)\s", re.IGNORECASE)
_SENTENCE_BEFORE = re.compile(r"(?:^|[.!?]['\"”’)\]]*\s+|\n\s*)['\"“‘(\[]*$")
_WORDS_BEFORE = re.compile(r"(?:([\w'’-]+)\s+)?\b([\w'’-]+)\s+$")
_WORD_AFTER = re.compile(r"[ \t]+([a-z][\w'’-]*)")
_HYPHENATED = re.compile(r"^[-‐‑]\w")
_MEASURES = frozenset({SemanticType.DATETIME, SemanticType.QUANTITY})
"""Types whose spans begin with no noun, so that only the place tells of an article."""
_PERIOD = re.compile(r"(?:\d+s|\d+(?:st|nd|rd|th) century)\b")
_MODIFIER = re.compile(r"-(?:century|millennium)$")
_DAY = re.compile(r"date\b")
_LONGER_THAN_A_DAY = re.compile(
    rf"(?:(?:{'|'.join(MONTHS)}) )?\d{{1,4}}(?: BC)?$|(?:{'|'.join(MONTHS)})$|{_PERIOD.pattern}"
)

_PART_OF_DAY = re.compile(r"(?:morning|afternoon|evening|night)$")
_SUBJECTS = frozenset("i you he she we they who".split())
_OPENERS = PREPOSITIONS | frozenset(
    "and or is was are were be been became joined left visited founded entered won wrote attended "
    "played studied directed called named like till but ran held led made built began sold bought "
    "met took taught beat lost drove sang speak speaks spoke speaking".split()
)
"""Words after which a noun phrase begins: a bare one wants its article here."""

_MASS = frozenset(
    "music art literature education police money information work equipment furniture software "
    "hardware clothing food water air land research evidence advice news poetry fiction "
    "journalism politics economics physics mathematics chemistry biology medicine law philosophy "
    "history religion cinema theatre sport crime violence employment property nature society "
    "transport aviation agriculture pain health care several various".split()
)
"""Nouns without a plural, which take no article."""
_MASS_ENDING = re.compile(r"(?:ity|ness|ism|ics|ance|ence)$")
_HAVING = frozenset("has have had having".split())


def lead_start(text: str, mention: NamedSpan) -> int:
    """Return where the words begin that may change before a place; the place itself without any.

    That is an indefinite article, before a person any article, before a date "in", "on" or "at",
    and before a name the noun that says what it is.
    """
    for words in _LEADS.get(mention.entity_type, _LEADS_OF_NAMES):
        if found := words.search(text, max(0, mention.start - _IN_SIGHT), mention.start):
            return found.start()
    return mention.start


def fit(text: str, mention: NamedSpan, chosen: str) -> ReplacedSpan:
    """Fit a chosen text into the place of its mention; the words before it may change."""
    start, end, span = mention.start, mention.end, mention.span_text
    if chosen in {"", MASK}:
        return ReplacedSpan(start, end, chosen)
    before, after = text[max(0, start - _IN_SIGHT) : start], text[end : end + _IN_SIGHT]
    aged = fit_age(span, before, after, chosen)
    if aged != chosen:  # it stands in the form of its slot, article and all
        fitted = aged
    elif mention.entity_type in _MEASURES:
        fitted = _counting(before, after, fit_period(span, before, after, chosen))
    elif mention.entity_type is SemanticType.CODE:
        fitted = chosen
    else:
        fitted = _with_number(span, chosen, is_people=mention.entity_type is SemanticType.DEM)
    begin = lead_start(text, mention)
    lead = text[begin:start]
    if whole := _said_twice(lead, fitted):
        fitted = _with_possessive(span, _with_article(whole))
        return ReplacedSpan(begin, end, _opening(text[:begin], lead, fitted))
    if _NAMED_BEFORE.fullmatch(lead):
        begin, lead = start, ""
    lead = _agreeing(lead, fitted, is_name=_is_name(mention, fitted) and _ends_phrase(after))
    is_bare = aged == chosen and not _ARTICLE_BEFORE.match(lead)
    if is_bare and _wants_article(mention, before, after, fitted):
        fitted = _with_article(fitted)
    fitted = _opening(before, span, _with_possessive(span, fitted))
    return ReplacedSpan(begin, end, fitted, lead)


def _is_name(mention: NamedSpan, replacement: str) -> bool:
    """Tell whether a person goes by a name, which has no article: "PERSON 2"."""
    return mention.entity_type is SemanticType.PERSON and replacement[:1].isupper()


def _opening(before: str, original: str, replacement: str) -> str:
    """Begin a sentence with a capital where the original did."""
    if _starts_sentence(before) and original[:1].isupper():
        return replacement[:1].upper() + replacement[1:]
    return replacement


def _said_twice(lead: str, replacement: str) -> str:
    """Return the fuller of a noun before a name and a replacement that says the same, else "".

    "the small village of Nes" with "village in Europe" has a "small village in Europe".
    """
    named = _NAMED_BEFORE.fullmatch(lead)
    if named is None:
        return ""
    noun, (head, tail) = " ".join(named["noun"].split()), _split_at_head(replacement)
    if f" {head}".endswith(f" {noun}"):
        return replacement
    return noun + tail if noun.endswith(f" {head}") else ""


def _counting(before: str, after: str, replacement: str) -> str:
    """Say "a number of" before the plural that is counted, where no determiner is there."""
    word, earlier = _WORD_AFTER.match(after), _WORDS_BEFORE.search(before)
    if replacement not in COUNTS or word is None or not is_plural_noun(word[1]):
        return replacement
    is_determined = earlier is not None and earlier[2].lower() in DETERMINERS
    return replacement if is_determined else f"{_with_article(replacement)} of"


def _with_number(span: str, replacement: str, *, is_people: bool) -> str:
    """Put the replacement in the plural where the span is a common noun in the plural.

    A capitalised one counts among demographics only: "Norwegians", but not "Naples".
    """
    noun = _POSSESSIVE.sub("", span).rpartition(" ")[2]
    is_common = noun.isalpha() and (noun.islower() or is_people) and noun not in _MASS
    if not is_common or not is_plural_noun(noun):
        return replacement
    head, tail = _split_at_head(replacement)
    if not head.islower() or head.split()[-1] in _MASS or is_plural_noun(head.split()[-1]):
        return replacement
    before, space, noun = head.rpartition(" ")
    return before + space + plural_noun(noun) + tail


def _wants_article(mention: NamedSpan, before: str, after: str, replacement: str) -> bool:
    """Tell whether a bare noun wants its article."""
    is_period = _PERIOD.match(replacement)
    head = _split_at_head(replacement)[0].rpartition(" ")[2]
    first = replacement if mention.entity_type in _MEASURES else head  # "X metres"
    if _MODIFIER.search(replacement) or not (first[:1].islower() or is_period):
        return False
    if head in _MASS or replacement.partition(" ")[0] in DETERMINERS | _MASS | _OPENERS:
        return False
    if is_plural_noun(head) and not is_period:
        return False
    return _had_article(mention, before, after, head)


def _had_article(mention: NamedSpan, before: str, after: str, head: str) -> bool:
    """Tell whether a span is a noun phrase by itself, with an article or in need of none."""
    span, is_measure = mention.span_text, mention.entity_type in _MEASURES
    if not is_measure and _ARTICLE_FIRST.match(span):
        return True
    if _HYPHENATED.match(after):
        return False
    is_common = not is_measure and span[:1].islower()
    if is_common:  # "suffers from asthma", but "studied law" and "is deaf"
        words = _WORDS_BEFORE.search(before)
        has_opener = words is not None and words[2].lower() in PREPOSITIONS | _HAVING
        return has_opener and not _MASS_ENDING.search(head) and _ends_phrase(after)
    is_counted = is_measure and is_plural_noun(span.rpartition(" ")[2])  # "two weeks"
    is_object = (is_counted or span[:1].isupper()) and _follows_verb(before)
    is_owner = not is_measure and bool(_POSSESSIVE.search(span))
    return (_begins_phrase(before) or is_object) and (
        is_owner or _ends_phrase(after) or _starts_sentence(before)
    )


def _begins_phrase(before: str) -> bool:
    """Return whether a noun phrase begins after this text, judged by its last word."""
    words = _WORDS_BEFORE.search(before)
    if words is None:
        return _starts_sentence(before) or before.rstrip()[-1:] in {",", "(", "–", "—"}
    is_verb = (words[1] or "").lower() in _SUBJECTS and words[2].islower()
    return is_verb or words[2].lower() in _OPENERS


def _follows_verb(before: str) -> bool:
    """Whether the last word is a verb in the past, not an adjective: "finished", "newly formed"."""
    words = _WORDS_BEFORE.search(before)
    if words is None or not words[2].islower() or not words[2].endswith("ed"):
        return False
    earlier = (words[1] or "the").lower()
    return earlier not in DETERMINERS | PREPOSITIONS and not earlier.endswith("ly")


def _ends_phrase(after: str) -> bool:
    """Whether the noun phrase ends before this text: the next word is none it could modify."""
    word = _WORD_AFTER.match(after)
    return word is None or word[1] in FUNCTION_WORDS or word[1].endswith("ed")


def _starts_sentence(before: str) -> bool:
    return bool(_SENTENCE_BEFORE.search(before))


def _agreeing(lead: str, replacement: str, *, is_name: bool) -> str:
    """Make the word outside the span, with its blank, agree with what follows it now."""
    word, wanted = lead.rstrip(), ""
    if is_name:
        return ""
    if _ARTICLE_BEFORE.match(lead):
        wanted = indefinite_article(replacement) if replacement[:1].isalnum() else ""
    elif word and _PART_OF_DAY.match(replacement):
        wanted = "in"
    elif word.lower() == "at":
        wanted = ""
    elif word and _DAY.match(replacement):
        wanted = "on"
    elif word and _LONGER_THAN_A_DAY.match(replacement):
        wanted = "in"
    if not wanted:
        return lead
    return (wanted.capitalize() if word[0].isupper() else wanted) + lead[len(word) :]


def _with_article(replacement: str) -> str:
    if _PERIOD.match(replacement) or _PART_OF_DAY.match(replacement):
        return f"the {replacement}"
    return f"{indefinite_article(replacement)} {replacement}"


def _with_possessive(span: str, replacement: str) -> str:
    owner = _POSSESSIVE.search(span)
    if owner is None or not span[: owner.start()] or _POSSESSIVE.search(replacement):
        return replacement
    apostrophe = owner[0][0]
    return replacement + (apostrophe if replacement.endswith("s") else f"{apostrophe}s")


def _split_at_head(phrase: str) -> tuple[str, str]:
    """Cut a noun phrase after its head: ("country", " in Western Europe")."""
    words = phrase.split(" ")
    for index, word in enumerate(words[1:], start=1):
        if word in FUNCTION_WORDS - DETERMINERS or words[index - 1].endswith(","):
            return " ".join(words[:index]).rstrip(","), phrase[len(" ".join(words[:index])) :]
    return phrase, ""
