"""Writes the texts of the demo's made-up people anew, as the ontology has their lists now.

python -m webapp.cli.demo_texts
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from annotation.formats import document_to_json, iter_json_list
from annotation.records import MASK, Document, Mention
from annotation.rendering import generalized_text_of
from annotation.types import SemanticType
from ontology.proposing import propose
from webapp.cli.demo_people import CHOSEN_BY_EACH, FILE, texts
from webapp.platform.config import Config
from webapp.replacements.opening import open_ontology


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


def _without_last_name(document: Document) -> Document:
    """Leave the last name of a person unhidden, as somebody may who reads in haste."""
    [layer] = document.layers
    people = [each for each in layer.mentions if each.entity_type is SemanticType.PERSON]
    kept = tuple(each for each in layer.mentions if each is not people[-1])
    return replace(document, layers=(replace(layer, mentions=kept),))


def _documents() -> Iterator[Document]:
    ontology = open_ontology(Config.read())
    earlier = [each for each in _EARLIER for _ in range(CHOSEN_BY_EACH)]
    for number, person in enumerate(texts()):
        document = propose(person.document, ontology)
        if number == 0:  # what the gate of releases is to stop
            document = _without_last_name(document)
        yield _chosen(document, *earlier[number]) if number < len(earlier) else document


def write(path: Path) -> None:
    """Write the texts with their lists and choices."""
    pieces = iter_json_list(map(document_to_json, _documents()))
    path.write_text("".join(pieces), encoding="utf-8")


if __name__ == "__main__":
    write(FILE)
