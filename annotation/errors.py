"""Errors of annotation data, with messages that name the place."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

MOST_OTHERS = 4
"""How many further faults of a record a message names."""


class AnnotationError(Exception):
    """Base of all errors this package raises on purpose; the message is meant for people."""


class RecordError(AnnotationError):
    """A record breaks a rule; the message names file, document and mention if they are known.

    The inner layers know the fault, the outer ones the place: each adds what it knows with
    `located`. `place` ("record 3, line 40") stands in for a document whose name is not known.
    """

    def __init__(
        self,
        problem: str,
        *,
        file: str | None = None,
        place: str | None = None,
        doc_id: str | None = None,
        mention_id: str | None = None,
    ) -> None:
        self.problem = problem
        self.file = file
        self.place = place
        self.doc_id = doc_id
        self.mention_id = mention_id
        places = [
            file,
            f"document {shown(doc_id)}" if doc_id is not None else place,
            f"mention {shown(mention_id)}" if mention_id is not None else None,
        ]
        super().__init__(": ".join([*(place for place in places if place), problem]))

    def located(
        self,
        *,
        file: str | None = None,
        place: str | None = None,
        doc_id: str | None = None,
        mention_id: str | None = None,
    ) -> Self:
        """Return the same error with the places that were still unknown filled in."""
        return type(self)(
            self.problem,
            file=self.file or file,
            place=self.place or place,
            doc_id=self.doc_id if self.doc_id is not None else doc_id,
            mention_id=self.mention_id if self.mention_id is not None else mention_id,
        )


class FaultCollector:
    """Collects what is wrong with the parts of a record, so that people learn of all at once."""

    def __init__(self) -> None:
        self._faults: list[RecordError] = []

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Keep the RecordError that ends the block."""
        try:
            yield
        except RecordError as fault:
            self._faults.append(fault)

    def raise_if_any(self) -> None:
        """Raise the first fault, whose message goes on with the next ones."""
        if not self._faults:
            return
        first, *others = self._faults
        parts = [first.problem, *map(str, others[:MOST_OTHERS])]
        if (more := len(others) - MOST_OTHERS) > 0:
            parts.append(f"and {more:,} more")
        raise RecordError(
            "; ".join(parts),
            file=first.file,
            place=first.place,
            doc_id=first.doc_id,
            mention_id=first.mention_id,
        ) from first


@contextmanager
def locating(
    *,
    file: str | None = None,
    place: str | None = None,
    doc_id: str | None = None,
    mention_id: str | None = None,
) -> Iterator[None]:
    """Add to every RecordError of the block where it happened."""
    try:
        yield
    except RecordError as error:
        raise error.located(file=file, place=place, doc_id=doc_id, mention_id=mention_id) from error


def shown(identifier: str, limit: int = 80) -> str:
    """Quote a string from outside: control characters escaped, the very long cut."""
    shortened = identifier if len(identifier) <= limit else identifier[:limit] + "…"
    return repr(shortened)
