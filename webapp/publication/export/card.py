"""The data card of a dataset: Markdown that says what it is, what is in it, and where it is from.

No annotator is named, and without originals nothing that a project is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime

from flask import current_app
from sqlalchemy.orm import Session

from annotation.formatting import counted
from annotation.types import IdentifierType, SemanticType
from webapp.insight.agreement.stored import marks_from_json, report_from_json
from webapp.platform.config import Config
from webapp.platform.models import AgreementSnapshot, Project, Purpose
from webapp.projects.guidelines.queries import guidelines_at
from webapp.publication.export.counting import Tally
from webapp.publication.export.wanted import Wanted
from webapp.replacements.opening import OntologyUnavailableError, opened_ontology
from webapp.versions.queries import current_version

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|])")


def card_of(
    session: Session, project: Project, wanted: Wanted, tally: Tally, *, at: datetime
) -> str:
    """Compose the card of a dataset that was made at this time."""
    title = "Dataset" if wanted.without_originals else _plain(project.name)
    parts = (
        [f"# {title}", "", _about(project, wanted, at)],
        ["## Options", "", *_options(wanted)],
        ["## Counts", "", *_counts(tally)],
        ["## Guidelines", "", _guidelines(session, project, at)],
        ["## Agreement", "", *_agreement(session, project)],
        ["## Models", "", *_models(session, project)],
        ["## Ontology", "", *_ontology()],
        ["## Licence", "", "To be filled in by whoever publishes this dataset."],
    )
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _about(project: Project, wanted: Wanted, at: datetime) -> str:
    work = {
        "one_pass": "Spans that say who a text is about were marked, and replacements chosen",
        "replacement": "Replacements were chosen for spans that say who a text is about",
        "masking": "Spans that say who a text is about were marked",
    }[project.kind]
    texts = "generalized texts without their originals" if wanted.without_originals else "texts"
    return f"{work}. Made with Palimpsest on {at:%Y-%m-%d}: {texts}, as {wanted.format.label}."


def _options(wanted: Wanted) -> Iterator[str]:
    split = "all" if wanted.split is None else _plain(wanted.split) or "documents without one"
    names = "numbered" if wanted.with_pseudonyms or wanted.without_originals else "by name"
    yield f"- Split: {split}"
    yield f"- Work: {wanted.work.label.lower()}"
    yield f"- Layers: {wanted.layers_read.label.lower()}"
    if wanted.multi_to_test:
        yield "- Documents submitted by several annotators are in the test split"
    yield f"- Annotators: {names}"
    yield f"- Originals: {'left out' if wanted.without_originals else 'included'}"
    yield f"- Replacements: {'fitted into their sentences' if wanted.fits_grammar else 'as chosen'}"
    yield f"- Brackets: {'none' if wanted.without_brackets else 'around replacements'}"


def _counts(tally: Tally) -> Iterator[str]:
    yield f"- {counted(tally.documents, 'document')}"
    yield f"- {counted(len(tally.annotators), 'annotator')}"
    if tally.gold:
        yield f"- {counted(tally.gold, 'document')} with a gold layer"
    yield f"- {counted(tally.spans, 'span')}, those of each layer counted"
    splits = {_plain(split or "") or "none": n for split, n in tally.splits.items()}
    yield from _table("Split", "Documents", splits)
    for head, counts, kinds in (
        ("Semantic type", tally.semantic_types, SemanticType),
        ("Identifier type", tally.identifier_types, IdentifierType),
    ):
        labels = (kind.label for kind in kinds)
        there = {label: counts[label] for label in labels if counts[label]}
        yield from _table(head, "Spans", there)


def _table(head: str, number: str, rows: Mapping[str, int]) -> Iterator[str]:
    if rows:
        yield from ("", f"| {head} | {number} |", "|---|---:|")
        yield from (f"| {name} | {count:,} |" for name, count in rows.items())


def _guidelines(session: Session, project: Project, at: datetime) -> str:
    number = guidelines_at(session, project, at)
    return "There are none." if number is None else f"Version {number} was in force."


def _agreement(session: Session, project: Project) -> Iterator[str]:
    stored = session.get(AgreementSnapshot, project.id)
    if stored is None:
        yield "None was computed."
        return
    yield f"{about_agreement(stored)}."
    yield ""
    yield from (f"- {figure}" for figure in agreement_figures(stored))


def about_agreement(stored: AgreementSnapshot) -> str:
    """Say what an agreement is about."""
    computed = f"{stored.computed_at:%Y-%m-%d}"
    return f"Computed on {computed}, over all submitted work of the project"


def agreement_figures(stored: AgreementSnapshot) -> Iterator[str]:
    """Yield the figures of an agreement in words, naming nobody."""
    report, marks = report_from_json(stored.report), marks_from_json(stored.report)
    if report.levels.overall.items:
        levels, texts = report.levels.overall, report.texts.overall
        yield (
            f"Levels of replacements, {counted(levels.items, 'span')}: ordinal Krippendorff's α"
            f" {_figure(levels.ordinal_alpha)}, Light's κ {_figure(levels.light_kappa)}"
        )
        yield f"Texts of replacements: nominal Krippendorff's α {_figure(texts.nominal_alpha)}"
    if marks:
        same = marks["identifier_type"]["exact"]
        yield (
            f"Identifier types, {counted(same['items'], 'span')} with the same borders: "
            f"Krippendorff's α {_figure(same['krippendorff_alpha'])}"
        )


def _figure(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"


def _models(session: Session, project: Project) -> Iterator[str]:
    kind = project.kind
    purposes = {Purpose.REPLACEMENTS: kind.chooses, Purpose.MASKS: kind.marks}
    there = False
    for purpose, is_wanted in purposes.items():
        version = current_version(session, project, purpose) if is_wanted else None
        if version:
            there = True
            whose = "" if version.project_id else ", trained on a sample project"
            yield (
                f"- {purpose.label}: {version.family}, version {version.number} of "
                f"{version.created_at:%Y-%m-%d}{whose}"
            )
    if not there:
        yield "No trained model was in use."


def _ontology() -> Iterator[str]:
    config: Config = current_app.extensions["palimpsest"]
    try:
        licences = opened_ontology(config).licences()
    except OntologyUnavailableError:
        yield "None was there when this dataset was made."
        return
    yield "What could replace a span was proposed from these sources:"
    yield ""
    yield from (f"- {label}: {licence}" for label, licence in licences.items())


def _plain(text: str) -> str:
    """Let a text of people's read as it is, whatever it means in Markdown."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
