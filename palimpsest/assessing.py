"""Assessing the documents of a collection: whom each still fits, and what gives it away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from annotation.hidden_words import Lexicon
from annotation.outgoing import Finding
from annotation.records import MASK, Document, Mention, Replacement
from annotation.rendering import chosen_text
from palimpsest.checking import Checker, OutgoingText, Report, targets_of
from palimpsest.outgoing import Outgoing
from privacy.anonymity import People
from privacy.attacks import Attack
from privacy.background import Background, build, read_people
from privacy.facts import DocumentNames, person_of, profiles_of
from privacy.payload import build_payload


@contextmanager
def opened_background(
    source: Path | None, documents: Sequence[Document]
) -> Iterator[Background | None]:
    """Open what an attacker of documents knows, as a background that does not stay.

    Raises BackgroundError.
    """
    if source is None:
        yield None
        return
    with TemporaryDirectory(prefix="palimpsest-background-") as folder:
        protected = (document.text for document in documents)
        build(read_people(source), Path(folder) / "index", protected=protected, name=source.name)
        yield Background.open(Path(folder) / "index")


@dataclass(frozen=True, slots=True)
class Assessment:
    """A document that would go out: its report and what can still be read of what it hides."""

    doc_id: str
    report: Report
    leaks: Sequence[Finding]
    spans: Mapping[str, Mention]
    """By the ids of the report; it lacks those that it knows from another layer."""


@dataclass(frozen=True)
class Assessing:
    """The collection that each of its documents is compared with."""

    people: People
    names: DocumentNames
    background: Background | None
    attacks: Sequence[Attack]
    checker: Checker
    outgoing: Outgoing

    @classmethod
    def of(
        cls,
        documents: Sequence[Document],
        background: Background | None,
        attacks: Sequence[Attack],
        checker: Checker,
        lexicon: Lexicon,
    ) -> Assessing:
        """Compare documents with each other, and with a background if there is one."""
        people, names = People(profiles_of(documents)), DocumentNames(documents)
        outgoing = Outgoing(lexicon)
        return cls(people, names, background, attacks, checker, outgoing)

    def assess(self, document: Document) -> Assessment:
        """Attack a document as it would go out, and count whom it fits."""
        k = self.people.payload(document.iter_mentions(), person=person_of(document))
        key = self.names.known_as(document, self.background)
        payload = build_payload(document, self.background, person=key, k=k)
        decided = _decided(self.outgoing.decided(document))
        anonymized = self.outgoing.anonymize(decided, may_be_unmasked=True)
        text = OutgoingText.of(decided, document, anonymized)
        findings = {
            target: [attack.run(target) for attack in self.attacks]
            for target in dict.fromkeys(targets_of(text, payload, key))
        }
        report = self.checker.check(text, payload, key, findings)
        spans = {key: span for key, (span, _) in text.chosen.items()}
        return Assessment(document.doc_id, report, anonymized.leaks, spans)


def _decided(document: Document) -> Document:
    """Return a document in which everything has a choice: `***` where nobody made one."""
    layers = (
        replace(layer, mentions=tuple(map(_decided_mention, layer.mentions)))
        for layer in document.layers
    )
    return replace(document, layers=tuple(layers))


def _decided_mention(mention: Mention) -> Mention:
    if not mention.is_masked or chosen_text(mention) is not None:
        return mention
    before = mention.replacement or Replacement({})
    return replace(mention, replacement=replace(before, selection={MASK: ("nobody",)}))
