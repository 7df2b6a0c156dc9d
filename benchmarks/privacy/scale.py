"""What a large background costs: people made of the sentences of a real one."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory

from benchmarks.privacy.materials import Materials, cost, milliseconds
from privacy.attacks.words import first_words
from privacy.background import Background, Person, Summary, build, read_people
from privacy.payload import build_payload
from research.privacy.renderings import Rendering, render

_SEED = 0
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_NEW_NAMES = 3
"""So many words a person stand nowhere else, as names do: a real vocabulary grows with people."""


def scale_lines(materials: Materials, people: int) -> Iterator[str]:
    """Yield what a background of so many people costs: to read, to ask, to make payloads with."""
    protected = [document.text for document in materials.documents]
    with TemporaryDirectory() as scratch:
        source, folder = Path(scratch) / "people.jsonl", Path(scratch) / "background"
        write_people(materials.source, people, source)
        yield f"a file of {people:,} people: {source.stat().st_size / 1e6:.0f} MB"
        # in a process of its own, whose peak is that of the reading alone
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as reader:
            summary, seconds, peak = reader.submit(_read_in, source, folder, protected).result()
        size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
        yield f"read in: {seconds:.1f} s CPU, at most {peak:,.0f} MiB; {size:.0f} MB on disk"
        yield f"left out: {summary.empty} empty, {summary.near_copies} with copies of the documents"
        yield from _asked(materials, Background.open(folder))


def write_people(source: Path, count: int, out: Path) -> None:
    """Write made-up people as JSON lines."""
    with out.open("w", encoding="utf-8") as file:
        for person in make_people(source, count):
            line = {"id": person.key, "text": person.text}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


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


def _read_in(source: Path, folder: Path, protected: Sequence[str]) -> tuple[Summary, float, float]:
    """Build a background; return what it holds, CPU seconds, and the peak of memory in MiB."""
    before = getrusage(RUSAGE_SELF)
    summary = build(read_people(source), folder, protected=protected)
    after = getrusage(RUSAGE_SELF)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return summary, seconds, after.ru_maxrss / 1024


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
