"""Short invented biographies in which people and towns are masked, trades and numbers are not."""

from __future__ import annotations

from annotation.records import Document, Layer, Mention
from annotation.types import IdentifierType, SemanticType

GIVEN = "Ada Bo Cleo Dag Eli Finn Gro Hal Ida Jon".split()
FAMILY = "Moss Reed Thorne Vale Ashe Birk Crane Dunn Ekeland Frost".split()
TOWNS = "Oslo Bergen Malmö Hamar Tromsø Larvik Molde Narvik Skien Halden".split()
TRADES = "baker potter weaver joiner tailor miller cooper glazier smith tanner".split()
DIRECT, QUASI, NO_MASK = IdentifierType.DIRECT, IdentifierType.QUASI, IdentifierType.NO_MASK
PERSON, LOC, DEM, QUANTITY = (
    SemanticType.PERSON,
    SemanticType.LOC,
    SemanticType.DEM,
    SemanticType.QUANTITY,
)


def document(number: int, *, inverted: bool = False) -> Document:
    """Return one; `inverted` turns every decision around."""
    name = f"{GIVEN[number % 10]} {FAMILY[(number * 3 + number // 10) % 10]}"
    town, trade = TOWNS[number * 7 % 10], TRADES[number * 9 % 10]
    parts = [
        (name, PERSON, DIRECT),
        (" was a ", None, None),
        (trade, DEM, NO_MASK),
        (" in ", None, None),
        (town, LOC, QUASI),
        (" with ", None, None),
        (str(number + 2), QUANTITY, NO_MASK),
        (" children. ", None, None),
        (name.split()[1], PERSON, DIRECT),
        (" never left ", None, None),
        (town, LOC, QUASI),
        (".", None, None),
    ]
    text, mentions = "", []
    for part, kind, decision in parts:
        if kind is not None and decision is not None:
            decided = (QUASI if decision is NO_MASK else NO_MASK) if inverted else decision
            entity = f"{kind}-{part.split()[-1]}"
            place = len(mentions)
            start, end = len(text), len(text) + len(part)
            mentions.append(Mention(f"m{place}", kind, start, end, part, decided, entity))
        text += part
    task = f"Hide who this is: {name}"
    return Document(f"d{number}", text, (Layer("ann", tuple(mentions)),), task=task)


DOCUMENTS = tuple(map(document, range(12)))


def mentions_of(each: Document) -> tuple[Mention, ...]:
    """Return the mentions of the only layer."""
    return each.layers[0].mentions


def undecided(each: Document) -> Document:
    """Return a document as before anybody decided: without layers."""
    return Document(each.doc_id, each.text, task=each.task)
