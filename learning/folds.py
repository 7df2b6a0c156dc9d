"""Which documents train and which test; a document is never on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from learning.errors import LearningError


class IdentifiedText(Protocol):
    """A document of any kind, with an id and a text."""

    @property
    def doc_id(self) -> str:
        """Its id, unique among the documents."""
        ...

    @property
    def text(self) -> str:
        """Its whole text."""
        ...


_Document = TypeVar("_Document", bound=IdentifiedText)


@dataclass(frozen=True, slots=True)
class Fold(Generic[_Document]):
    """Documents to train on and others to test on; raises LearningError for a leak."""

    train: tuple[_Document, ...]
    test: tuple[_Document, ...]

    def __post_init__(self) -> None:
        refuse_leaks(self.train, self.test)


def refuse_leaks(train: Sequence[IdentifiedText], test: Sequence[IdentifiedText]) -> None:
    """Refuse documents to test on that are among those to train on, by doc_id or by text.

    Raises LearningError, which names the document.
    """
    ids = {document.doc_id for document in train}
    texts = {document.text: document.doc_id for document in train}
    for document in test:
        if document.doc_id in ids:
            raise LearningError(
                f"Document {document.doc_id} is both to train on and to test on. Leave it out of "
                "one of the two."
            )
        if document.text in texts:
            raise LearningError(
                f"Document {document.doc_id}, to test on, has the text of document "
                f"{texts[document.text]}, to train on. Leave one of them out."
            )


def split(documents: Sequence[_Document], folds: int, seed: int) -> Iterator[Fold[_Document]]:
    """Divide documents at random into so many folds; each tests what the others train on.

    Documents with the same text stay together, and the order given does not matter. Raises
    LearningError where there are fewer texts than folds.
    """
    from sklearn.model_selection import GroupKFold  # noqa: PLC0415 - heavy

    ordered = sorted(documents, key=lambda each: each.doc_id)
    check_folds(ordered, folds)
    first: dict[str, int] = {}
    groups = [first.setdefault(document.text, place) for place, document in enumerate(ordered)]
    splitter = GroupKFold(folds, shuffle=True, random_state=seed)
    for train, test in splitter.split(ordered, groups=groups):
        yield Fold(tuple(ordered[i] for i in train), tuple(ordered[i] for i in test))


def check_folds(documents: Sequence[IdentifiedText], folds: int) -> None:
    """Refuse more folds than there are different texts; raises LearningError."""
    texts = len({document.text for document in documents})
    if texts == 1:
        raise LearningError(
            "One document can't be both trained on and tested on: take a file with more, or "
            "train on another file."
        )
    if texts < folds:
        raise LearningError(
            f"{folds} folds need at least {folds} annotated documents, and there are "
            f"{texts}: take at most {texts} folds."
        )
