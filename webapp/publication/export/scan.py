"""What comes of sanitizing the documents of an export: who may go out, who not, and why."""

from __future__ import annotations

from dataclasses import dataclass, field

from webapp.core.records import Confirmed

LISTED = 100
"""So many documents with findings, or without spans, are listed; the others are counted."""


@dataclass(frozen=True, slots=True)
class LeakingDocument:
    """A document whose sanitized record must not be handed out, and why."""

    document_id: int
    doc_id: str
    problems: tuple[str, ...]


@dataclass(slots=True)
class Scan:
    """What came of sanitizing: how many documents may go out, how many not, the first of these.

    `unmasked` are those that go out without a span hidden, because people confirmed that they may.
    """

    clean: int = 0
    leaking: int = 0
    listed: list[LeakingDocument] = field(default_factory=list)
    unmasked: list[Confirmed] = field(default_factory=list)

    def let_out(self, confirmation: Confirmed | None) -> None:
        """Count a document that may go out; people confirmed one in which nothing is hidden."""
        self.clean += 1
        if confirmation:
            self.unmasked.append(confirmation)

    def hold_back(self, document_id: int, doc_id: str, problems: tuple[str, ...]) -> None:
        """Count a document that may not, and list it if there is room."""
        self.leaking += 1
        if len(self.listed) < LISTED:
            self.listed.append(LeakingDocument(document_id, doc_id, problems))
