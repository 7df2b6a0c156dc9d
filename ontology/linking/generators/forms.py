"""Under which other forms a span may stand in the index, and how much of it each form reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ontology.naming import bare, split_qualified, unquoted, without_legal_form
from ontology.phrases import singular, variants
from ontology.reading import Generator

_BRACKETS = re.compile(r"\s*[(\[][^)\]]*[)\]]")
_ABBREVIATED = {
    **dict.fromkeys(["St", "St.", "Sankt"], ("Saint", "St.")),
    **dict.fromkeys(["Ste", "Ste."], ("Sainte",)),
    "Saint": ("St.", "St"),
    "Mount": ("Mt.",),
    **dict.fromkeys(["Mt", "Mt."], ("Mount",)),
    **dict.fromkeys(["Co", "Co."], ("County",)),
    "Fort": ("Ft.",),
    **dict.fromkeys(["Ft", "Ft."], ("Fort",)),
}
"""How the first words of names of places are written otherwise."""

_ATTRIBUTE = re.compile(
    r"^(?:former|modern|modern-day|present-day|ancient|occupied|nearby|neighbou?ring|native|retired)\s+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Form:
    """A text to look up, what made it, and the share of the span's words in it."""

    text: str
    generator: Generator
    coverage: float = 1.0


def forms_of(text: str) -> Iterator[Form]:
    """Yield the forms of a span, as it stands first, each once."""
    seen: set[str] = set()
    for form in _iter_forms(text):
        if form.text and form.text not in seen:
            seen.add(form.text)
            yield form


def _iter_forms(text: str) -> Iterator[Form]:
    yield Form(unquoted(text), Generator.NAME)
    plain = bare(text)
    yield Form(plain, Generator.NAME)
    for form in _normalised(plain):
        yield Form(form, Generator.NORMALISED)
    first, outer = split_qualified(plain)
    if outer:
        yield Form(first, Generator.QUALIFIED, _share(first, plain))
        yield Form(bare(first), Generator.QUALIFIED, _share(first, plain))
    for form in variants(plain):
        yield Form(form, Generator.HEAD, _share(form, plain))


def _normalised(plain: str) -> Iterator[str]:
    yield singular(plain)
    yield _BRACKETS.sub("", plain).strip()
    yield _ATTRIBUTE.sub("", plain)
    yield without_legal_form(plain)
    first, _, rest = plain.partition(" ")
    for other in _ABBREVIATED.get(first, ()) if rest else ():
        yield f"{other} {rest}"
    last = plain.rpartition(" ")[2]
    if last in {"Co", "Co."}:
        yield f"{plain.removesuffix(last)}County"
    if "-" in plain:
        yield plain.replace("-", " ")
    elif " " in plain and plain.count(" ") <= 2:  # noqa: PLR2004 - longer names bear no hyphens
        yield plain.replace(" ", "-")


def _share(part: str, whole: str) -> float:
    return len(part.split()) / max(1, len(whole.split()))
