"""Writing a release: every document before the gate, and those that pass into one file."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from flask import render_template
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from annotation.formatting import counted
from annotation.hidden_words import HiddenWords, Lexicon
from names.words import words_of
from privacy.gate import Acceptance, FindingKind
from privacy.release import LIMITS, ReleaseCounts, ReleaseFolder, key_as_csv, key_as_json
from webapp.core import downloads
from webapp.platform.models import AgreementSnapshot, Background, Document, Project
from webapp.publication.export.card import about_agreement, agreement_figures
from webapp.publication.release.gating import Gate, GatedDocument
from webapp.publication.release.wanted import WantedRelease

KEYS = {"csv": ("key.csv", key_as_csv), "json": ("key.json", key_as_json)}
"""The files that say which text is which document: format → name, and who writes it."""
REPORTS = {"html": "report.html", "json": "report.json"}
_KINDS = {kind.value: kind.help for kind in FindingKind}
LISTED = 100
"""So many of the documents that are stopped are remembered; the others are counted."""

OnProgress = Callable[[int, int, str], None]


def _silent(_done: int, _total: int, _step: str) -> None:
    pass


@dataclass(slots=True)
class Outcome:
    """What came of the documents: counted as they went out, or stopped, the first listed."""

    counts: ReleaseCounts = field(default_factory=ReleaseCounts)
    stopped: int = 0
    listed: list[int] = field(default_factory=list)
    accepted: list[tuple[Acceptance, bool]] = field(default_factory=list)
    """Each with whether its reason may be read by others: it names nothing that is hidden."""

    def stop(self, document: GatedDocument) -> None:
        """Count a document that may not go out, and list it if there is room."""
        self.stopped += 1
        if len(self.listed) < LISTED:
            self.listed.append(document.document_id)

    def let_out(self, document: GatedDocument, lexicon: Lexicon) -> None:
        """Count a document that goes out."""
        self.counts.add(
            document.decided, document.gated, document.check, is_unmasked=document.is_unmasked
        )
        for each in document.gated.accepted.values():
            named = names_what_is_hidden(document, each.reason, lexicon)
            self.accepted.append((each, not named))


def names_what_is_hidden(document: GatedDocument, words: str, lexicon: Lexicon) -> str:
    """Return what some words tell of what a document hides, "" for nothing."""
    there = words_of(words)
    masked = [mention for mention in document.decided.iter_mentions() if mention.is_masked]
    found = next(HiddenWords(masked, lexicon).found_in(there), None)
    return " ".join(word.text for word in there[found[0].start : found[0].stop]) if found else ""


def write_release(
    session: Session,
    project: Project,
    wanted: WantedRelease,
    folder: Path,
    lexicon: Lexicon,
    *,
    at: datetime,
    on_progress: OnProgress = _silent,
) -> tuple[Outcome, dict[str, Any]]:
    """Write file, key and report into a folder, if the gate lets them out; returns what came of it.

    What is returned about the file is empty where nothing goes out, see `refusal_of`.
    """
    outcome, target = Outcome(), ReleaseFolder(folder, wanted.form)
    total = _count_documents(session, project)
    for done, document in enumerate(Gate(session, project, wanted, lexicon).documents()):
        on_progress(done, total, "Reading and scanning the documents")
        if document.gated.open:
            outcome.stop(document)
        else:
            target.add(document.anonymized, document.decided.doc_id)
            outcome.let_out(document, lexicon)
    path = target.finish()
    if refusal_of(outcome, wanted):
        path.unlink()
        return outcome, {}
    about = downloads.about_file(path)
    for name, write in KEYS.values():
        (folder / name).write_bytes(write(target.key))
    left_behind = {"not_submitted": total - outcome.counts.texts - outcome.stopped}
    report = report_of(session, project, wanted, outcome, about | left_behind, at=at)
    write_reports(folder, report)
    return outcome, about


def refusal_of(outcome: Outcome, wanted: WantedRelease) -> str:
    """Say why nothing is released, "" if something is."""
    if outcome.stopped and not (wanted.skip_stopped and outcome.counts.texts):
        them = counted(outcome.stopped, "document is", "documents are")
        return f"Nothing was released: {them} stopped at the gate."
    if not outcome.counts.texts:
        return "Nothing was released: no document is that far yet."
    return ""


def _count_documents(session: Session, project: Project) -> int:
    all_of_it = select(func.count()).where(Document.project_id == project.id)
    return session.scalar(all_of_it) or 0


def report_of(
    session: Session,
    project: Project,
    wanted: WantedRelease,
    outcome: Outcome,
    about: dict[str, Any],
    *,
    at: datetime,
) -> dict[str, Any]:
    """Return the report of a release: no word of a text, no name but of those who accepted."""
    return {
        "released_at": at.isoformat(timespec="seconds"),
        "file": {
            "form": wanted.form.label,
            "sha256": about["sha256"],
            "bytes": about["bytes"],
        },
        **outcome.counts.to_json(),
        "background": _background(session, project),
        "left_behind": {
            "stopped_at_the_gate": outcome.stopped,
            "not_submitted_or_not_approved": about["not_submitted"],
        },
        "accepted": list(map(_accepted, outcome.accepted)),
        "agreement": _agreement(session, project),
        "limits": list(LIMITS),
    }


def _accepted(accepted: tuple[Acceptance, bool]) -> dict[str, Any]:
    acceptance, may_be_read = accepted
    withheld = "(It names what is hidden, and stays in the project.)"
    return {
        "what": acceptance.kind.value,
        "by": acceptance.person,
        "at": acceptance.at.isoformat(timespec="seconds"),
        "reason": acceptance.reason if may_be_read else withheld,
    }


def _background(session: Session, project: Project) -> dict[str, Any] | None:
    stored = session.get(Background, project.id)
    if stored is None:
        return None
    return {
        "people": stored.people,
        "texts": stored.texts,
        "left_out": {"empty": stored.empty, "near_copies": stored.near_copies},
        "given_at": stored.made_at.isoformat(timespec="seconds"),
    }


def _agreement(session: Session, project: Project) -> dict[str, Any] | None:
    stored = session.get(AgreementSnapshot, project.id)
    if stored is None:
        return None
    return {"about": about_agreement(stored), "figures": list(agreement_figures(stored))}


def write_reports(folder: Path, report: dict[str, Any]) -> None:
    """Write a report for people, to be printed and signed, and for programs."""
    as_json = json.dumps(report, ensure_ascii=False, indent=1) + "\n"
    (folder / REPORTS["json"]).write_text(as_json, encoding="utf-8")
    page = render_template("publication/release/report.html", report=report, kinds=_KINDS)
    (folder / REPORTS["html"]).write_text(page, encoding="utf-8")
