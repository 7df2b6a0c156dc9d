"""What a project asks of a file beyond its format, and what the file will bring."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import Session

from annotation.errors import RecordError, locating, shown
from annotation.formats.csv_table import TextColumnError
from annotation.formats.marked_text import LAYER as BY_HAND
from annotation.overlaying import SUGGESTIONS, annotator_of, corrects_others
from annotation.records import Document as Record
from annotation.records import Layer
from annotation.rendering import led_mentions
from webapp.intake.imports.adapting import Adapted, adapt, set_gold_aside
from webapp.people.operations import checked_name
from webapp.platform.errors import DomainError
from webapp.platform.models import Document, Project, ProjectKind
from webapp.replacements.filling import gaps_of

MAX_ANNOTATORS = 1_000
"""The most annotators of a file; more are rather a mistake, and all would become people here."""

MOST_LISTED = 20
"""Faults that are listed one by one; the rest is counted."""


LONGEST_ID = 500
"""In characters: PostgreSQL indexes up to some 2,700 bytes."""


@dataclass(slots=True)
class Survey:
    """The counts and faults of a checked file."""

    file: str = ""
    """Its name, which every page and message says before the faults."""
    documents: int = 0
    mentions: int = 0
    choices: int = 0
    gaps: int = 0
    """Mentions that need a choice and have no list."""
    layered: int = 0
    """Documents of which one of several layers was taken."""
    gold_left_out: int = 0
    """Documents whose gold layer stood beside those of annotators."""
    led: int = 0
    """Masked spans that overlap a longer one, whose choice stands for them; where one chooses."""
    unmasked: list[str] = field(default_factory=list)
    """The doc_ids of documents without a masked mention."""
    annotators: dict[str, None] = field(default_factory=dict)
    """Their names, in the order in which they appear."""
    reviewers: dict[str, None] = field(default_factory=dict)
    """The names of those who corrected choices."""
    faulty: int = 0
    """Documents that can't be imported."""
    faults: list[str] = field(default_factory=list)
    """The faults of the first of them."""
    unclear: TextColumnError | None = None
    """The fault of the first table of which nobody says which column is the text."""
    noted: int = 0
    """What people should know of the reading; of a file that can't be read on, there is none."""
    notes: list[str] = field(default_factory=list)
    """The first of that."""

    def leave_out(self, fault: RecordError) -> None:
        """Count a document that can't be imported, and keep the reason."""
        self.faulty += 1
        if len(self.faults) < MOST_LISTED:
            self.faults.append(self._within(str(fault)))
        if isinstance(fault, TextColumnError) and not self.unclear:
            self.unclear = fault

    def note(self, what: str) -> None:
        """Count what people should know of the reading, and keep it."""
        self.noted += 1
        if len(self.notes) < MOST_LISTED:
            self.notes.append(self._within(what))

    def _within(self, what: str) -> str:
        """Leave the name of an archive away before the places in it."""
        return what.removeprefix(f"{self.file} / ")

    def take(self, documents: Iterable[Adapted], kind: ProjectKind) -> None:
        """Count all documents of a file; raises RecordError where there is none, and like `add`."""
        for adapted in documents:
            self.add(adapted, kind)
        if not self.documents + self.faulty:
            raise RecordError("there is no document in it")

    def add(self, adapted: Adapted, kind: ProjectKind) -> None:
        """Count a document; raises RecordError where there are too many annotators."""
        document = adapted.document
        self.documents += 1
        self.layered += adapted.layers_left_out > 0
        self.gold_left_out += adapted.is_gold_left_out
        self.annotators.update(annotators_of(document, kind))
        self.reviewers.update(reviewers_of(document))
        for layer in document.layers:
            if kind.chooses:
                self.led += len(led_mentions(layer.mentions))
                self.gaps += len(gaps_of(layer))
        if not any(mention.is_masked for mention in document.iter_mentions()):
            self.unmasked.append(document.doc_id)
        for mention in document.iter_mentions():
            self.mentions += 1
            if mention.replacement:
                self.choices += sum(len(names) for names in mention.replacement.selection.values())
        if len(self.annotators | self.reviewers) > MAX_ANNOTATORS:
            raise RecordError(f"the file names more than {MAX_ANNOTATORS:,} annotators")


def annotators_of(document: Record, kind: ProjectKind) -> dict[str, None]:
    """Name the people whose work a document brings: who chose, and who has a layer of their own."""
    owners = (owner_of(layer, document, kind) for layer in document.layers)
    names: dict[str, None] = dict.fromkeys(owner for owner in owners if owner is not None)
    for mention in document.iter_mentions():
        if mention.replacement:
            for chosen_by in mention.replacement.selection.values():
                names.update(dict.fromkeys(chosen_by))
    return names


def reviewers_of(document: Record) -> dict[str, None]:
    """Name the people who corrected choices that a document brings."""
    names: dict[str, None] = {}
    for mention in document.iter_mentions():
        of_texts = mention.replacement.corrections if mention.replacement else {}
        for reviewers in (*of_texts.values(), *mention.corrections.values()):
            names.update(dict.fromkeys(reviewers))
    return names


def owner_of(layer: Layer, document: Record, kind: ProjectKind) -> str | None:
    """Name whose own layer one is in a project of this kind; None for a shared one.

    Where spans alone are annotated, each layer is its annotator's, unless others correct it, or it
    is the only one and nobody's: suggested, or marked in the text itself.
    """
    if corrects_others(layer):
        return annotator_of(layer)
    is_suggested = layer.name in {SUGGESTIONS, BY_HAND} and len(document.layers) == 1
    is_corrected = any(map(corrects_others, document.layers))
    is_shared = kind.chooses or is_suggested or is_corrected
    return None if is_shared else layer.name


def taken_ids(session: Session, project: Project) -> set[str]:
    """Return the doc_ids that a project has."""
    return set(session.scalars(select(Document.doc_id).where(Document.project_id == project.id)))


def iter_checked(
    documents: Iterable[Record],
    *,
    kind: ProjectKind,
    taken: Container[str],
    on_fault: Callable[[RecordError], None],
) -> Iterator[Adapted]:
    """Pass on the documents as a project of this kind takes them; `taken` are its doc_ids.

    `on_fault` is called with what is wrong with one that it can't take.
    """
    for document in documents:
        try:
            with locating(doc_id=document.doc_id):
                adapted = _checked(document, kind, taken)
        except RecordError as fault:
            on_fault(fault)
        else:
            yield adapted


def _checked(document: Record, kind: ProjectKind, taken: Container[str]) -> Adapted:
    _check_ids(document)
    if document.doc_id in taken:
        raise RecordError("the project has a document of this doc_id already")
    for name in annotators_of(document, kind) | reviewers_of(document):
        _check_name(name)
    for mention in document.iter_mentions():
        if mention.replacement and "" in mention.replacement.selection:
            raise RecordError("an empty text was chosen", mention_id=mention.mention_id)
    return adapt(document, kind) if kind.chooses else set_gold_aside(document)


def _check_ids(document: Record) -> None:
    """Refuse what the indexes of the database can't hold."""
    _check_length("doc_id", document.doc_id)
    for layer in document.layers:
        _check_length("the name of a layer", layer.name)
        for mention in layer.mentions:
            _check_length("entity_mention_id", mention.mention_id)


def _check_length(what: str, value: str) -> None:
    if len(value) > LONGEST_ID:
        raise RecordError(f"{what} has at most {LONGEST_ID} characters, not {len(value):,}")


def _check_name(name: str) -> None:
    try:
        is_name = checked_name(name) == name
    except DomainError as error:
        raise RecordError(f"{shown(name)} can't be a person here: {error}") from error
    if not is_name:
        raise RecordError(f"the annotator's name {shown(name)} has blanks around it")
