"""What the documents of a project say of each person: the texts that people are counted by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from annotation.records import MASK, Document, Mention
from annotation.types import SemanticType
from names.folding import fold
from ontology.rules.persons import is_numbered

if TYPE_CHECKING:
    from privacy.background.opened import Background


@dataclass(frozen=True, slots=True)
class Profile:
    """A person with all that is said of them, folded: the originals and what may stand for them."""

    person: str
    texts: frozenset[str]


def profiles_of(documents: Iterable[Document]) -> list[Profile]:
    """Gather what some documents say into one profile a person, in the order they come."""
    found: dict[str, set[str]] = {}
    for document in documents:
        texts = found.setdefault(person_of(document), set())
        for mention in document.iter_mentions():
            texts.update(map(fold, iter_texts(mention)))
    return [Profile(person, frozenset(texts)) for person, texts in found.items()]


def person_of(document: Document) -> str:
    """Return the key of the person whom a document is about.

    Documents with one `task`, which names whom to protect, are about one person; any other document
    has a person of its own.
    """
    return fold(document.task or "") or document.doc_id


class DocumentNames:
    """By which names a background may know whom the documents of a project are about."""

    def __init__(self, documents: Iterable[Document] = ()) -> None:
        self._of_person: dict[str, list[str]] = {}
        for document in documents:
            self.add(document)

    def __len__(self) -> int:
        """How many documents there are."""
        return sum(map(len, self._of_person.values()))

    def add(self, document: Document) -> None:
        """Take the name of another document."""
        self._of_person.setdefault(person_of(document), []).append(document.doc_id)

    def known_as(self, document: Document, background: Background | None) -> str | None:
        """Return the name that a background has for a document's person; None where it has none.

        It is the document's own, else that of another document about the same person.
        """
        if background is None:
            return None
        names = [document.doc_id, *self._of_person.get(person_of(document), ())]
        return next((name for name in names if background.number_of(name) is not None), None)


def iter_texts(mention: Mention) -> Iterator[str]:
    """Yield the original of a mention and those texts of its lists that tell people apart."""
    yield mention.span_text
    for texts in iter_lists(mention):
        yield from (text for text in texts if not fits_everybody(text, mention.entity_type))


def iter_lists(mention: Mention) -> Iterator[list[str]]:
    """Yield the lists of a mention, each from the most specific text to the most general."""
    for _, texts in mention.replacement.iter_lists() if mention.replacement else ():
        yield texts


def fits_everybody(text: str, semantic_type: SemanticType) -> bool:
    """Return whether a replacement says nothing of who somebody is.

    The number of a person ("PERSON 2") counts the people of one document, and the kind of a code
    ("phone number") is what everybody has.
    """
    if text == MASK or semantic_type is SemanticType.CODE:
        return True
    return semantic_type is SemanticType.PERSON and is_numbered(text)
