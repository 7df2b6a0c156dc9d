"""The pages about models, put together from what is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import render_template, url_for

from annotation.types import SemanticType
from learning.requirements import missing_for_training
from learning.summaries import VersionSummary
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import (
    Job,
    JobKind,
    ModelVersion,
    Project,
    Purpose,
    SuggestionMode,
    SuggestionPolicy,
)
from webapp.versions import formatting
from webapp.versions.forms import PolicyForm, TrainForm
from webapp.versions.operations import LEAST_DOCUMENTS
from webapp.versions.promoting import problem_of
from webapp.versions.queries import (
    FIRST_NEEDS,
    TRAINED_BY,
    count_learnable,
    count_towards_first,
    current_version,
    figures_of,
    latest_job,
    list_trained,
    policy_of,
)


@dataclass(frozen=True, slots=True)
class WorkOn:
    """What the worker does or did last about a project's model."""

    address: str
    """Of the page about the model."""
    training: Job | None
    suggesting: Job | None
    suggesting_title: str

    @property
    def is_pending(self) -> bool:
        """Whether something is under way, so that the page will soon say something else."""
        return any(job and not job.finished_at for job in (self.training, self.suggesting))


def address_of(project: Project, purpose: Purpose) -> str:
    """Return the address of the page about a project's model of a purpose."""
    page = "masks.index" if purpose is Purpose.MASKS else "versions.index"
    return url_for(page, project_id=project.id)


def work_on(project: Project, purpose: Purpose = Purpose.REPLACEMENTS) -> WorkOn:
    """Look what the worker is at."""
    session, is_masks = db.session(), purpose is Purpose.MASKS
    return WorkOn(
        address_of(project, purpose),
        latest_job(session, project, TRAINED_BY[purpose]),
        latest_job(session, project, JobKind.MASK if is_masks else JobKind.SUGGEST),
        "Finding what to hide" if is_masks else "Suggestions for open documents",
    )


def index(
    project: Project,
    *,
    training: TrainForm | None = None,
    policy: PolicyForm | None = None,
    refusal: DomainError | None = None,
) -> str:
    """Show what serves, how it is trained, what annotators see, and all versions."""
    session = db.session()
    current = current_version(session, project)
    stored = policy_of(project)
    problem = problem_of(current) if current else None
    return render_template(
        "versions/index.html",
        project=project,
        current=current,
        summary=current.summary if current else None,
        trained=[(row, row.version.summary) for row in list_trained(session, project)],
        problem=problem,
        is_serving=_is_serving(stored, problem),
        lacks=missing_for_training(),
        learnable=count_learnable(session, project),
        towards_first=count_towards_first(session, project),
        first_needs=FIRST_NEEDS,
        least=LEAST_DOCUMENTS,
        work=work_on(project),
        stored=stored,
        policy=policy or PolicyForm(formdata=None, obj=stored),
        training=training or TrainForm.offering(formdata=None),
        refusal=refusal,
        figures=figures_of(current) if current else (),
        show=formatting,
    )


def version(project: Project, shown: ModelVersion) -> str:
    """Show one version with its figures."""
    session = db.session()
    problem = problem_of(shown)
    rows = [row for row in list_trained(session, project) if row.version is shown]
    return render_template(
        "versions/show.html",
        project=project,
        version=shown,
        problem=problem,
        is_serving=_is_serving(policy_of(project), problem),
        row=next(iter(rows), None),
        summary=shown.summary,
        figures=figures_of(shown),
        others=[row.version for row in list_trained(session, project) if row.version is not shown],
        show=formatting,
    )


PAGES: dict[Purpose, Callable[[Project, ModelVersion], str]] = {Purpose.REPLACEMENTS: version}
"""What shows one version, by what it suggests; a feature adds its own (`webapp.masks`)."""


def _is_serving(policy: SuggestionPolicy, problem: str | None) -> bool:
    """Whether the current version does suggest: nothing ails it, and suggestions are on."""
    return policy.mode is not SuggestionMode.OFF and problem is None


def comparison(project: Project, one: ModelVersion | None, other: ModelVersion | None) -> str:
    """Show two versions side by side; without them, what can be compared."""
    session = db.session()
    rows = list_trained(session, project)
    versions = [row.version for row in rows]
    if len(versions) > 1:
        one, other = one or versions[1], other or versions[0]
    pair = [(version, version.summary) for version in (one, other) if version]
    return render_template(
        "versions/compare.html",
        project=project,
        versions=versions,
        pair=pair,
        by_type=_by_type(pair),
        settings=_differences(pair),
        show=formatting,
    )


def _by_type(
    pair: Sequence[tuple[ModelVersion, VersionSummary]],
) -> list[tuple[SemanticType, list[Any]]]:
    """Return for each type what each version did, None where it was not tried on any."""
    found = [{score.type: score for score in summary.by_type} for _, summary in pair]
    return [
        (kind, [scores.get(kind) for scores in found])
        for kind in SemanticType
        if any(kind in scores for scores in found)
    ]


def _differences(pair: Sequence[tuple[ModelVersion, VersionSummary]]) -> list[tuple[str, str, str]]:
    if len(pair) < 2:  # noqa: PLR2004 - a pair
        return []
    first, second = (formatting.settings_of(version) for version, _ in pair)
    return list(formatting.differing(first, second))
