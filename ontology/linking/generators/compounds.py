"""Readings of a span made of others: "northern Italy", "Norwegian-born", "actor and director"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ontology.english import indefinite_article
from ontology.entries import Kind, Sense
from ontology.folding import fold
from ontology.layers import Ontology
from ontology.linking.generators.addresses import ladder_of_address
from ontology.linking.generators.words import roots_for
from ontology.linking.whereabouts import country_of, told_beside
from ontology.naming import By, bare, kinds_told, split_qualified
from ontology.phrases import coordinates, plural, singular
from ontology.reading import RULES, Generator, Reading
from ontology.rules import quantities
from ontology.sources.territories import with_article
from ontology.spans import Span
from ontology.taxonomy import TAXONOMY

_PLACES = frozenset({Kind.SETTLEMENT, Kind.SUBDIVISION, Kind.COUNTRY, Kind.REGION})
_LARGE = frozenset({Kind.COUNTRY, Kind.SUBDIVISION})
_USUAL = 5.0
"""A settlement of this weight is known beyond where it lies."""

_VAGUE = frozenset({"place", "populated place", "administrative region"})
_COMPOUND = re.compile(r"(?P<people>[\w ]+)(?P<ending>-(?:born|based|raised|trained|speaking))")
_PERSONS = frozenset(
    "national citizen subject immigrant refugee emigrant expatriate exile migrant".split()
)
_GROUPS = frozenset("minority community people tribe clan diaspora".split())
_DESCENT = re.compile(
    r"(?P<people>.+) (?P<noun>origins?|descent|ancestry|background|extraction|heritage|ethnicity|"
    rf"nationality|citizenship|{'|'.join(sorted(_GROUPS))}|(?:{'|'.join(sorted(_PERSONS))})s?)"
)
_JOINT = re.compile(r"-born |-raised |-based |[ -](?:and )?")
_NUMBER = re.compile(r"#?\d[\d.,:–-]*(?:st|nd|rd|th)?['’]?")
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
_LINK = re.compile(r"^\s*(?:of|for|in|at)\s+(?:the\s+)?")
_LOCATED = frozenset({"place", "organization"})
_LEVELS = 4
_TWO = 2

_AROUND = (
    (_SIDE, "part of"),
    (_SIDE_OF, "part of"),
    (_NEAR, "place near"),
    (_GREATER, "area of"),
)

Best = Callable[[str], Reading | None]
"""The likeliest reading of a part of the span."""


def read_compounds(span: Span, ontology: Ontology, best: Best) -> Iterator[Reading]:
    """Yield what the parts of a span tell of the whole."""
    text = bare(span.text)
    yield from _near(text, best)
    yield from _located(span, text, ontology, best)
    yield from _team(text, best)
    yield from _of_peoples(text, ontology)
    members = coordinates(text)
    if len(members) >= _TWO:
        yield from _together([best(member) for member in members], text)


def _derived(rungs: tuple[str, ...], source: str, told: str, kind: str) -> Reading:
    return Reading(rungs, source, told, kind, Generator.DERIVED)


def read_form(span: Span) -> Reading | None:
    """Read what the letters of a span say for sure: a number, an address, a web page."""
    text = bare(span.text)
    if _NUMBER.fullmatch(text):
        return quantities.read(span)
    rungs = ladder_of_address(text)
    if not rungs:
        return None
    return Reading(rungs, RULES, f"{rungs[0]}, by its form", "form", Generator.FORM)


def _near(text: str, best: Best) -> Iterator[Reading]:
    """Yield a part of what a place is, or a place near it."""
    for pattern, words in _AROUND:
        found = pattern.match(text)
        inner = best(found["name"]) if found else None
        if inner is not None and inner.kind in _PLACES:
            rungs = [
                f"{words} {indefinite_article(rung)} {rung}"
                for rung in inner.rungs
                if rung not in _VAGUE
            ]
            yield _derived((*rungs, "place"), inner.source, f"{words} {inner.sense}", "place")


def _team(text: str, best: Best) -> Iterator[Reading]:
    """Yield the team that plays for a place, which goes by the place's name."""
    inner = best(text)
    if inner is not None and inner.kind in _PLACES:
        kind = "national sports team" if inner.kind == Kind.COUNTRY else "sports team"
        yield _derived(TAXONOMY.chain(kind), RULES, f"the team of {text}", "organization")


def _located(span: Span, text: str, ontology: Ontology, best: Best) -> Iterator[Reading]:
    """Yield "castle in Norway" where the text names a place of that country beside the name."""
    name, outer = split_qualified(text)
    told = [told for told, by in kinds_told(name) if by is not By.ADJECTIVE]
    inside = [part for each in told[:1] for part in _beside_word(name, each.word)]
    known = [part for part in inside if _is_known_place(best(part), part, ontology)]
    for place in (*known, *reversed([*outer, *told_beside(span)])):
        inner = best(place)
        country = country_of(inner.of) if inner is not None and inner.of is not None else ""
        if country:
            kinds = [each.kind for each in told] or ["place"]
            for kind in kinds:
                for root in _LOCATED.intersection(roots_for(kind, span)):
                    rungs = (f"{kind} in {with_article(country)}", *TAXONOMY.chain(kind, root))
                    yield _derived(rungs, RULES, f"{kind}, where the text says it lies", root)
            return


def _is_known_place(inner: Reading | None, name: str, ontology: Ontology) -> bool:
    """Tell a place that names of organizations are taken from: no village, and no common word."""
    if inner is None or inner.of is None or ontology.lexicon.is_common(name):
        return False
    return inner.kind in _LARGE or inner.of.weight >= _USUAL


def _beside_word(name: str, word: str) -> Iterator[str]:
    """Yield what stands before and after the word that tells a kind: "Gujarat High Court"."""
    start = fold(name).find(word)
    if start < 0 or len(fold(name)) != len(name):
        return
    for part in (name[:start].strip(), _LINK.sub("", name[start + len(word) :]).strip()):
        if part[:1].isupper():
            yield part


def _of_peoples(text: str, ontology: Ontology) -> Iterator[Reading]:
    """Yield "Nordic-born" for "Norwegian-born", "Nordic descent" for "Norwegian descent"."""
    if (found := _COMPOUND.fullmatch(text)) and (people := _people(found["people"], ontology)):
        rungs = tuple(f"{rung}{found['ending']}" for rung in people.rungs[:_LEVELS])
        yield _derived(rungs, people.source, _told(people), Kind.PEOPLE)
    if (found := _DESCENT.fullmatch(text)) and (people := _people(found["people"], ontology)):
        noun = singular(found["noun"])
        end = "person" if noun in _PERSONS else "ethnic group" if noun in _GROUPS else ""
        rungs = tuple(f"{rung} {noun}" for rung in people.rungs[:_LEVELS])
        yield _derived((*rungs, end) if end else rungs, people.source, _told(people), Kind.PEOPLE)
    parts = _JOINT.split(text)
    if len(parts) == _TWO and (last := _people(parts[1], ontology)) and _people(parts[0], ontology):
        yield _derived((parts[1], *last.rungs), last.source, _told(last), Kind.PEOPLE)


def _people(name: str, ontology: Ontology) -> Sense | None:
    if not name[:1].isupper():
        return None
    senses = (sense for sense in ontology.lookup(name) if sense.kind is Kind.PEOPLE)
    return next((sense for sense in senses if sense.source == "demonyms"), None)


def _told(sense: Sense) -> str:
    return f"{sense.term}: {sense.sense}"


def _together(readings: list[Reading | None], text: str) -> Iterator[Reading]:
    """Yield what all members of a list are, in the plural where they are names."""
    known = [reading for reading in readings if reading is not None]
    if len(known) < len(readings):
        return
    first, *others = known
    shared = [rung for rung in first.rungs if all(rung in other.rungs for other in others)]
    if shared:
        is_several = first.kind in _PLACES or text != text.lower()
        rungs = tuple(map(plural, shared)) if is_several else tuple(shared)
        told = "; ".join(reading.sense for reading in known)
        yield _derived(rungs, first.source, told, first.kind)
