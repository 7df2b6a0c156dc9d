"""Which kind of job is done by whom.

A feature whose work takes longer than a page may wait has a `tasks.py` with a `HANDLER`:

    def run(job: RunningJob) -> str: ...      # returns the message that people read at the end
    HANDLER = JobHandler(run)

and a line in `_MODULES`. These modules are loaded when a job runs, in the worker or on the command
line, so they may import what is too heavy for a web process. `run` is called in an application
context; a DomainError, an AnnotationError or a LearningError that it raises is the message of a
failed job, anything else is logged and reported by type and place only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING

from webapp.platform.config import Config
from webapp.platform.models import JobKind

if TYPE_CHECKING:
    from webapp.core.jobs.running import RunningJob

_MODULES = {
    JobKind.AGREEMENT: "webapp.insight.agreement.tasks",
    JobKind.BACKGROUND: "webapp.intake.backgrounds.tasks",
    JobKind.EXPORT: "webapp.publication.export.tasks",
    JobKind.IMPORT: "webapp.intake.imports.tasks",
    JobKind.MASK: "webapp.masks.tasks",
    JobKind.PROPOSE: "webapp.replacements.tasks",
    JobKind.RELEASE: "webapp.publication.release.tasks",
    JobKind.REMOVE: "webapp.projects.deletion.tasks",
    JobKind.RISK: "webapp.insight.risk.tasks",
    JobKind.STATISTICS: "webapp.insight.statistics.tasks",
    JobKind.SUGGEST: "webapp.versions.suggestions.tasks",
    JobKind.TRAIN: "webapp.versions.tasks",
    JobKind.TRAIN_MASKS: "webapp.masks.training",
}

_FILES = ("webapp.core.downloads", "webapp.intake.backgrounds.folders")
"""Modules with the files that jobs leave.

`remove(config, job_ids)` removes those of some jobs, `sweep(config, at)` all that are not kept any
longer.
"""

CONCURRENCY_GROUPS = {
    JobKind.BACKGROUND: "backgrounds",
    JobKind.EXPORT: "exports",
    JobKind.MASK: "masks",  # somebody waits for it: not behind a training
    JobKind.RELEASE: "risks",  # it begins with what lacks of the checks
    JobKind.RISK: "risks",
    JobKind.STATISTICS: "statistics",  # pictures are drawn in one thread at a time
    JobKind.SUGGEST: "models",
    JobKind.TRAIN: "models",
    JobKind.TRAIN_MASKS: "models",
}
"""Of the jobs in one group, one runs at a time, whichever process runs it: the others stay queued.

Each of these fills a processor and some hundred megabytes.
"""


def _nothing(_job: RunningJob) -> None:
    pass


@dataclass(frozen=True, slots=True)
class JobHandler:
    """What a kind of job does."""

    run: Callable[[RunningJob], str]
    """Does the work and says how it went."""
    close: Callable[[RunningJob], None] = _nothing
    """Follows every job that began, by `job.state`: finishes what was done, takes back what wasn't.

    Where the process was killed, the next one calls it, perhaps for the second time.
    """


def sweep(config: Config, at: datetime) -> None:
    """Remove the files of jobs that are not kept any longer."""
    for module in _FILES:
        import_module(module).sweep(config, at)


def remove_files(config: Config, job_ids: Collection[int]) -> None:
    """Remove all that jobs wrote."""
    for module in _FILES:
        import_module(module).remove(config, job_ids)


def handler_of(kind: JobKind) -> JobHandler:
    """Load the handler of a kind of job."""
    handler: JobHandler = import_module(_MODULES[kind]).HANDLER
    return handler
