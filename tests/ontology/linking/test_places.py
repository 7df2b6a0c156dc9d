"""Reading spans as places, on a small index of our own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.records import Mention
from annotation.types import IdentifierType, SemanticType
from ontology.entries import Entry, Kind
from ontology.index import Index
from ontology.index.writing import write_index
from ontology.layers import Ontology
from ontology.linking.places.steps import STEPS
from ontology.linking.reading import Reading
from ontology.spans import Span, Surroundings


def settlement(name: str, noun: str, area: str, country: str, weight: float, *others: str) -> Entry:
    """Return a settlement as the source of cities gives it."""
    rungs = (f"{noun} in {area}, {country}", f"{noun} in {country}", noun, "place")
    return Entry((name, *others), rungs, Kind.SETTLEMENT, weight, rungs[0])


def country(name: str, region: str, weight: float, *others: str) -> Entry:
    """Return a country as the source of countries gives it."""
    rungs = (f"country in {region}", "country in Europe", "country", "place")
    return Entry((name, *others), rungs, Kind.COUNTRY, weight)


def state(name: str, outer: str, weight: float, *others: str) -> Entry:
    """Return a state as the source of subdivisions gives it."""
    rungs = (f"state of {outer}", "state", "administrative region", "place")
    return Entry((name, *others), rungs, Kind.SUBDIVISION, weight)


CITIES = [
    settlement("Bergen", "city", "Vestland", "Norway", 5.9),
    settlement("Bergen", "village", "Hesse", "Germany", 3.5),
    settlement("Perth", "city", "Western Australia", "Australia", 6.6),
    settlement("Perth", "city", "Scotland", "United Kingdom", 4.9),
    settlement("Salem", "city", "Oregon", "United States", 5.4),
    settlement("Salem", "city", "Tamil Nadu", "India", 5.5),
    settlement("Mumbai", "city", "Maharashtra", "India", 8.0, "Bombay"),
    settlement("Street", "town", "England", "United Kingdom", 4.1),
    settlement("Lake Mary", "town", "Florida", "United States", 4.0),
    settlement("Saint Cloud", "city", "Minnesota", "United States", 4.9),
    settlement("Ulmdorf", "village", "Hesse", "Germany", 3.9),
    settlement("Bergen op Zoom", "city", "North Brabant", "Netherlands", 4.9),
]
COUNTRIES = [
    country("Norway", "Northern Europe", 8.4),
    country("Sweden", "Northern Europe", 8.7),
    country("Georgia", "Western Asia", 8.2),
    country("United States", "North America", 10.2, "U.S.", "US"),
    country("United Kingdom", "Western Europe", 9.5, "UK"),
]
STATES = [
    state("Georgia", "the United States", 6.9),
    state("Scotland", "the United Kingdom", 6.4),
    state("Vestland", "Norway", 5.7, "Bergen"),
    state("Oregon", "the United States", 6.5, "OR"),
]
NOUNS = [
    Entry(("lighthouse keeper",), ("worker", "person"), Kind.ROLE),
    Entry(("outhouse",), ("building", "structure"), Kind.ARTIFACT, 1.0),
    Entry(("turkey",), ("bird",), Kind.LIVING),
    Entry(("Danube",), ("river", "stream", "body of water"), Kind.LANDFORM, 0.1, "a river"),
]
PEOPLE = [
    Entry(("Scottish",), ("British",), Kind.PEOPLE, 3.0, "of Scotland"),
    Entry(("American",), ("North American",), Kind.PEOPLE, 8.5, "of United States"),
]


@pytest.fixture(scope="module")
def ontology(tmp_path_factory: pytest.TempPathFactory) -> Ontology:
    """A small index with a few places."""
    folder = tmp_path_factory.mktemp("index")
    sources = {
        "cities": CITIES,
        "countries": COUNTRIES,
        "subdivisions": STATES,
        "wordnet": NOUNS,
        "demonyms": PEOPLE,
    }
    write_index(folder, sources, {})
    return Ontology([Index(folder)])


def span_in(sentence: str, text: str) -> Span:
    """Return a span of a sentence."""
    start = sentence.index(text)
    mention = Mention(
        "m1", SemanticType.LOC, start, start + len(text), text, IdentifierType.QUASI, "e1"
    )
    return Span(mention, Surroundings(sentence, [mention]))


def read(ontology: Ontology, text: str, sentence: str = "") -> tuple[str, ...]:
    """Return the rungs of the first step that answers."""
    span = span_in(sentence or f"They met at {text}.", text)
    answers: list[Reading | None] = [step(span, ontology) for step in STEPS]
    return next((answer.rungs for answer in answers if answer is not None), ())


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Bergen", "city in Vestland, Norway"),
        ("bergen", ""),
        ("BERGEN", "city in Vestland, Norway"),
        ("the United States", "country in North America"),
        ("U.S.", "country in North America"),
        ("Norway's", "country in Northern Europe"),
        ("St. Cloud", "city in Minnesota, United States"),
        ("city of Bergen", "city in Vestland, Norway"),
        ("the village of Bergen", "village in Hesse, Germany"),
        ("Bergen, Germany", "village in Hesse, Germany"),
        ("Salem, OR", "city in Oregon, United States"),
        ("state of Georgia", "state of the United States"),
        ("Bombay", "city in Maharashtra, India"),
        ("northern Norway", "part of a country in Northern Europe"),
        ("outskirts of Bergen", "place near a city in Vestland, Norway"),
        ("Greater Perth", "area of a city in Western Australia, Australia"),
        ("Norway and Sweden", "countries in Northern Europe"),
        ("turkey", ""),
        ("the Street", "street"),
    ],
)
def test_names_are_found_as_written_and_normalised(
    ontology: Ontology, text: str, first: str
) -> None:
    assert next(iter(read(ontology, text)), "") == first


@pytest.mark.parametrize(
    ("text", "sentence", "first"),
    [
        ("Perth", "The Scottish singer was born in Perth.", "city in Scotland, United Kingdom"),
        ("Perth", "She was born in Perth.", "city in Western Australia, Australia"),
        ("Salem", "Born in Salem, Oregon, in May.", "city in Oregon, United States"),
        ("Salem", "Born in Salem.", "city"),
        ("Georgia", "He played in the United States and Georgia.", "state of the United States"),
        ("Georgia", "He left Georgia.", "country in Western Asia"),
        ("Norway", "They sailed up the river Norway.", "river"),
    ],
)
def test_the_text_around_decides_which_one(
    ontology: Ontology, text: str, sentence: str, first: str
) -> None:
    assert read(ontology, text, sentence)[0] == first


@pytest.mark.parametrize(
    ("text", "sentence", "first"),
    [
        ("Perth", "The footballer scored twice against Perth.", "football team"),
        ("Salem", "He made nine league appearances in football for Salem.", "football team"),
        ("Perth", "In football, he joined newly promoted Perth in May.", "football team"),
        ("Perth", "The footballer left Third Division side Perth.", "football team"),
        ("Perth", "In May Perth paid a fee for him, as for most footballers.", "football team"),
        ("Mumbai", "She sang. He saw football. She joined Mumbai.", "city in Maharashtra, India"),
        ("Norway", "The footballer scored against Norway.", "country in Northern Europe"),
        ("Perth", "The singer gave a concert for Perth.", "city in Western Australia, Australia"),
    ],
)
def test_the_town_that_somebody_plays_for_is_a_team(
    ontology: Ontology, text: str, sentence: str, first: str
) -> None:
    assert read(ontology, text, sentence)[0] == first


@pytest.mark.parametrize(
    ("text", "sentence", "first"),
    [
        ("Ulmdorf", "She lived in Ulmdorf.", "village in Hesse, Germany"),
        ("Ulmdorf", "In Norway she lived in Ulmdorf.", "populated place"),
        ("Perth", "In Norway she dreamt of Perth.", "city in Western Australia, Australia"),
        ("Mumbai", "She was born in Mumbai, Oregon.", "place in the United States"),
        ("Bergen", "The kings of Bergen fell out.", "territory"),
        ("Bergen", "It ended the Bergen dynasty.", "territory"),
        ("Xyz", "The last nawab of Xyz died.", "territory"),
        ("Norway", "He wrote to the king of Norway.", "country in Northern Europe"),
        ("Bergen", "The governor of Bergen resigned.", "state of Norway"),
        ("Bergen", "He was mayor of Bergen.", "city in Vestland, Norway"),
    ],
)
def test_a_namesake_elsewhere_is_not_what_a_text_means(
    ontology: Ontology, text: str, sentence: str, first: str
) -> None:
    assert read(ontology, text, sentence)[0] == first


@pytest.mark.parametrize(
    ("text", "rungs"),
    [
        ("12 High Street", ("street address", "address", "place")),
        ("Storgata 5", ("street address", "address", "place")),
        ("Room 12", ("part of a building", "place")),
        ("Interstate 80", ("highway", "road", "place")),
        ("High Street", ("street", "road", "place")),
        ("Ludwigstraße", ("street", "road", "place")),
        ("Rue de Lille", ("street", "road", "place")),
        ("Lake Mary", ("lake", "body of water", "place")),
        ("Danube", ("river", "body of water", "place")),
        ("Ullevål sykehus", ("hospital", "medical facility", "facility", "place")),
        ("Church of St Olaf", ("church", "religious building", "building", "place")),
        ("a hospital", ("hospital", "medical facility", "facility", "place")),
        ("outhouse", ("outhouse", "building", "structure", "place")),
        ("Ellingham", ("populated place", "place")),
    ],
)
def test_what_no_index_knows_is_read_by_its_words(
    ontology: Ontology, text: str, rungs: tuple[str, ...]
) -> None:
    assert read(ontology, text) == rungs


def test_an_unknown_name_is_a_place_in_the_country_beside_it(ontology: Ontology) -> None:
    assert read(ontology, "Xyz", "Born in Xyz, Norway.") == ("place in Norway", "place")


def test_a_noun_beside_an_unknown_name_says_what_it_is(ontology: Ontology) -> None:
    assert read(ontology, "Solbakk", "He bought the farm Solbakk.")[0] == "farm"


def test_a_slip_of_the_pen_is_mended_only_near_what_was_meant(ontology: Ontology) -> None:
    assert (
        read(ontology, "Saint Clout", "Born in Saint Clout.")[0]
        == "city in Minnesota, United States"
    )
    assert read(ontology, "Saint Clout", "In Norway, at Saint Clout.") == ()


@given(st.text(min_size=1, max_size=40))
def test_any_text_is_read_without_failing(ontology: Ontology, text: str) -> None:
    rungs = read(ontology, text)
    assert all(rungs)


def test_only_a_place_that_fits_decides_where_a_name_lies(ontology: Ontology) -> None:
    assert (
        read(ontology, "Bergen", "He lived in Bergen, Oregon.")[0] == "place in the United States"
    )
    assert (
        read(ontology, "Perth", "He lived in Perth, UK.")[0] == "city in Scotland, United Kingdom"
    )
