"""A tiny index of peoples, callings and conditions, and a way to read a span with it."""

from __future__ import annotations

from ontology.entries import Entry, Kind
from ontology.layers import Ontology
from ontology.linking.demographics.steps import STEPS
from ontology.linking.reading import Reading
from tests.ontology.marking import spans_of

NORTH = ("Scandinavian", "Northern European", "European")
ENTRIES = {
    "demonyms": [
        Entry(("Norwegian",), NORTH, Kind.PEOPLE, 6.7, "of Norway"),
        Entry(("Italian",), ("Southern European", "European"), Kind.PEOPLE, 7.8, "of Italy"),
        Entry(("American",), ("North American",), Kind.PEOPLE, 8.5, "of United States"),
        Entry(("Parisian",), ("French", "European"), Kind.PEOPLE, 3.0, "of Paris"),
    ],
    "countries": [Entry(("Norway",), ("country in Europe", "country"), Kind.COUNTRY, 6.7)],
    "languages": [
        Entry(("Norwegian",), ("Scandinavian language", "language"), Kind.LANGUAGE, 1.0),
    ],
    "diseases": [
        Entry(("stroke",), ("brain disease", "medical condition"), Kind.DISEASE, 0.5),
        Entry(("joint pain",), ("musculoskeletal pain", "medical condition"), Kind.DISEASE, 0.5),
        Entry(("measles",), ("virus disease", "medical condition"), Kind.DISEASE, 0.5),
    ],
    "occupations": [
        Entry(("jazz pianist",), ("pianist", "musician", "person"), Kind.OCCUPATION),
    ],
    "wordnet": [
        Entry(
            ("curate", "minister"),
            ("clergyman", "spiritual leader", "leader", "person"),
            Kind.ROLE,
            1.4,
            "a person authorized to conduct religious worship",
        ),
        Entry(
            ("minister",), ("executive", "leader", "person"), Kind.ROLE, 0.1, "in the government"
        ),
        Entry(("stroke",), ("oarsman", "person"), Kind.ROLE, 0.1, "the oarsman nearest the stern"),
        Entry(("actor",), ("performer", "entertainer", "person"), Kind.ROLE, 1.2, "on the stage"),
        Entry(("singer",), ("musician", "performer", "entertainer", "person"), Kind.ROLE, 0.7),
        Entry(("songwriter",), ("musician", "artist", "creator", "person"), Kind.ROLE, 0.6),
        Entry(("pianist",), ("musician", "performer", "person"), Kind.ROLE, 0.5),
        Entry(("pain",), ("unpleasant person", "person"), Kind.ROLE, 0.5),
        Entry(("widow",), ("woman", "female", "person"), Kind.ROLE, 0.8),
        Entry(("president", "chairman"), ("presiding officer", "person"), Kind.ROLE, 1.0),
        Entry(("vice chairman",), ("president", "presiding officer", "person"), Kind.ROLE, 0.1),
        Entry(("founder",), ("person",), Kind.ROLE, 0.1),
        Entry(("pawnbroker",), ("capitalist", "person"), Kind.ROLE, 0.1),
        Entry(("banker",), ("financier", "capitalist", "person"), Kind.ROLE, 0.1),
        Entry(("leader",), ("person",), Kind.ROLE, 1.0),
        Entry(("Tamil",), ("Dravidian", "Indian", "person"), Kind.PEOPLE, 0.1),
        Entry(("Sunnite",), ("Muslim", "religious person", "person"), Kind.PEOPLE, 0.1),
        Entry(("citizenship",), ("legal status", "status"), Kind.STATE, 0.1),
    ],
}


def read(text: str, ontology: Ontology) -> Reading | None:
    span = spans_of(text)[0]
    answers = (step(span, ontology) for step in STEPS)
    return next((answer for answer in answers if answer is not None), None)


def rungs_of(text: str, ontology: Ontology) -> tuple[str, ...]:
    reading = read(text, ontology)
    return reading.rungs if reading else ()
