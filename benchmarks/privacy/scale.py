"""What a large background costs: people made of the sentences of a real one."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.privacy.materials import Materials, cost, milliseconds
from privacy.attacks.words import first_words
from privacy.background import Background, Person, build, read_people
from privacy.payload import build_payload
from privacy.renderings import Rendering, render

_SEED = 0
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_NEW_NAMES = 3
"""So many words a person stand nowhere else, as names do: a real vocabulary grows with people."""


def scale_lines(materials: Materials, people: int) -> Iterator[str]:
    """Yield what a background of so many people costs: to build, to ask, to make payloads with."""
    protected = [document.text for document in materials.documents]
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "background"
        made = list(make_people(materials.source, people))
        begin = process_time()
        summary = build(made, folder, protected=protected)
        seconds = process_time() - begin
        size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
        yield f"build {summary.people:,} people: {seconds:.1f} s CPU, {size:.0f} MB"
        yield f"left out: {summary.empty} empty, {summary.near_copies} with copies of the documents"
        yield from _asked(materials, Background.open(folder))


def make_people(source: Path, count: int) -> Iterator[Person]:
    """Make people of drawn sentences, each text as long as a real one, with names of their own."""
    texts = [person.text for person in read_people(source) if person.text]
    sentences = [sentence for text in texts for sentence in _SENTENCE.split(text)]
    draw = random.Random(_SEED)  # noqa: S311 - made-up texts, no secret
    for number in range(count):
        length, pieces, total = len(draw.choice(texts)), [], 0
        while total < length:
            pieces.append(draw.choice(sentences))
            total += len(pieces[-1]) + 1
        pieces += [f"{draw.getrandbits(32):x}{draw.choice('aeiou')}n" for _ in range(_NEW_NAMES)]
        yield Person(f"made-up-{number}", " ".join(pieces))


def _asked(materials: Materials, background: Background) -> Iterator[str]:
    texts = [
        first_words(render(document, rendering) or "")
        for document in materials.documents
        for rendering in (Rendering.ORIGINAL, Rendering.CHOSEN)
    ]
    asked = [milliseconds(lambda words=words: background.scores(words)) for words in texts]
    built = [
        milliseconds(lambda each=each: build_payload(each, background, person=None, k={}))
        for each in materials.documents
    ]
    yield cost("query", asked, "ms")
    yield cost("payload, build", built, "ms")
