"""A tiny ontology for tests of the app, and a way to read spans that no linking can change."""

from __future__ import annotations

from ontology.entries import Entry, Kind
from ontology.index.writing import write_index
from ontology.layers import Ontology
from ontology.reading import Reading
from ontology.scoring.model import Model, Scorer
from ontology.spans import Span
from webapp.platform.config import Config

CITY = ("city in Norway", "city in Scandinavia", "city")
ENTRIES = {
    "gazetteer": [
        Entry(("Oslo", "Kristiania"), CITY, Kind.SETTLEMENT, 6.0, "city in Norway"),
        Entry(("Bergen",), CITY, Kind.SETTLEMENT, 5.4, "city in Norway"),
        Entry(("Malmö",), ("city in Sweden", *CITY[1:]), Kind.SETTLEMENT, 5.5, "city in Sweden"),
    ],
    "wordnet": [
        Entry(("geologist",), ("scientist", "person"), Kind.ROLE, 1.0, "a specialist in geology"),
    ],
}
SURE = Scorer(Model({}, bias=9.0), Model({}, bias=9.0))
"""A scorer that believes every reading."""


def build_tiny_ontology(config: Config) -> None:
    """Write the index where the app looks for it."""
    write_index(config.ontology, ENTRIES, {})


def read_first_sense(span: Span, ontology: Ontology) -> list[Reading]:
    """Take a span for what the index says first."""
    senses = ontology.lookup(span.text)
    return [Reading.from_sense(senses[0])] if senses else []


def build_namesakes(config: Config) -> None:
    """Write an index with two places of the same name."""
    cities = [
        Entry((name,), (f"city in {state}", "city"), Kind.SETTLEMENT, weight, f"city in {state}")
        for name, state, weight in (
            ("Oslo", "Norway", 6.0),
            ("Oslo", "Minnesota", 2.0),
            ("Duluth", "Minnesota", 5.0),
        )
    ]
    write_index(config.ontology, {"cities": cities}, {})
