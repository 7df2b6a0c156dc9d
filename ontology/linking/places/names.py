"""The forms under which a place may stand in a text, and the names in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_QUOTES = "\"'“”‘’„«» \t\n,;:"
_THE = re.compile(
    r"^(?:(?:the|his|her|their|its|our|my)\s+)?(?:(?:former|modern|modern-day|present-day|ancient|occupied|nearby|"
    r"neighbou?ring|then|native|hometown|today's)\s+)*",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"(?<=\w)['’]s?$")
_BRACKETS = re.compile(r"\s*[(\[][^)\]]*[)\]]")
_SAINT = re.compile(r"\b(Saint|St\.?|Sankt|Ste\.?|Mount|Mt\.?|Fort|Ft\.?|Co\.?)(?=\s)")
_OTHER_FORMS = {
    **dict.fromkeys(["St", "St.", "Sankt"], ("Saint", "St.")),
    **dict.fromkeys(["Ste", "Ste."], ("Sainte",)),
    "Saint": ("St.", "St"),
    "Mount": ("Mt.",),
    **dict.fromkeys(["Mt", "Mt."], ("Mount",)),
    **dict.fromkeys(["Co", "Co."], ("County",)),
    "Fort": ("Ft.",),
    **dict.fromkeys(["Ft", "Ft."], ("Fort",)),
}

_UNIT = (
    r"city|town|village|municipality|borough|county|province|state|region|district|commune|"
    r"department|prefecture|republic|kingdom|parish|island|canton|territory|governorate|oblast|"
    r"voivodeship|state capital|capital|port|community|commonwealth|principality|free state|"
    r"emirate|hamlet|suburb|township|area"
)
_UNIT_OF = re.compile(
    rf"^(?:the\s+)?(?:(?:[a-z]+\s+){{0,2}})(?P<unit>{_UNIT})\s+of\s+(?:the\s+)?(?P<name>.+)$",
    re.IGNORECASE,
)
_UNIT_BEHIND = re.compile(rf"^(?P<name>.+?)\s+(?P<unit>{_UNIT})$", re.IGNORECASE)
_SIDE = re.compile(
    r"""^(?i:(?:the\s+)?(?P<side>
        (?:(?:far|extreme|deep)\s+)?(?:north|south)[ -]?(?:east|west)(?:ern)?|
        (?:(?:far|extreme|deep)\s+)?(?:north|south|east|west)(?:ern)?|
        central|upper|lower|mid|inner|outer|downtown|uptown|midtown|rural|urban|coastal|mainland|
        northernmost|southernmost)
        [ -](?:part\s+of\s+|coast\s+of\s+)?)(?P<name>[A-ZÀ-Þ].+)$""",
    re.VERBOSE,
)
_SIDE_OF = re.compile(
    r"""^(?i:(?:the\s+)?(?:(?:north|south|east|west)(?:[ -]?(?:east|west))?(?:ern)?
        (?:\s+(?:part|coast|side|half|end|bank))?|center|centre|heart|city\s+cent(?:er|re)|
        part|parts|coast|interior|middle|countryside|mainland|streets?|downtown|
        historic\s+cent(?:er|re))
        \s+of\s+(?:the\s+)?)(?P<name>[A-ZÀ-Þ].+)$""",
    re.VERBOSE,
)
_NEAR = re.compile(
    r"""^(?:(?:a|the)\s+)?(?:(?:small\s+|little\s+)?(?:place|area|village|town|field|farm|somewhere)\s+)?
        (?:near|nearby|outside|around|close\s+to|off|just\s+outside|
        (?:the\s+)?(?:outskirts|suburbs|vicinity|environs|surroundings)\s+of)\s+
        (?:of\s+)?(?P<name>.+)$""",
    re.VERBOSE | re.IGNORECASE,
)
_GREATER = re.compile(r"^(?:[Gg]reater|[Mm]etropolitan)\s+(?P<name>[A-ZÀ-Þ].+)$")
_LIST = re.compile(r"\s*,\s*(?:and|or|&)\s+|\s+(?:and|or|&)\s+|\s*[;/]\s*|\s*,\s*")
_WITHOUT_UNIT = frozenset({"area", "capital", "community", "state capital", "port"})


@dataclass(frozen=True, slots=True)
class Named:
    """A name, and the unit that the text calls it, if it does ("the province of Quebec")."""

    name: str
    unit: str = ""


def bare(text: str) -> str:
    """Return a text without quotes, outer brackets, or the possessive ending."""
    return _POSSESSIVE.sub("", text.strip(_QUOTES).removeprefix("("))


def iter_names(text: str) -> Iterator[Named]:
    """Yield the names that a text may stand for, as written first."""
    seen: set[tuple[str, str]] = set()
    for named in (Named(text.strip(_QUOTES)), *_iter_all(bare(text))):
        key = (named.name, named.unit)
        if named.name and key not in seen:
            seen.add(key)
            yield named


def _iter_all(text: str) -> Iterator[Named]:
    plain = _THE.sub("", _BRACKETS.sub("", text)).strip()
    for form in (text, plain):
        yield Named(form)
        yield from map(Named, _spell_otherwise(form))
    for pattern in (_UNIT_OF, _UNIT_BEHIND):
        if found := pattern.match(plain):
            unit = found["unit"].lower()
            yield Named(found["name"].strip(), "" if unit in _WITHOUT_UNIT else unit)
    if plain.endswith("s") and " " in plain:
        yield Named(plain[:-1])


def _spell_otherwise(name: str) -> Iterator[str]:
    found = _SAINT.search(name)
    for other in _OTHER_FORMS.get(found.group(), ()) if found else ():
        yield f"{name[: found.start()]}{other}{name[found.end() :]}" if found else name
    if "-" in name:
        yield name.replace("-", " ")
    elif " " in name:
        yield name.replace(" ", "-")


def part_of(text: str) -> str | None:
    """Return the name of what a text names a part of: "northern Italy" → "Italy"."""
    found = _SIDE.match(bare(text)) or _SIDE_OF.match(bare(text))
    return found["name"] if found else None


def beside(text: str) -> str | None:
    """Return the name of what a text says something is near to: "outskirts of Lyon" → "Lyon"."""
    found = _NEAR.match(bare(text))
    return found["name"] if found else None


def around(text: str) -> str | None:
    """Return the name of the city that a text adds the suburbs to: "Greater London"."""
    found = _GREATER.match(bare(text))
    return found["name"] if found else None


def split_list(text: str) -> list[str]:
    """Return the members of a list of places: "Norway, Sweden and Finland" → three."""
    return [part for part in _LIST.split(bare(text)) if part]


def split_qualified(text: str) -> tuple[str, list[str]]:
    """Return a name and the places that it is said to lie in: "Bergen, Norway"."""
    inside = re.match(r"^(?P<name>.+?)\s*[(\[](?P<outer>[A-ZÀ-Þ][^)\]]+)[)\]]$", text.strip())
    if inside:
        return inside["name"], split_list(inside["outer"])
    first, *rest = re.split(r",\s*|\s+in\s+(?:the\s+)?(?=[A-ZÀ-Þ])", bare(text))
    return first, [part for part in rest if part]
