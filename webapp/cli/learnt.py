"""What commands on files take from a project, where one is named."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from masking.operating_points import Step
from ontology.overrides import Overrides
from webapp.cli.context import application, project_named
from webapp.platform.extensions import db
from webapp.platform.models import Purpose
from webapp.replacements.queries import overrides_of
from webapp.versions.queries import current_version, folder_of, policy_of


@dataclass(frozen=True, slots=True)
class Learnt:
    """The rules of a project, how much it hides, and its models in use."""

    step: Step
    overrides: Overrides
    masks: Path | None
    """The folder of the model of masks, where one is in use."""
    masks_number: int | None
    """The number of that version."""
    replacements: Path | None
    """The folder of the model of replacements."""


def learnt_by(name: str) -> Learnt:
    """Look up what a project has learnt; raises DomainError where there is no such project."""
    with application():
        session = db.session()
        project = project_named(session, name)
        masks, replacements = (
            current_version(session, project, purpose)
            for purpose in (Purpose.MASKS, Purpose.REPLACEMENTS)
        )
        return Learnt(
            Step(policy_of(project).mask_step),
            overrides_of(session, project),
            folder_of(masks) if masks else None,
            masks.number if masks else None,
            folder_of(replacements) if replacements else None,
        )
