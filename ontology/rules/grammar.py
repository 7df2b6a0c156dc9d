"""Fitting a replacement into the sentence it stands in: article, number, possessive, capital.

"was born in Oslo" with "big city" reads "was born in [a big city]"; "an architect" with "person"
reads "a [person]". The stored choice stays bare: only what people read is repaired. Where the
place does not tell, nothing is changed.
"""

from __future__ import annotations

import re

from annotation.records import MASK
from annotation.rendering import NamedSpan, ReplacedSpan
from annotation.types import SemanticType
from ontology.english import indefinite_article, is_plural_noun, plural_noun

_IN_SIGHT = 80
"""Characters on either side of a span that decide."""

_POSSESSIVE = re.compile(r"['’]s$|(?<=s)['’]$")
_ARTICLE_BEFORE = re.compile(r"\ban?\s+$", re.IGNORECASE)
_ARTICLE_FIRST = re.compile(r"(?:an?|the)\s", re.IGNORECASE)
_SENTENCE_BEFORE = re.compile(r"(?:^|[.!?]['\"”’)\]]*\s+|\n\s*)['\"“‘(\[]*$")
_WORD_BEFORE = re.compile(r"([\w'’-]+)\s+$")
_WORD_AFTER = re.compile(r"[ \t]+([a-z][\w'’-]*)")
_HYPHENATED = re.compile(r"^[-‐‑]\w")
_PERIOD = re.compile(r"(?:\d+s|\d+(?:st|nd|rd|th) century)\b")

_OPENERS = frozenset(
    "in at from of to near by with for between and or on into onto outside inside around towards "
    "toward through across over under via against among during since until till before after "
    "about as is was were are be been became joined left visited founded entered won wrote "
    "attended played studied directed called named like than but".split()
)
"""Words after which a noun phrase begins: a bare one wants its article here."""

_DETERMINERS = frozenset(
    "a an the this that these those my your his her its our their whose no any some every each "
    "either neither another one two three four five six seven eight nine ten several many few "
    "both all".split()
)

_CLOSERS = frozenset(
    "in at from of to near by with for between and or on into outside inside around through "
    "across over under via against among during since until till before after about as is was "
    "were are be had has have did does do will would could should may might can must where when "
    "while which who whose that because although but if then there he she it they also".split()
)
"""Words that end the noun phrase before them; any other word may be the noun it modifies."""

_MASS = frozenset(
    "music art literature education police money information work equipment furniture software "
    "hardware clothing food water air land research evidence advice news poetry fiction "
    "journalism politics economics physics mathematics chemistry biology medicine law philosophy "
    "history religion cinema theatre sport crime violence employment property nature society "
    "transport aviation agriculture several various".split()
)
"""Nouns without a plural, which take no article."""


def article_start(text: str, start: int) -> int:
    """Return where the indefinite article before a place begins; the place itself without one."""
    article = _ARTICLE_BEFORE.search(text, max(0, start - _IN_SIGHT), start)
    return article.start() if article else start


def fit(text: str, mention: NamedSpan, chosen: str) -> ReplacedSpan:
    """Fit a chosen text into the place of its mention, whose article before it may change."""
    start, end, span = mention.start, mention.end, mention.span_text
    if chosen in {"", MASK}:
        return ReplacedSpan(start, end, chosen)
    before, after = text[max(0, start - _IN_SIGHT) : start], text[end : end + _IN_SIGHT]
    fitted = _with_number(span, chosen, is_people=mention.entity_type is SemanticType.DEM)
    lead_start = article_start(text, start)
    lead = _agreeing(text[lead_start:start], fitted)
    if not lead and _wants_article(span, before, after, fitted):
        fitted = _with_article(fitted)
    fitted = _with_possessive(span, fitted)
    if _starts_sentence(before) and span[:1].isupper():
        fitted = fitted[:1].upper() + fitted[1:]
    return ReplacedSpan(lead_start, end, fitted, lead)


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


def _wants_article(span: str, before: str, after: str, replacement: str) -> bool:
    if not replacement[:1].islower() and not _PERIOD.match(replacement):
        return False
    head = _split_at_head(replacement)[0].rpartition(" ")[2]
    if head in _MASS or replacement.partition(" ")[0] in _DETERMINERS | _MASS | _OPENERS:
        return False
    if is_plural_noun(head) and not _PERIOD.match(replacement):
        return False
    if _ARTICLE_FIRST.match(span):
        return True
    if span[:1].islower() or _HYPHENATED.match(after):
        return False
    return _begins_phrase(before) and (
        bool(_POSSESSIVE.search(span)) or _ends_phrase(after) or _starts_sentence(before)
    )


def _begins_phrase(before: str) -> bool:
    """Whether a noun phrase begins after this text, as far as its last word tells."""
    word = _WORD_BEFORE.search(before)
    if word is None:
        return _starts_sentence(before) or before.rstrip()[-1:] in {",", "(", "–", "—"}
    return word[1].lower() in _OPENERS


def _ends_phrase(after: str) -> bool:
    """Whether the noun phrase ends before this text: the next word is none it could modify."""
    word = _WORD_AFTER.match(after)
    return word is None or word[1] in _CLOSERS | _DETERMINERS or word[1].endswith("ed")


def _starts_sentence(before: str) -> bool:
    return bool(_SENTENCE_BEFORE.search(before))


def _agreeing(article: str, replacement: str) -> str:
    """Make an article outside the span, with its blank, agree with what follows it now."""
    word = article.rstrip()
    if not word or not replacement[:1].isalpha():
        return article
    wanted = indefinite_article(replacement)
    return (wanted.capitalize() if word[0].isupper() else wanted) + article[len(word) :]


def _with_article(replacement: str) -> str:
    if _PERIOD.match(replacement):
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
        if word in _CLOSERS or words[index - 1].endswith(","):
            return " ".join(words[:index]).rstrip(","), phrase[len(" ".join(words[:index])) :]
    return phrase, ""
