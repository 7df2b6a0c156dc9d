"""Sanitized texts with random ids and nothing else, the key to the ids, and what the report says.

The order of the texts is that of their ids: the place of a text tells nothing. Names of files are
ids, too; archives have no dates. The key alone says which text was which document.
"""

from __future__ import annotations

import csv
import io
import json
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from shutil import rmtree
from zipfile import ZipFile

from annotation.correcting import as_corrected
from annotation.records import Document, Json
from annotation.rendering import chosen_text, rendered_mentions
from annotation.types import LabelledEnum
from annotation.writing import Anonymized, Form, archived, written
from privacy.attacks import FAIRLY_SURE, SURE
from privacy.gate import Check, FindingKind, Gated

_ID_BYTES = 8

LIMITS = (
    "“Not found” means: not by these attacks, with this background. It does not mean anonymous.",
    "How many people or things a text fits counts those that are known: these are lower bounds.",
    "The style of a text and the order of its events may tell who it is: neither is measured.",
    "A language model that knows the person by heart may name them whatever is hidden.",
    "Other people in a text are protected as far as spans of theirs are hidden, and not attacked.",
    "The scan knows words, not what they mean: it finds no description that gives somebody away.",
)
"""What the figures of a report do not say."""


class ReleaseForm(LabelledEnum):
    """What sanitized texts are written as."""

    TEXT = "txt", "Plain text", "A ZIP archive with a text file (UTF-8) for each document."
    JSONL = "jsonl", "JSON lines", "A line for each document: id and text."
    DOCX = "docx", "Word", "A ZIP archive with a Word file for each document, made new."

    @property
    def suffix(self) -> str:
        """The suffix of the one file that comes of it."""
        return ".jsonl" if self is ReleaseForm.JSONL else ".zip"


class ReleaseFolder:
    """A folder in which sanitized texts are written and made one file."""

    def __init__(self, folder: Path, form: ReleaseForm) -> None:
        self._folder, self._form = folder, form
        self._texts = folder / "texts"
        self._texts.mkdir(mode=0o700)
        self.key: dict[str, str] = {}
        """Random id → doc_id."""

    def add(self, anonymized: Anonymized, doc_id: str) -> None:
        """Write a text under an id of its own; raises WritingError."""
        number = secrets.token_hex(_ID_BYTES)
        while number in self.key:
            number = secrets.token_hex(_ID_BYTES)
        form = Form.DOCX if self._form is ReleaseForm.DOCX else Form.TEXT
        (self._texts / number).write_bytes(written(anonymized, form))
        self.key[number] = doc_id

    def finish(self) -> Path:
        """Return the one file with all texts, in the order of their ids."""
        path = self._folder / f"release{self._form.suffix}"
        if self._form is ReleaseForm.JSONL:
            self._write_lines(path)
        else:
            self._write_archive(path)
        rmtree(self._texts)
        return path

    def _write_lines(self, path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="") as lines:
            for number in sorted(self.key):
                text = (self._texts / number).read_bytes().decode()
                lines.write(json.dumps({"id": number, "text": text}, ensure_ascii=False) + "\n")

    def _write_archive(self, path: Path) -> None:
        with ZipFile(path, "w") as archive:
            for number in sorted(self.key):
                member = archived(f"{number}.{self._form}")
                archive.writestr(member, (self._texts / number).read_bytes())


def key_as_json(key: Mapping[str, str]) -> bytes:
    """Write which text is which document as a JSON object."""
    return (json.dumps(dict(sorted(key.items())), ensure_ascii=False, indent=1) + "\n").encode()


def key_as_csv(key: Mapping[str, str]) -> bytes:
    """Write which text is which document as a table; cells are exactly what they stand for."""
    table = io.StringIO(newline="")
    rows = csv.writer(table)
    rows.writerow(("id", "doc_id"))
    rows.writerows(sorted(key.items()))
    return table.getvalue().encode()


@dataclass
class _AttackCounts:
    """What one attack found in the texts of a release."""

    people: int = 0
    texts: int = 0
    first: int = 0
    needs_yes: int = 0
    stops: int = 0

    def to_json(self, by: str) -> dict[str, Json]:
        return {
            "by": by,
            "people": self.people,
            "texts": self.texts,
            "found_first": self.first,
            "confidence_at_least": {
                str(FAIRLY_SURE): self.needs_yes,
                str(SURE): self.stops,
            },
        }


@dataclass
class ReleaseCounts:
    """What is counted of the documents of a release, for its report: no word of any of them."""

    texts: int = 0
    semantic_types: Counter[str] = field(default_factory=Counter)
    identifier_types: Counter[str] = field(default_factory=Counter)
    left: int = 0
    unmasked: int = 0
    alone: int = 0
    counted: int = 0
    leaks: int = 0
    guessed: int = 0
    guessed_in: int = 0
    _kept: list[float] = field(default_factory=list)
    _attacks: dict[str, _AttackCounts] = field(default_factory=dict)
    _not_attacked: int = 0

    def add(
        self, document: Document, gated: Gated, check: Check | None, *, is_unmasked: bool
    ) -> None:
        """Count a document that goes out; `check` is the one of its text and background."""
        self.texts += 1
        self.unmasked += is_unmasked
        for mention in rendered_mentions(as_corrected(document)):
            if chosen_text(mention) == mention.span_text:
                self.left += 1
            else:
                self.semantic_types[mention.entity_type.label] += 1
                self.identifier_types[mention.identifier_type.label] += 1
        kinds = Counter(finding.kind for finding in gated.findings)
        self.leaks += kinds[FindingKind.LEAK]
        self._not_attacked += not (check and check.attacks)
        if check:
            self._add_check(check)

    def _add_check(self, check: Check) -> None:
        self.counted += check.fitting is not None
        self.alone += check.fitting == 1
        self.guessed += check.guessed
        self.guessed_in += check.guessed > 0
        if check.kept is not None:
            self._kept.append(check.kept)
        for each in check.attacks:
            counts = self._attacks.setdefault(each.by, _AttackCounts())
            counts.people = max(counts.people, each.people)
            counts.texts += 1
            counts.first += each.rank == 1
            counts.needs_yes += each.accuses and each.confidence >= FAIRLY_SURE
            counts.stops += each.accuses and each.confidence >= SURE

    def to_json(self) -> dict[str, Json]:
        """Return the counts as the report has them."""
        return {
            "texts": self.texts,
            "hidden": {
                "spans": self.semantic_types.total(),
                "by_type": dict(sorted(self.semantic_types.items())),
                "by_identifier": dict(sorted(self.identifier_types.items())),
                "left_as_they_were": self.left,
                "texts_with_nothing_hidden": self.unmasked,
            },
            "attacks": [counts.to_json(by) for by, counts in sorted(self._attacks.items())],
            "texts_not_attacked": self._not_attacked,
            "people": {"texts_counted": self.counted, "texts_that_fit_one": self.alone},
            "guessed": {"spans": self.guessed, "texts": self.guessed_in},
            "meaning_kept": _mean(self._kept),
            "scan": {"texts": self.texts, "leaks_accepted": self.leaks},
        }


def _mean(shares: Iterable[float]) -> float | None:
    shares = list(shares)
    return round(sum(shares) / len(shares), 3) if shares else None
