"""What stored figures cost where many people are counted: made of what real documents say."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from annotation.records import Document, Mention
from annotation.rendering import rendered_mentions
from benchmarks.privacy.materials import Materials, cost, milliseconds
from names.folding import fold
from privacy.anonymity import People, count_fitting
from privacy.facts import Profile, iter_texts
from privacy.payload import RiskPayload, build_payload
from research.privacy.renderings import candidates_of

_SEED = 0


def counting_lines(materials: Materials, people: int) -> Iterator[str]:
    """Yield what payloads cost that count so many people, those of the documents among them."""
    everybody = People(make_profiles(materials.documents, people))
    payloads, built, counted, groups = [], [], [], []
    for document in materials.documents:
        k = everybody.payload(document.iter_mentions(), person=document.doc_id)
        chosen = {each.mention_id: candidates_of(each)[0] for each in rendered_mentions(document)}
        built.append(milliseconds(lambda each=document: _payload(each, materials, everybody)))
        payloads.append(_payload(document, materials, everybody).to_bytes())
        counted.append(milliseconds(lambda k=k, chosen=chosen: count_fitting(k, chosen)))
        groups.append(len(k["groups"]))
    yield cost(f"groups of {len(everybody):,} people", groups, "groups")
    yield cost("payload, build", built, "ms")
    yield cost("payload, size", [len(each) / 1024 for each in payloads], "KiB")
    read = [milliseconds(lambda each=each: RiskPayload.from_bytes(each)) for each in payloads]
    yield cost("payload, read", read, "ms")
    yield cost("count who fits", counted, "ms")


def make_profiles(documents: Sequence[Document], count: int) -> Iterator[Profile]:
    """Yield the people of documents, then such as have as many facts, each anybody's.

    Real people's facts go together: drawn one by one, they tell more people apart.
    """
    spans = [list(document.iter_mentions()) for document in documents]
    for document, own in zip(documents[:count], spans, strict=False):
        yield Profile(document.doc_id, _texts(own))
    anybody = [mention for own in spans for mention in own]
    draw = random.Random(_SEED)  # noqa: S311 - made-up people, no secret
    for number in range(count - len(documents)):
        facts = draw.choices(anybody, k=len(draw.choice(spans)))
        yield Profile(f"made-up-{number}", _texts(facts))


def _texts(mentions: Sequence[Mention]) -> frozenset[str]:
    return frozenset(fold(text) for mention in mentions for text in iter_texts(mention))


def _payload(document: Document, materials: Materials, everybody: People) -> RiskPayload:
    k = everybody.payload(document.iter_mentions(), person=document.doc_id)
    return build_payload(document, materials.background, person=document.doc_id, k=k)
