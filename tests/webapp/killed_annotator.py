"""A program that annotates through the real pages until it is killed: `python -m … START`.

It says on stdout what was acknowledged: "chosen MENTION RUNG" (indices),
"submit 0 RUNG", "reopen 0 RUNG".
"""

from __future__ import annotations

import sys
from itertools import count

from sqlalchemy import select

from tests.conftest import Browser
from tests.factories import sign_in
from tests.webapp.desk import Desk
from webapp import create_app
from webapp.extensions import db
from webapp.models import Assignment, Project


def annotate(desk: Desk, start: int) -> None:
    """Climb the lists rung by rung, all mentions in turn; submit and reopen after every round."""
    desk.post("reopen")  # it may have been killed between submitting and reopening
    for rung in count(start):
        for index, mention in enumerate(desk.mentions):
            text = mention.generalizations["heuristics"][rung]
            assert desk.post(texts={index: text}).status_code == 303
            acknowledge("chosen", index, rung)
        for verb in ("submit", "reopen"):
            assert desk.post(verb).status_code == 303
            acknowledge(verb, 0, rung)


def acknowledge(*words: object) -> None:
    """Tell the parent, in one write."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Take up the only assignment there is."""
    app = create_app()
    app.test_client_class = Browser
    app.config["WTF_CSRF_ENABLED"] = False
    with app.app_context():
        assignment = db.session.scalars(select(Assignment)).one()
        document, annotator = assignment.document, assignment.annotator
        client = app.test_client()
        sign_in(client, annotator)
        project = db.session.get_one(Project, document.project_id)
        annotate(Desk(client, annotator, project, document, assignment), int(sys.argv[1]))


if __name__ == "__main__":
    main()
