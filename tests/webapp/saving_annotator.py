"""A program that saves choices through the real page until told to stop: `python -m … ASSIGNMENT`.

For each choice that was acknowledged it says on stdout which it was, from 0, and how many seconds
it took; it ends when its stdin does.
"""

from __future__ import annotations

import select
import sys
import time
from itertools import count

from tests.conftest import Browser
from tests.factories import sign_in
from tests.webapp.desk import Desk
from webapp import create_app
from webapp.extensions import db
from webapp.models import Assignment, Project


def is_told_to_stop() -> bool:
    """Whether stdin is at its end."""
    return bool(select.select([sys.stdin], [], [], 0)[0])


def save(desk: Desk) -> None:
    """Climb the list of the only mention rung by rung, again and again."""
    rungs = desk.mentions[0].generalizations["heuristics"]
    for number in count():
        text = rungs[number % len(rungs)]
        started = time.perf_counter()
        assert desk.post(texts={0: text}).status_code == 303
        took = time.perf_counter() - started
        sys.stdout.write(f"{number} {took:.6f}\n")
        sys.stdout.flush()
        if is_told_to_stop():
            return


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
        save(Desk(client, annotator, project, document, assignment))


if __name__ == "__main__":
    main()
