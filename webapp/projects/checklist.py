"""The checklist of a project: the steps from import to export, and which of them is next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from annotation.formatting import counted
from webapp.platform.models import Project
from webapp.projects.overview import ProjectCounts

REVIEWERS_PAGES = {"projects.documents", "review.index"}


class Status(Enum):
    """Whether a step is done, or has to be."""

    DONE = "Done"
    NEXT = "Next"
    LATER = "Later"
    OPTIONAL = "Optional"


@dataclass(frozen=True)
class Step:
    """One step of the checklist, with the endpoint where it is done."""

    title: str
    detail: str
    endpoint: str
    status: Status

    @property
    def is_for_reviewers(self) -> bool:
        """Whether reviewers may open its page as well as admins."""
        return self.endpoint in REVIEWERS_PAGES


def steps_of(project: Project, counts: ProjectCounts) -> Sequence[Step]:
    """Return the steps of a project; the first that is not done is next."""
    steps: list[Step] = []
    for title, detail, endpoint, is_done in _stages(project, counts):
        is_next_known = any(step.status is Status.NEXT for step in steps)
        status = Status.LATER if is_next_known else Status.NEXT
        if is_done is not False:
            status = Status.DONE if is_done else Status.OPTIONAL
        steps.append(Step(title, detail, endpoint, status))
    return steps


_Stage = tuple[str, str, str, bool | None]
"""Title, detail, endpoint, and whether it is done; None where it can't be, nor has to."""


def _stages(project: Project, counts: ProjectCounts) -> Iterator[_Stage]:
    """Yield the stages of a project, of which the last one is never done."""
    documents, waiting = counts.documents, counts.waiting_imports
    so_far = f"{counted(documents, 'document')} so far." if documents else "There are none yet."
    for_you = f" {counted(waiting, 'import waits', 'imports wait')} for you." if waiting else ""
    is_done = documents > 0 and not waiting
    yield "Import documents", so_far + for_you, "imports.index", is_done
    yield from _stages_of_work(project, counts)
    yield "Export", "At any time, also before all is done.", "export.index", False


def _stages_of_work(project: Project, counts: ProjectCounts) -> Iterator[_Stage]:
    documents, wanted = counts.documents, project.annotators_per_document
    is_assigned = 0 < documents == counts.fully_assigned
    if counts.bare:
        yield (
            "Find what to hide",
            f"Nothing is marked in {counted(counts.bare, 'text')}.",
            "imports.index",
            False,
        )
    yield (
        "Add members",
        f"{counted(counts.annotators, 'annotator')}; each document needs {wanted}.",
        "projects.members",
        counts.annotators >= wanted or is_assigned,
    )
    yield (
        "Assign documents",
        f"{counts.fully_assigned} of {documents} have all their annotators.",
        "assignment.index",
        is_assigned,
    )
    yield (
        "Annotate",
        f"{counts.done} of {counted(counts.assignments, 'assignment')} submitted.",
        "projects.documents",
        0 < counts.assignments == counts.done,
    )
    yield _review(counts)


def _review(counts: ProjectCounts) -> _Stage:
    own = counts.own_waiting
    waiting = counts.done - counts.reviewed - own
    is_done = 0 < counts.assignments == counts.reviewed
    detail = f"{counts.reviewed} approved, {waiting} waiting."
    if own and not counts.has_other_reviewers:
        alone = "Nobody else can review your own work: export takes it as submitted."
        if not waiting:
            return "Review", alone, "review.index", None
        detail += f" {alone}"
    elif own:
        detail += f" Somebody else decides on {own} of your own."
    return "Review", detail, "review.index", is_done
