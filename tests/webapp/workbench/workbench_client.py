"""A test client on the workbench: it posts the forms of the page and reads what was stored."""

from __future__ import annotations

from dataclasses import dataclass

from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    Choice,
    ChoiceOrigin,
    Document,
    Mention,
    Project,
    User,
)


@dataclass
class WorkbenchClient:
    """The workbench of one document, opened by the annotator it is assigned to."""

    client: FlaskClient
    annotator: User
    project: Project
    document: Document
    assignment: Assignment

    @property
    def address(self) -> str:
        return f"/projects/{self.document.project_id}/documents/{self.document.id}"

    @property
    def mentions(self) -> list[Mention]:
        return list(
            db.session.scalars(
                select(Mention)
                .where(Mention.document_id == self.document.id)
                .order_by(Mention.start_offset)
            )
        )

    def post(
        self, verb="choices", texts=None, *, version=None, headers=None, **fields
    ) -> TestResponse:
        """Post the form with a text for some of the mentions, by their index."""
        db.session.expire_all()
        data = {"version": version or self.assignment.version, **fields}
        for index, text in (texts or {}).items():
            data[f"choice-{self.mentions[index].id}"] = text
        response = self.client.post(f"{self.address}/{verb}", data=data, headers=headers)
        db.session.expire_all()
        return response

    def texts(self) -> list[str | None]:
        """Return the stored texts in the order of the mentions."""
        chosen = dict(
            db.session.execute(
                select(Choice.mention_id, Choice.text).where(
                    Choice.assignment_id == self.assignment.id
                )
            ).all()
        )
        return [chosen.get(mention.id) for mention in self.mentions]

    def origins(self) -> dict[int, ChoiceOrigin]:
        chosen = db.session.scalars(select(Choice))
        index = {mention.id: number for number, mention in enumerate(self.mentions)}
        return {index[choice.mention_id]: choice.origin for choice in chosen}


ALL = {0: "PERSON 1", 1: "city in Norway", 2: "***", 4: "city", 5: "***"}
"""A choice for every mention of the factory's document; the fourth follows the first."""
