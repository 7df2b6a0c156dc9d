"""Very many short made-up texts, to see what a long run of `palimpsest sanitize` takes."""

from __future__ import annotations

from pathlib import Path
from random import Random

SEED = 8
SENTENCES = (
    "{given} {family} moved to {place} on {day} {month} {year}, where both children grew up.",
    "In {year} the {trade} {given} {family} bought a house at {number} {street}, {place}.",
    "The office in {place} wrote to {given} {family} about case {number}/{year} in {month}.",
    "Since {month} {year} the {trade} has been looked after by Dr {family} of {place} Hospital.",
    "You can reach {given} by phone (01632 {phone}) or at {family}@example.org before noon.",
    "{given} {family}, a {trade} of {day} years' standing, never went back to {place}.",
    "On {day} {month} {year} a neighbour from {place} told the police what {given} had seen.",
    "The {family} family ran a bakery in {place} until {year}; {given} sold it to a {trade}.",
)
GIVEN = (
    "Agnes Bertram Cecilia Dorothea Edmund Frida Gregor Hilde Imogen Jonas Klara Ludvig Mathilda "
    "Nils Ottilie Percival Quentin Rosalind Sigurd Theodora Ulrik Viola Winifred Xaver Yvonne Zeno"
).split()
PLACES = (
    "Aberdeen Bologna Coventry Dresden Exeter Fredrikstad Grenoble Hamar Innsbruck Jena Kilkenny "
    "Lausanne Murcia Narvik Oxford Padua Rouen Salzburg Tampere Uppsala Vigo Wexford York Zadar"
).split()
TRADES = (
    "baker carpenter dentist electrician farmer geologist gardener journalist librarian mechanic "
    "nurse plumber surveyor tailor teacher weaver"
).split()
STREETS = ("Mill Lane", "Church Road", "Station Street", "Harbour Road", "Orchard Avenue")
MONTHS = (
    "January February March April May June July August September October November December"
).split()
ONSETS = "B Br D F Gr H K L M N R S St T V W".split()
MIDDLES = "al ar el en er il in ol or und".split()
ENDS = "berg by croft den feld ham holm land ley man sen ski ton vik".split()


def write_texts(folder: Path, count: int) -> None:
    """Write so many plain texts of some 200 characters into a folder, the same every time."""
    folder.mkdir(parents=True, exist_ok=True)
    random = Random(SEED)  # noqa: S311 - made-up texts, no secrets
    for number in range(1, count + 1):
        (folder / f"{number:06d}.txt").write_text(_text(random), encoding="utf-8")


def _text(random: Random) -> str:
    """Make up a text about one person; numbers, and many a name, stand in no other."""
    parts = (ONSETS, MIDDLES, MIDDLES, ENDS)
    person = {
        "given": random.choice(GIVEN),
        "family": "".join(map(random.choice, parts)),
        "trade": random.choice(TRADES),
        "phone": random.randint(100_000, 999_999),
    }
    sentences = (
        sentence.format(
            **person,
            place=random.choice(PLACES),
            street=random.choice(STREETS),
            day=random.randint(1, 28),
            month=random.choice(MONTHS),
            year=random.randint(1950, 2020),
            number=random.randint(1, 400),
        )
        for sentence in random.sample(SENTENCES, random.randint(2, 3))
    )
    return " ".join(sentences) + "\n"
