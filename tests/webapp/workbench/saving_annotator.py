"""A program that saves choices through the real page when it is told to: `python -m … ASSIGNMENT`.

For each line on stdin it saves one, and says on stdout, once it was acknowledged, which it was,
from 0; it ends when its stdin does.
"""

from __future__ import annotations

import sys

from tests.conftest import Browser
from tests.factories import sign_in
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.application import create_app
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, Project


def save(workbench: WorkbenchClient) -> None:
    """Climb the list of the only mention, a generalization for each line, again and again."""
    generalizations = workbench.mentions[0].generalizations["heuristics"]
    for number, _ in enumerate(sys.stdin):
        assert (
            workbench.post(texts={0: generalizations[number % len(generalizations)]}).status_code
            == 303
        )
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


def main() -> None:
    """Take up an assignment."""
    app = create_app()
    app.test_client_class = Browser
    app.config["WTF_CSRF_ENABLED"] = False
    with app.app_context():
        assignment = db.session.get_one(Assignment, int(sys.argv[1]))
        document, annotator = assignment.document, assignment.annotator
        client = app.test_client()
        sign_in(client, annotator)
        project = db.session.get_one(Project, document.project_id)
        save(WorkbenchClient(client, annotator, project, document, assignment))


if __name__ == "__main__":
    main()
