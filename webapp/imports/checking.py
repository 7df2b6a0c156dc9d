"""What a project asks of a file beyond its format, and what the file will bring."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field

from annotation.errors import RecordError, locating, shown
from annotation.records import Document
from webapp.errors import DomainError
from webapp.generalizations.filling import lacks_list
from webapp.imports.adapting import Adapted, adapt
from webapp.models import ProjectKind
from webapp.people.operations import checked_name

MAX_ANNOTATORS = 1_000
"""Of a file; more are rather a mistake, and all of them would become people here."""


@dataclass(slots=True)
class Survey:
    """What a checked file holds."""

    documents: int = 0
    mentions: int = 0
    choices: int = 0
    gaps: int = 0
    """Masked mentions without a list."""
    layered: int = 0
    """Documents of which one of several layers was taken."""
    joined: int = 0
    """Masked spans that went into one that they overlapped."""
    annotators: dict[str, None] = field(default_factory=dict)
    """The names, in the order in which they appear."""

    def add(self, adapted: Adapted, kind: ProjectKind) -> None:
        """Count a document; raises RecordError where there are too many annotators."""
        document = adapted.document
        self.documents += 1
        self.layered += adapted.layers_left_out > 0
        self.joined += adapted.spans_joined
        self.annotators.update(annotators_of(document, kind))
        for mention in document.iter_mentions():
            self.mentions += 1
            self.gaps += lacks_list(mention)
            if mention.replacement:
                self.choices += sum(len(names) for names in mention.replacement.selection.values())
        if len(self.annotators) > MAX_ANNOTATORS:
            raise RecordError(f"the file names more than {MAX_ANNOTATORS:,} annotators")


def annotators_of(document: Document, kind: ProjectKind) -> dict[str, None]:
    """Name the people whose work a document brings: who chose and, when masking, who marked."""
    names: dict[str, None] = {}
    if kind is ProjectKind.MASKING:
        names.update(dict.fromkeys(layer.name for layer in document.layers))
    for mention in document.iter_mentions():
        if mention.replacement:
            for chosen_by in mention.replacement.selection.values():
                names.update(dict.fromkeys(chosen_by))
    return names


def iter_checked(
    documents: Iterable[Document], *, kind: ProjectKind, taken: Container[str]
) -> Iterator[Adapted]:
    """Pass on the documents as a project of this kind takes them; `taken` are its doc_ids.

    Raises RecordError for the first that it can't.
    """
    for document in documents:
        with locating(doc_id=document.doc_id):
            if document.doc_id in taken:
                raise RecordError("the project has a document of this doc_id already")
            for name in annotators_of(document, kind):
                _check_name(name)
            for mention in document.iter_mentions():
                if mention.replacement and "" in mention.replacement.selection:
                    problem = "an empty text was chosen"
                    raise RecordError(problem, mention_id=mention.mention_id)
            is_shared = kind is ProjectKind.REPLACEMENT
            adapted = adapt(document) if is_shared else Adapted(document)
        yield adapted


def _check_name(name: str) -> None:
    try:
        is_name = checked_name(name) == name
    except DomainError as error:
        raise RecordError(f"{shown(name)} can't be a person here: {error}") from error
    if not is_name:
        raise RecordError(f"the annotator's name {shown(name)} has blanks around it")
