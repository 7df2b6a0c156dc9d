"""How often a right candidate exists, and the first is right, by the judgements of a reader.

    python -m benchmarks.ontology.judged DATA.json [--index DIR] [--draw 2]
    python -m benchmarks.ontology.judged DATA.json --sheet    what nobody has judged yet, to judge

Of each type, 50 unique masked strings are drawn (all of them where there are fewer), each in the
first document where it stands; a second draw takes others. `judgements/<type>.csv` says of each
(string, candidate) whether it is right: true of the thing in that text, more general than it, no
description of it alone, and fit to stand in its place. A candidate that nobody judged counts as
wrong and is told. The floor of a type and `***` are no candidates here.
"""

from __future__ import annotations

import argparse
import csv
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from annotation.formats import read_documents
from annotation.records import MASK, Document
from annotation.types import SemanticType
from ontology.layers import Ontology
from ontology.proposing import FLOORS, propose_for
from ontology.spans import Span, Surroundings

TYPES = (SemanticType.LOC, SemanticType.ORG, SemanticType.DEM, SemanticType.MISC)
STRINGS = 50
SEED = 20261121
JUDGEMENTS = Path(__file__).parent / "judgements"
VERDICTS = {"right": True, "wrong": False}


@dataclass(frozen=True, slots=True)
class Answer:
    """A drawn string with what is proposed for it."""

    span: Span
    candidates: tuple[str, ...]


def drawn(documents: list[Document], semantic_type: SemanticType, draw: int = 1) -> list[Span]:
    """Draw the strings of a type, each with the first place where it stands.

    A later draw takes from what the earlier ones left, so that what was mended after reading one
    can be measured on strings that nobody read.
    """
    places: dict[str, Span] = {}
    for document in documents:
        for layer in document.layers:
            for span in Surroundings(document.text, layer.mentions).spans:
                if span.type is semantic_type:
                    places.setdefault(span.text, span)
    strings, chosen = sorted(places), []
    for number in range(draw):
        strings = [string for string in strings if string not in chosen]
        chooser = random.Random(SEED + number)  # noqa: S311 - a sample, no secret
        chosen = chooser.sample(strings, min(STRINGS, len(strings)))
    return [places[string] for string in chosen]


def answers(spans: list[Span], ontology: Ontology) -> Iterator[Answer]:
    """Propose for each span; candidates are what says more than the floor and `***`."""
    for span in spans:
        lists = propose_for(span, ontology).iter_lists()
        texts = dict.fromkeys(text for _, offered in lists for text in offered)
        vague = {MASK, FLOORS.get(span.type)}
        yield Answer(span, tuple(text for text in texts if text not in vague))


def judgements(semantic_type: SemanticType) -> dict[tuple[str, str], bool]:
    """Read what was judged: (string, candidate) → whether it is right."""
    path = JUDGEMENTS / f"{semantic_type.lower()}.csv"
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {
            (row["string"], row["candidate"]): VERDICTS[row["verdict"]]
            for row in csv.DictReader(file)
        }


def report(semantic_type: SemanticType, found: list[Answer]) -> str:
    """Say in one line what the judgements make of the answers."""
    verdicts = judgements(semantic_type)
    rights = [
        [verdicts.get((answer.span.text, text), False) for text in answer.candidates]
        for answer in found
    ]
    answered = [right for right in rights if right]
    unjudged = sum(
        (answer.span.text, text) not in verdicts for answer in found for text in answer.candidates
    )
    return (
        f"{semantic_type:<5} {len(found):>3} strings   answered {_share(len(answered), len(found))}"
        f"   a right one exists {_share(sum(map(any, rights)), len(found))}"
        f"   the first is right {_share(sum(right[0] for right in answered), len(answered))}"
        f"   candidates right {_share(sum(map(sum, rights)), sum(map(len, rights)))}"
        f"   unjudged {unjudged}"
    )


def sheet(semantic_type: SemanticType, found: list[Answer]) -> Iterator[str]:
    """Yield what is still to be judged, with the sentence, as text to read."""
    verdicts = judgements(semantic_type)
    for answer in found:
        open_ones = [text for text in answer.candidates if (answer.span.text, text) not in verdicts]
        if open_ones:
            sentence = " ".join(
                f"{answer.span.before}⟦{answer.span.text}⟧{answer.span.after}".split()
            )
            yield f"{semantic_type} {answer.span.text!r}\n  {sentence}"
            yield from (f"  - {text}" for text in open_ones)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} % ({part}/{whole})" if whole else "–"


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ontology.judged")
    parser.add_argument("data", type=Path)
    parser.add_argument("--index", type=Path, default=Path("instance/ontology"))
    parser.add_argument("--draw", type=int, default=1)
    parser.add_argument("--sheet", action="store_true")
    options = parser.parse_args()
    documents = list(read_documents(options.data))
    ontology = Ontology.open(options.index)
    for semantic_type in TYPES:
        found = list(answers(drawn(documents, semantic_type, options.draw), ontology))
        lines = sheet(semantic_type, found) if options.sheet else [report(semantic_type, found)]
        print("\n".join(lines))  # noqa: T201 - a command


if __name__ == "__main__":
    main()
