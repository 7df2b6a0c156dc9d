"""The pages about what suggests masks, put together from what is stored."""

from __future__ import annotations

from flask import render_template

from learning.requirements import missing_for_training
from webapp.core.records import count_renewable
from webapp.masks.forms import MaskPolicyForm
from webapp.masks.scale import scale_of
from webapp.masks.summary import MaskVersionSummary
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.models import ModelVersion, Project, Purpose
from webapp.versions import formatting
from webapp.versions.operations import LEAST_DOCUMENTS
from webapp.versions.pages import PAGES, work_on
from webapp.versions.promoting import problem_of
from webapp.versions.queries import (
    FIRST_NEEDS,
    count_learnable,
    count_towards_first,
    current_version,
    list_trained,
    policy_of,
)

_MASKS = Purpose.MASKS


def index(
    project: Project, *, form: MaskPolicyForm | None = None, refusal: DomainError | None = None
) -> str:
    """Show what finds masks, how much is hidden, how it is trained, and all versions."""
    session = db.session()
    current = current_version(session, project, _MASKS)
    stored, scale = policy_of(project), scale_of(session, project)
    return render_template(
        "masks/index.html",
        project=project,
        current=current,
        problem=problem_of(current) if current else None,
        summary=MaskVersionSummary.of(current) if current else None,
        trained=[
            (row, MaskVersionSummary.of(row.version))
            for row in list_trained(session, project, _MASKS)
        ],
        scale=scale,
        form=form
        or MaskPolicyForm.at(
            scale.step, retrain_after=stored.retrain_after, blind_mask_share=stored.blind_mask_share
        ),
        renewable=count_renewable(session, project),
        lacks=missing_for_training(),
        learnable=count_learnable(session, project, _MASKS),
        towards_first=count_towards_first(session, project, _MASKS),
        first_needs=FIRST_NEEDS,
        least=LEAST_DOCUMENTS,
        stored=stored,
        work=work_on(project, _MASKS),
        refusal=refusal,
        show=formatting,
    )


def version(project: Project, shown: ModelVersion) -> str:
    """Show one version with its metrics."""
    rows = list_trained(db.session(), project, _MASKS)
    return render_template(
        "masks/version.html",
        project=project,
        version=shown,
        problem=problem_of(shown),
        row=next(row for row in rows if row.version is shown),
        summary=MaskVersionSummary.of(shown),
        show=formatting,
    )


PAGES[Purpose.MASKS] = version
