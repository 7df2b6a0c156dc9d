"""Readings of a span made of others: "northern Italy", "Norwegian-born", "actor and director"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from annotation.sources import ListSource
from names.folding import fold
from ontology.english import indefinite_article
from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.linking.generators.addresses import chain_of_address
from ontology.linking.generators.words import roots_for
from ontology.linking.geography import (
    country_of,
    gather_evidence,
    is_known_place,
    names_behind,
    split_place,
    support_of,
    weight_by_name,
)
from ontology.naming import NamePart, bare, match_kinds, split_qualified
from ontology.phrases import coordinates, plural, singular
from ontology.reading import Generator, Reading
from ontology.rules import quantities
from ontology.sources.territories import with_article
from ontology.spans import Span
from ontology.taxonomy import TAXONOMY

_PLACES = frozenset({Kind.SETTLEMENT, Kind.SUBDIVISION, Kind.COUNTRY, Kind.REGION})
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
_LOCATED = ("place", "organization")
_LEVELS = 4
_TWO = 2

_AROUND = (
    (_SIDE, "part of"),
    (_SIDE_OF, "part of"),
    (_NEAR, "place near"),
    (_GREATER, "area of"),
)

ReadPart = Callable[[str], Reading | None]
"""Gives the likeliest reading of a part of the span."""


def read_compounds(span: Span, ontology: Ontology, read_part: ReadPart) -> Iterator[Reading]:
    """Yield readings of a span by readings of its parts."""
    text = bare(span.text)
    yield from _near(text, read_part)
    yield from _located(span, text, ontology)
    yield from _team(text, read_part)
    yield from _of_peoples(text, ontology)
    members = coordinates(text)
    if len(members) >= _TWO:
        yield from _together([read_part(member) for member in members], text)


def _derived(generalizations: tuple[str, ...], source: str, label: str, kind: str) -> Reading:
    return Reading(generalizations, source, label, kind, Generator.DERIVED)


def read_form(span: Span) -> Reading | None:
    """Read a span by its form alone: a number, an address, a web page."""
    text = bare(span.text)
    if _NUMBER.fullmatch(text):
        return quantities.read(span)
    generalizations = chain_of_address(text)
    if not generalizations:
        return None
    return Reading(
        generalizations,
        ListSource.RULES,
        f"{generalizations[0]}, by its form",
        "form",
        Generator.FORM,
    )


def _near(text: str, read_part: ReadPart) -> Iterator[Reading]:
    """Yield a part of what a place is, or a place near it."""
    for pattern, words in _AROUND:
        found = pattern.match(text)
        inner = read_part(found["name"]) if found else None
        if inner is not None and inner.kind in _PLACES:
            generalizations = [
                f"{words} {indefinite_article(text)} {text}"
                for text in inner.generalizations
                if text not in _VAGUE
            ]
            yield _derived(
                (*generalizations, "place"), inner.source, f"{words} {inner.label}", "place"
            )


def _team(text: str, read_part: ReadPart) -> Iterator[Reading]:
    """Yield the team that plays for a place, which goes by the place's name."""
    inner = read_part(text)
    if inner is not None and inner.kind in _PLACES:
        kind = "national sports team" if inner.kind == Kind.COUNTRY else "sports team"
        yield _derived(
            TAXONOMY.chain(kind), ListSource.RULES, f"the team of {text}", "organization"
        )


def _located(span: Span, text: str, ontology: Ontology) -> Iterator[Reading]:
    """Yield "castle in Norway" where the text names a place of that country beside the name."""
    name, outer = split_qualified(text)
    if not outer:
        name, outer = split_place(name, ontology)
    matches = [match for match, part in match_kinds(name) if part is not NamePart.ADJECTIVE]
    inside = [part for each in matches[:1] for part in _beside_word(name, each.word)]
    known = [part for part in inside if is_known_place(part, ontology)]
    for place in (*known, *reversed([*outer, *names_behind(span)])):
        if country := _country_named(place, span, ontology):
            kinds = [each.kind for each in matches] or ["place"]
            for kind in kinds:
                for root in filter(roots_for(kind, span).__contains__, _LOCATED):
                    generalizations = (
                        f"{kind} in {with_article(country)}",
                        *TAXONOMY.chain(kind, root),
                    )
                    yield _derived(
                        generalizations,
                        ListSource.RULES,
                        f"{kind}, where the text says it lies",
                        root,
                    )
            return


def _country_named(place: str, span: Span, ontology: Ontology) -> str:
    """Return the country of the likeliest place of a name, by size and by what the text speaks of.

    Of Sinop in Brazil and Sinop in Turkey the smaller one is meant where Ankara stands beside it;
    Barnstaple is the English town, and not Barnstable, of which it is another spelling.
    """
    evidence = gather_evidence(span.surroundings, ontology)
    known = ((sense, country_of(sense)) for sense in ontology.lookup(place))
    likely = max(
        ((sense, country) for sense, country in known if country),
        key=lambda each: (
            weight_by_name(each[0], place) + support_of(each[0], evidence, fold(place))
        ),
        default=None,
    )
    return likely[1] if likely else ""


def _beside_word(name: str, word: str) -> Iterator[str]:
    """Yield what stands before and after the word that names a kind: "Gujarat High Court"."""
    start = fold(name).find(word)
    if start < 0 or len(fold(name)) != len(name):
        return
    for part in (name[:start].strip(), _LINK.sub("", name[start + len(word) :]).strip()):
        if part[:1].isupper():
            yield part


def _of_peoples(text: str, ontology: Ontology) -> Iterator[Reading]:
    """Yield "Nordic-born" for "Norwegian-born", "Nordic descent" for "Norwegian descent"."""
    if (found := _COMPOUND.fullmatch(text)) and (people := _people(found["people"], ontology)):
        generalizations = tuple(
            f"{text}{found['ending']}" for text in people.generalizations[:_LEVELS]
        )
        yield _derived(generalizations, people.source, _label_of(people), Kind.PEOPLE)
    if (found := _DESCENT.fullmatch(text)) and (people := _people(found["people"], ontology)):
        noun = singular(found["noun"])
        end = "person" if noun in _PERSONS else "ethnic group" if noun in _GROUPS else ""
        generalizations = tuple(f"{text} {noun}" for text in people.generalizations[:_LEVELS])
        yield _derived(
            (*generalizations, end) if end else generalizations,
            people.source,
            _label_of(people),
            Kind.PEOPLE,
        )
    parts = _JOINT.split(text)
    if len(parts) == _TWO and (last := _people(parts[1], ontology)) and _people(parts[0], ontology):
        yield _derived((parts[1], *last.generalizations), last.source, _label_of(last), Kind.PEOPLE)


def _people(name: str, ontology: Ontology) -> Sense | None:
    if not name[:1].isupper():
        return None
    senses = (sense for sense in ontology.lookup(name) if sense.kind is Kind.PEOPLE)
    return next((sense for sense in senses if sense.source == "demonyms"), None)


def _label_of(sense: Sense) -> str:
    return f"{sense.term}: {sense.sense}"


def _together(readings: list[Reading | None], text: str) -> Iterator[Reading]:
    """Yield what all members of a list are, in the plural where they are names."""
    known = [reading for reading in readings if reading is not None]
    if len(known) < len(readings):
        return
    first, *others = known
    shared = [
        text
        for text in first.generalizations
        if all(text in other.generalizations for other in others)
    ]
    if shared:
        is_several = first.kind in _PLACES or text != text.lower()
        generalizations = tuple(map(plural, shared)) if is_several else tuple(shared)
        label = "; ".join(reading.label for reading in known)
        yield _derived(generalizations, first.source, label, first.kind)
