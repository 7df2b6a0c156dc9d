"""A program that annotates through the real pages until it is killed: `python -m … START`.

It says on stdout what was acknowledged: "chosen MENTION GENERALIZATION" (indices),
"submit 0 GENERALIZATION", "reopen 0 GENERALIZATION".
"""

from __future__ import annotations

import sys
from itertools import count

from sqlalchemy import select

from tests.conftest import Browser
from tests.factories import sign_in
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.application import create_app
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, Project


def annotate(workbench: WorkbenchClient, start: int) -> None:
    """Choose the texts of the lists in turn, for all mentions; submit and reopen in each round."""
    workbench.post("reopen")  # it may have been killed between submitting and reopening
    for generalization in count(start):
        for index, mention in enumerate(workbench.mentions):
            text = mention.generalizations["heuristics"][generalization]
            assert workbench.post(texts={index: text}).status_code == 303
            acknowledge("chosen", index, generalization)
        for verb in ("submit", "reopen"):
            assert workbench.post(verb).status_code == 303
            acknowledge(verb, 0, generalization)


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
        annotate(
            WorkbenchClient(client, annotator, project, document, assignment), int(sys.argv[1])
        )


if __name__ == "__main__":
    main()
