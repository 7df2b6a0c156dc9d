"""`palimpsest worker` with jobs that never end by themselves; says on stdout when one has begun."""

from __future__ import annotations

import threading
from importlib import import_module

from webapp.cli import main
from webapp.core.jobs import runner
from webapp.core.jobs.running import RunningJob
from webapp.core.jobs.tasks import JobHandler


def never_end(_job: RunningJob) -> str:
    print("begun", flush=True)  # noqa: T201 - the test waits for it
    threading.Event().wait()
    return "It never comes to this."


if __name__ == "__main__":
    runner.handler_of = lambda _kind: JobHandler(never_end)
    # The command stands in its module's place among the names of the package.
    import_module("webapp.cli.worker").SHUTDOWN_SECONDS = 0.1
    main(["worker"])
