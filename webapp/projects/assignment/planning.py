"""Sharing out documents among annotators: pure computation, no database.

Some documents go to everybody, so that agreement can be measured; they are the first ones of the
project in which there is something to agree on, so that it can be measured early. Each of the
others goes to as many annotators as the project asks for, so that the loads differ as little as
possible. A plan only ever adds, and planning again after it was applied adds nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from json import dumps

from webapp.projects.assignment.balancing import Holders, Need, level_loads

Pair = tuple[int, int]
"""document, annotator"""


@dataclass(frozen=True)
class Load:
    """The numbers of documents that one annotator has, and that the plan adds."""

    annotator: int
    present: int
    shared: int
    """Documents added because everybody gets them."""
    own: int
    """Documents added to share out the rest."""

    @property
    def total(self) -> int:
        """Documents that the annotator has once the plan is applied."""
        return self.present + self.shared + self.own


@dataclass(frozen=True)
class Plan:
    """The assignments that are to be added."""

    additions: tuple[Pair, ...]
    everybody: tuple[int, ...]
    """Documents that everybody has once the plan is applied, because that many were asked for."""
    loads: tuple[Load, ...]
    short: tuple[int, ...]
    """Documents that still have fewer annotators than the project asks for."""

    @property
    def checksum(self) -> str:
        """Identify the plan, so that exactly the one that was looked at is applied."""
        return sha256(dumps(asdict(self)).encode()).hexdigest()


def plan_assignments(
    documents: Sequence[int],
    annotators: Sequence[int],
    *,
    everybody: int,
    per_document: int,
    existing: Collection[Pair],
    unmasked: Collection[int] = (),
    read: Collection[Pair] = (),
) -> Plan:
    """Plan what to add; documents come in the order of work, annotators in any fixed order.

    `everybody` counts the documents that everybody has already. Only documents that are not yet
    fully assigned are chosen for it, the `unmasked` ones, without spans to hide, after all others;
    and those that more annotators have than the project asks for: they were for everybody before
    somebody joined. `read` says who reviewed a document: they don't annotate it after that.
    """
    holders = _holders(documents, existing)
    present = {person: sum(person in held for held in holders.values()) for person in annotators}
    preferred = sorted(documents, key=lambda document: document in unmasked)
    lacking = _lacking(documents, annotators, existing)
    able = _lacking(documents, annotators, [*existing, *read])
    for_all = [document for document in preferred if able[document] == lacking[document]]
    chosen = _for_everybody(for_all, annotators, holders, everybody, per_document)
    shared = {document: able[document] for document in chosen}
    needs = _needs(documents, shared, holders, able, per_document)
    loads = {person: present[person] + _count(shared, person) for person in annotators}
    own = level_loads(needs, loads)
    given = shared | own
    additions = [(document, person) for document in documents for person in given.get(document, ())]
    afterwards = _holders(documents, [*existing, *additions])
    return Plan(
        additions=tuple(additions),
        everybody=tuple(document for document in documents if document in chosen),
        loads=tuple(
            Load(person, present[person], _count(shared, person), _count(own, person))
            for person in annotators
        ),
        short=tuple(document for document in documents if len(afterwards[document]) < per_document),
    )


def _holders(documents: Sequence[int], existing: Collection[Pair]) -> Holders:
    holders: Holders = {document: set() for document in documents}
    for document, annotator in existing:
        holders.setdefault(document, set()).add(annotator)
    return holders


def _needs(
    documents: Sequence[int],
    shared: Collection[int],
    holders: Holders,
    able: Mapping[int, Sequence[int]],
    per_document: int,
) -> dict[int, Need]:
    """Return how many annotators the documents that are not for everybody still need."""
    return {
        document: (per_document - len(holders[document]), able[document])
        for document in documents
        if document not in shared and len(holders[document]) < per_document
    }


def _lacking(
    documents: Sequence[int], annotators: Sequence[int], pairs: Collection[Pair]
) -> dict[int, list[int]]:
    """Return the annotators of each document who stand in no pair with it, in their order."""
    held = _holders(documents, pairs)
    return {
        document: [person for person in annotators if person not in held[document]]
        for document in documents
    }


def _for_everybody(
    documents: Sequence[int],
    annotators: Sequence[int],
    holders: Holders,
    wanted: int,
    per_document: int,
) -> set[int]:
    """Choose the documents for everybody: those that are already, then the first open ones."""
    everyone = set(annotators)
    if not everyone:
        return set()
    already = [document for document in documents if everyone <= holders[document]]
    joined = [
        document
        for document in documents
        if not everyone <= holders[document] and len(holders[document]) > per_document
    ]
    fresh = [
        document
        for document in documents
        if not everyone <= holders[document] and len(holders[document]) < per_document
    ]
    return set([*already, *joined, *fresh][:wanted])


def _count(given: dict[int, list[int]], person: int) -> int:
    return sum(person in people for people in given.values())
