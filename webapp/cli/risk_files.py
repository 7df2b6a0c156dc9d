"""Assessing the documents of a file, without a project or a database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from annotation.correcting import as_corrected
from annotation.formats import read_documents
from annotation.hidden_words import Lexicon
from annotation.records import MASK, Document, Mention, Replacement
from annotation.rendering import chosen_text, rendered_mentions
from annotation.writing import Anonymizer
from ontology.rules.grammar import fit
from privacy.anonymity import People
from privacy.attacks import Attack
from privacy.attacks.reading import ReadingAttack
from privacy.background import Background, build, read_people
from privacy.facts import person_of, profiles_of
from privacy.figures import Figures
from privacy.payload import build_payload
from webapp.cli.output import report_progress
from webapp.cli.risk_attacks import READING, attacks_on
from webapp.cli.risk_reports import Assessed
from webapp.config import Config
from webapp.errors import DomainError
from webapp.generalizations.opening import (
    OntologyUnavailableError,
    opened_lexicon,
    opened_ontology,
)
from webapp.risk.checking import Checker, OutgoingText, targets_of


def assess_file(
    config: Config, file: Path, source: Path | None, attacks: Sequence[str]
) -> Iterator[Assessed]:
    """Yield what is known of the documents of a file; raises RecordError and BackgroundError."""
    documents = list(read_documents(file))
    if not documents:
        raise DomainError(f"{file} holds no document.")
    with _opened(source, documents) as background:
        ready = attacks_on(background, attacks, config) if background else []
        reading = (
            ReadingAttack(background, opened_ontology(config))
            if background and READING in attacks
            else None
        )
        checker = Checker(_figures(config), reading)
        assessing = _Assessing.of(documents, background, ready, checker, config)
        for number, document in enumerate(documents, start=1):
            yield assessing.assess(document)
            report_progress(number)


@contextmanager
def _opened(source: Path | None, documents: Sequence[Document]) -> Iterator[Background | None]:
    """Open a background that does not stay."""
    if source is None:
        yield None
        return
    with TemporaryDirectory(prefix="palimpsest-background-") as folder:
        protected = (document.text for document in documents)
        build(read_people(source), Path(folder) / "index", protected=protected)
        yield Background.open(Path(folder) / "index")


def _figures(config: Config) -> Figures | None:
    try:
        return Figures(opened_ontology(config))
    except OntologyUnavailableError:
        return None


@dataclass(frozen=True)
class _Assessing:
    """What all documents of a file are compared with."""

    people: People
    named: Mapping[str, Sequence[str]]
    """Person → the names of the documents about them."""
    background: Background | None
    attacks: Sequence[Attack]
    checker: Checker
    lexicon: Lexicon

    @classmethod
    def of(
        cls,
        documents: Sequence[Document],
        background: Background | None,
        attacks: Sequence[Attack],
        checker: Checker,
        config: Config,
    ) -> _Assessing:
        named: dict[str, list[str]] = {}
        for document in documents:
            named.setdefault(person_of(document), []).append(document.doc_id)
        people = People(profiles_of(documents))
        return cls(people, named, background, attacks, checker, opened_lexicon(config))

    def assess(self, document: Document) -> Assessed:
        """Attack a document as it would go out, and count whom it fits."""
        person = person_of(document)
        k = self.people.payload(document.iter_mentions(), person=person)
        key = self._key_of(document, person)
        payload = build_payload(document, self.background, person=key, k=k)
        decided = _decided(document)
        leading = {each.mention_id: each for each in rendered_mentions(decided)}
        anonymized = Anonymizer(self.lexicon, fit).anonymize(decided, may_be_unmasked=True)
        chosen = {key: (each, chosen_text(each) or MASK) for key, each in leading.items()}
        outgoing = OutgoingText(anonymized.text, chosen, decided)
        findings = {
            target: [attack.run(target) for attack in self.attacks]
            for target in set(targets_of(outgoing, payload, key))
        }
        report = self.checker.check(outgoing, payload, key, findings)
        originals = {key: each.span_text for key, each in leading.items()}
        return Assessed(document.doc_id, report, anonymized.leaks, originals)

    def _key_of(self, document: Document, person: str) -> str | None:
        """Return the name that the background has for whom a document is about, if it has one."""
        known = self.background
        names = [document.doc_id, *self.named[person]] if known else []
        return next((each for each in names if known and known.number_of(each) is not None), None)


def _decided(document: Document) -> Document:
    """Return a document in which everything has a choice: `***` where nobody made one."""
    document = as_corrected(document)
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
