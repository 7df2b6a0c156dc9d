"""Codes and names that are said, spelled or written to escape programs: "oh five", "K-A-T-E"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ontology.rules.codes.patterns import ANY_CUE, SAID_EMAIL
from ontology.rules.said import Said, stretches

SAID_MAIL = "e-mail address, as it is said"
SAID_NUMBER = "number, as it is said"
SPELLED = "name, spelled letter by letter"
_NAMED = re.compile(
    r"\b(?:names?|surname|spell(?:ed|t|ing|s)?|called|write|written|it['’]?s|that['’]?s|i['’]?m)\b"
    r"(?:\W{1,3}(?:is|was|it|that|as|like|with|are|this)\b){0,2}\W{0,3}$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\b(?:numbers?|codes?|card|social|phone|account|digits|reach\s\w+|call\s\w+|it['’]?s"
    r"|that['’]?s)\b(?:\W{1,3}(?:is|was|are|at|on|no|ends?|in|with)\b){0,2}\W{0,3}$",
    re.IGNORECASE,
)
_REACH = 40
_EDGES = r"(?<![\w.-]) (?: {} ) (?! \w | \s(?:at|dot)\s )"
_MAIL = re.compile(_EDGES.format(SAID_EMAIL.pattern.replace("(?P<local>", "(?:")), SAID_EMAIL.flags)
_SPLIT_MAIL = re.compile(
    r"""(?<![\w.+-]) [\w.+-]{1,64} (?: @[ \t]*\n[ \t]* | [ \t]*\n[ \t]*@ )
          [\w-]{1,63} (?:\.[\w-]{1,63}){1,4}
      | (?<![\w.+-]) [\w.+-]{1,64} @ [\w-]{1,63} (?:\.[\w-]{1,63}){0,3}
          (?: \.\n[ \t]* | \n[ \t]*\. ) [a-z]{2,10} (?!\w)""",
    re.VERBOSE,
)
"""A mail address that a line end cuts."""


def said_codes(text: str, is_common: Callable[[str], bool]) -> Iterator[tuple[int, int, str]]:
    """Yield what is said or spelled with its kind, addresses first.

    `is_common` is a predicate for words that are no names: a heading may be spaced out.
    """
    for pattern in (_MAIL, _SPLIT_MAIL):
        for match in pattern.finditer(text):
            yield *match.span(), SAID_MAIL
    for said in stretches(text):
        if kind := _kind(said, text[max(0, said.start - _REACH) : said.start], is_common):
            yield _with_bracket(text, said.start), said.end, kind


def _kind(said: Said, before: str, is_common: Callable[[str], bool]) -> str:
    has_cue = _NAMED.search(before) is not None
    if said.is_name(has_cue=has_cue) and (has_cue or not is_common(said.says)):
        return SPELLED
    is_named = _NUMBERED.search(before) or ANY_CUE.search(before)
    return SAID_NUMBER if said.is_code(has_cue=is_named is not None) else ""


def _with_bracket(text: str, start: int) -> int:
    """Take in the bracket of a dialling code: "(5o3)"."""
    return start - text.startswith("(", start - 1) if start else start
