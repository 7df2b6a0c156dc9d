"""Where a mention stands in its document, and what stands around it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from annotation.types import SemanticType
from ontology.spans import Surroundings
from selection.examples import Example, ExampleDocument
from selection.features.surface import Row

_NEAR = 60
"""Characters on either side of a span that count as near."""
_WORD = re.compile(r"\w+")


def context_rows(document: ExampleDocument) -> list[list[Row]]:
    """Return, for each mention, a row for each candidate."""
    entities = Counter(example.entity_id for example in document.examples)
    strings = Counter(example.span_text for example in document.examples)
    types = Counter(example.entity_type for example in document.examples)
    subject = _subject(document)
    surroundings = Surroundings(document.text, ())
    words = Counter(_WORD.findall(document.text.lower()))
    seen: Counter[str] = Counter()
    rows = []
    for number, example in enumerate(document.examples):
        row = {
            "context/position": example.start / len(document.text),
            "context/number": float(number),
            "context/mentions in document": float(len(document.examples)),
            "context/characters of document": float(len(document.text)),
            "context/mentions of entity": float(entities[example.entity_id]),
            "context/earlier mentions of entity": float(seen[example.entity_id]),
            "context/mentions of string": float(strings[example.span_text]),
            "context/mentions of type": float(types[example.entity_type]),
            "context/is subject": float(example.entity_id == subject),
            **_around(surroundings, example),
        }
        seen[example.entity_id] += 1
        rows.append([row | each for each in _candidates(document.text, example, words)])
    return rows


def _subject(document: ExampleDocument) -> str | None:
    """Find the entity that the text is about: the first person."""
    people = (each for each in document.examples if each.entity_type is SemanticType.PERSON)
    return next((each.entity_id for each in people), None)


def _around(surroundings: Surroundings, example: Example) -> Row:
    text = surroundings.text
    before = text[max(example.start - _NEAR, 0) : example.start].rstrip()
    after = text[example.end : example.end + _NEAR].lstrip()
    first, last = surroundings.sentence_bounds(example.start, example.end)
    word = re.search(r"([A-Za-z]+)\W*$", before)
    previous = word[1].lower() if word else ""
    return {
        "context/characters of sentence": float(last - first),
        "context/begins sentence": float(example.start == first),
        "context/in brackets": float(before[-1:] == "("),
        "context/after comma": float(before[-1:] == ","),
        "context/before comma": float(after[:1] == ","),
        "context/before stop": float(after[:1] == "."),
        "context/after article": float(previous in {"a", "an", "the"}),
        "context/after preposition": float(previous in {"in", "at", "from", "of", "to", "by"}),
        "context/before word": float(after[:1].islower()),
    }


def _candidates(text: str, example: Example, everywhere: Mapping[str, int]) -> list[Row]:
    near = text[max(example.start - _NEAR, 0) : example.end + _NEAR].lower()
    words = Counter(_WORD.findall(near))
    rows = []
    for option in example.options:
        own = _WORD.findall(option.text.lower())
        head = own[-1] if own else ""
        rows.append(
            {
                "context/words near": float(sum(words[word] > 0 for word in own)),
                "context/words in text": float(sum(everywhere[word] for word in own)),
                "context/head in text": float(everywhere[head]),
            }
        )
    return rows
