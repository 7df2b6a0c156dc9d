"""`python -m benchmarks.planting`: plant faults, each alone, and count those that the tests find.

Each is planted in a copy of the last commit, beside the checkout, and the tests that should find it
run there; where none of them does, all tests run.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from webapp.platform.resources import ROOT

INSTALLED = ("node_modules", "static/vendor", "instance")
"""Folders that a test run needs and git ignores."""
LAST_FAILED = Path(".pytest_cache/v/cache/lastfailed")
"""The file of pytest's cache with the names of failed tests; its output does not delimit them."""


@dataclass(frozen=True)
class Fault:
    """A text of the code, the faulty one in its place, and the tests that should notice."""

    name: str
    path: str
    sound: str
    faulty: str
    tests: str

    def plant(self, root: Path) -> None:
        """Put the fault in place; raises ClickException where its text is not there once."""
        path = root / self.path
        code = path.read_text(encoding="utf-8")
        if code.count(self.sound) != 1:
            raise click.ClickException(
                f"{self.name}: {self.path} has {self.sound!r} {code.count(self.sound)} times."
            )
        path.write_text(code.replace(self.sound, self.faulty), encoding="utf-8")


FAULTS = (
    Fault(
        "touching spans become one",
        "annotation/rendering.py",
        "if cluster and span.start >= end:",
        "if cluster and span.start > end:",
        "tests/annotation",
    ),
    Fault(
        "0 document",
        "annotation/formatting.py",
        "one if number == 1 else",
        "one if number <= 1 else",
        "tests/annotation",
    ),
    Fault(
        "a name is not escaped",
        "webapp/platform/formatting.py",
        'Markup("<bdi>{}</bdi>").format(shortened(doc_id))',
        'Markup(f"<bdi>{shortened(doc_id)}</bdi>")',
        "tests/browser/test_hostile.py",
    ),
    Fault(
        "a removed project still opens",
        "webapp/people/access.py",
        '.where(Project.id == bindparam("project_id"), Project.removed_at.is_(None))',
        '.where(Project.id == bindparam("project_id"))',
        "tests/webapp/projects/deletion/test_deletion.py "
        "tests/webapp/projects/deletion/test_deletion_pages.py",
    ),
    Fault(
        "own work may be approved",
        "webapp/curation/review/permissions.py",
        "    if assignment.annotator_id == person.id:\n"
        '        raise ForbiddenError("This is your own work',
        "    if assignment.annotator_id is None:\n"
        '        raise ForbiddenError("This is your own work',
        "tests/webapp/curation/review/test_review.py "
        "tests/webapp/curation/review/test_review_independence.py",
    ),
    Fault(
        "429 becomes 403",
        "webapp/people/auth/attempts.py",
        "status = 429",
        "status = 403",
        "tests/webapp/people/auth/test_auth.py",
    ),
    Fault(
        "reading guidelines is not committed",
        "webapp/projects/guidelines/routes.py",
        "    operations.note_as_read(db.session(), project, current_user, number)\n"
        "    db.session.commit()\n",
        "    operations.note_as_read(db.session(), project, current_user, number)\n",
        "tests/webapp/projects/guidelines/test_guidelines.py",
    ),
    Fault(
        "guidelines are compared the wrong way round",
        "webapp/projects/guidelines/routes.py",
        "return differences(old, new)",
        "return differences(new, old)",
        "tests/webapp/projects/guidelines/test_guidelines.py",
    ),
    Fault(
        "a job may be begun twice",
        "webapp/core/jobs/runner.py",
        ".where(Job.id == job_id, Job.state == JobState.QUEUED)",
        ".where(Job.id == job_id)",
        "tests/webapp/core/jobs/test_jobs.py tests/webapp/core/jobs/test_jobs_queue.py",
    ),
    Fault(
        "the brake on parallel guesses is off on PostgreSQL",
        "webapp/people/auth/attempts.py",
        'if session.get_bind().dialect.name == "postgresql":',
        'if session.get_bind().dialect.name == "neither":',
        "tests/webapp/people/auth/test_auth_attempts.py",
    ),
    Fault(
        "a new password leaves sessions open",
        "webapp/people/auth/operations.py",
        "    raised = update(User).where(User.id == user.id)"
        ".values(session_epoch=User.session_epoch + 1)\n",
        "    raised = update(User).where(User.id == user.id)"
        ".values(session_epoch=User.session_epoch)\n",
        "tests/webapp/people/test_sessions.py tests/webapp/people/auth/test_auth_passwords.py",
    ),
    Fault(
        "the gate's >= becomes >",
        "privacy/gate.py",
        "surest.confidence >= SURE",
        "surest.confidence > SURE",
        "tests/privacy",
    ),
    Fault(
        "an equal first model is promoted",
        "learning/promotion.py",
        "scores.new <= scores.current:",
        "scores.new < scores.current:",
        "tests/learning",
    ),
    Fault(
        "a decade has nine years",
        "ontology/rules/dates/calendar.py",
        "self.decade, 9",
        "self.decade, 8",
        "tests/ontology/rules",
    ),
    Fault(
        "a temperature is inverted",
        "selection/calibration.py",
        "np.log(np.maximum(probabilities, _FLOOR)) / temperature",
        "np.log(np.maximum(probabilities, _FLOOR)) * temperature",
        "tests/selection",
    ),
    Fault(
        "a hard break on the last letter is none",
        "masking/borders.py",
        "breaks[place] < token.idx + len(token)",
        "breaks[place] < token.idx + len(token) - 1",
        "tests/masking",
    ),
    Fault(
        "links last 30 days",
        "webapp/platform/config.py",
        "link_days: int = 90",
        "link_days: int = 30",
        "tests/webapp/people/test_people.py tests/test_docs.py",
    ),
    Fault(
        "a record is written without fsync",
        "annotation/store.py",
        "        file.flush()\n        os.fsync(file.fileno())\n",
        "        file.flush()\n",
        "tests/annotation/test_store.py tests/webapp/core/test_store_sync.py",
    ),
    Fault(
        "a cell of a CSV file may begin with @",
        "webapp/platform/formatting.py",
        '("=", "+", "-", "@", "\\t", "\\r")',
        '("=", "+", "-", "\\t", "\\r")',
        "tests/webapp/platform/test_formatting.py",
    ),
)


@click.command()
@click.option("--only", metavar="WORDS", default="", help="Plant faults with these words alone.")
@click.option("--quick", is_flag=True, help="Run the nearest tests alone.")
def main(*, only: str, quick: bool) -> None:
    """Plant faults, each alone, and say which test finds each."""
    wanted = [fault for fault in FAULTS if only in fault.name]
    if not wanted:
        raise click.BadParameter(f"No fault has {only!r} in its name.", param_hint="--only")
    found = 0
    with _copied() as sound:
        for fault in wanted:
            with _copied() as root:
                fault.plant(root)
                tries = [fault.tests.split(), *([] if quick else [["tests"]])]
                failed = next(filter(None, (_first_failure(root, tests) for tests in tries)), None)
            if failed and _first_failure(sound, [failed]):
                raise click.ClickException(f"{failed} fails without {fault.name!r}, too.")
            found += failed is not None
            click.echo(f"{'found' if failed else 'NOT FOUND'}: {fault.name}: {failed or '–'}")
    click.echo(f"{found} of {len(wanted)} faults are found.")
    sys.exit(found < len(wanted))


@contextmanager
def _copied() -> Iterator[Path]:
    """Make a copy of the last commit where `../shared` is found as well."""
    with tempfile.TemporaryDirectory(dir=ROOT.parent, prefix="planted-") as parent:
        root = Path(parent)
        clone = ["git", "clone", "--quiet", "--local", ROOT, root]
        subprocess.run(clone, check=True)  # noqa: S603 - a command of ours
        for name in INSTALLED:
            (root / name).symlink_to(ROOT / name)
        yield root


def _first_failure(root: Path, tests: Sequence[str]) -> str | None:
    """Run tests in a copy until one fails; return its name, None where all pass."""
    done = subprocess.run(  # noqa: S603 - a command of ours
        [sys.executable, "-m", "pytest", "-q", "--exitfirst", "--numprocesses", "2", *tests],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return None
    failed = root / LAST_FAILED
    if not failed.exists():
        raise click.ClickException(done.stdout[-2000:] + done.stderr[-2000:])
    return next(iter(json.loads(failed.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    main()
