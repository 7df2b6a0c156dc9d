"""The demo's made-up people: texts with lists and a few choices, and what an attacker knows.

`python -m webapp.cli.demo_people` writes the texts anew, as the ontology has their lists now.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from annotation.formats import document_to_json, iter_json_list
from annotation.records import MASK, Document, Mention
from annotation.rendering import generalized_text_of
from ontology.proposing import propose
from privacy.people import MadeUpPerson, make_people
from webapp.config import Config
from webapp.generalizations.opening import open_ontology

FILE = Config.PROJECT_ROOT / "webapp" / "data" / "made-up.json"
PAGES = "made-up people.jsonl"
"""The name of the file of all their public pages."""
DOCUMENTS = 24
"""So many texts are to be anonymized; there are pages about all people."""
CHOSEN_BY_EACH = 4
"""So many texts have the choices of each earlier annotator, so that there is work to look at."""


def texts() -> Iterator[MadeUpPerson]:
    """Yield the people whose texts are in the project."""
    return islice(make_people(), DOCUMENTS)


def pages() -> Iterator[bytes]:
    """Yield what is known of all made-up people in public, as JSON lines."""
    for person in make_people():
        yield json.dumps({"id": person.key, "text": person.page}).encode() + b"\n"


def _most_specific(listed: list[str]) -> str:
    return listed[0]


def _most_general(listed: list[str]) -> str:
    return listed[-2] if len(listed) > 1 else MASK


_EARLIER: tuple[tuple[str, Callable[[list[str]], str]], ...] = (
    ("sample-ben", _most_specific),
    ("sample-cleo", _most_general),
)
"""Annotators of the sample and what they choose: the one stays close to the original."""


def _chosen(document: Document, name: str, choose: Callable[[list[str]], str]) -> Document:
    """Let an annotator choose for all that is hidden."""
    layers = (
        replace(layer, mentions=tuple(_with_choice(each, name, choose) for each in layer.mentions))
        for layer in document.layers
    )
    chosen = replace(document, layers=tuple(layers))
    return replace(chosen, generalized_text=generalized_text_of(chosen))


def _with_choice(mention: Mention, name: str, choose: Callable[[list[str]], str]) -> Mention:
    if mention.replacement is None or not mention.is_masked:
        return mention
    [(_, listed)] = mention.replacement.iter_lists()
    selection = {choose(listed): (name,)}
    return replace(mention, replacement=replace(mention.replacement, selection=selection))


def _documents() -> Iterator[Document]:
    ontology = open_ontology(Config.from_environment())
    earlier = [each for each in _EARLIER for _ in range(CHOSEN_BY_EACH)]
    for number, person in enumerate(texts()):
        document = propose(person.document, ontology)
        yield _chosen(document, *earlier[number]) if number < len(earlier) else document


def write(path: Path) -> None:
    """Write the texts with their lists and choices."""
    pieces = iter_json_list(map(document_to_json, _documents()))
    path.write_text("".join(pieces), encoding="utf-8")


if __name__ == "__main__":
    write(FILE)
