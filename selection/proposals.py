"""What the ontology would offer for spans whose lists come from elsewhere.

Lists of a file may be wrong in part (a town is offered as a river), and annotators mask
what nothing true is offered for. What the ontology itself reads a span as tells of such a list how
far to trust it; of its own lists it says what they say.
"""

from __future__ import annotations

from dataclasses import replace

from annotation.records import MASK, Mention, Replacement
from ontology.layers import Ontology
from ontology.proposing import Proposer
from ontology.spans import Surroundings
from selection.examples import Example, ExampleDocument


def with_proposals(document: ExampleDocument, ontology: Ontology | None) -> ExampleDocument:
    """Return a document in which each masked span has what the ontology offers, if there is one.

    What is known of a span already stays: lists that the ontology made are not made anew.
    """
    numbered = {str(number): example for number, example in enumerate(document.examples)}
    lacking = {number for number, example in numbered.items() if _lacks_proposal(example)}
    if ontology is None or not lacking:
        return document
    mentions = [_mention(number, example) for number, example in numbered.items()]
    surroundings = Surroundings.read(document.text, mentions)
    proposer = Proposer(surroundings, ontology)
    for span in surroundings.spans:
        if (number := span.mention.mention_id) in lacking:
            texts = _texts(proposer.propose(span))
            numbered[number] = replace(numbered[number], proposed=texts)
    return replace(document, examples=tuple(numbered.values()))


def _lacks_proposal(example: Example) -> bool:
    """Whether it is open what the ontology says of a list, and there is anything to say of."""
    return not example.proposed and len(example.options) > 1


def _texts(proposed: Replacement) -> tuple[str, ...]:
    return tuple(text for _, texts in proposed.iter_lists() for text in texts if text != MASK)


def _mention(number: str, example: Example) -> Mention:
    """Return a mention by number: ids repeat between the layers of a document."""
    return Mention(
        number,
        example.entity_type,
        example.start,
        example.end,
        example.span_text,
        example.identifier_type,
        example.entity_id,
    )
