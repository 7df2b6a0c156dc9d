"""The forms of reviewing."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request
from flask_wtf import FlaskForm
from wtforms import TextAreaField
from wtforms.validators import InputRequired, Length

from webapp.access import row_id
from webapp.errors import DomainError
from webapp.review.operations import MAX_COMMENT
from webapp.review.queries import ReviewQueue

LAST_PAGE = 1_000_000
QUEUES = {queue.value: queue for queue in ReviewQueue}


@dataclass(frozen=True, slots=True)
class WorkFilter:
    """The part of the work that a list shows; nonsense in the address is left out."""

    queue: ReviewQueue
    annotator_id: int | None
    page: int

    @classmethod
    def from_request(cls) -> WorkFilter:
        """Read the query string."""
        return cls(
            queue=QUEUES.get(request.args.get("queue", ""), ReviewQueue.WAITING),
            annotator_id=request.args.get("annotator", type=row_id),
            page=min(max(request.args.get("page", 1, type=int), 1), LAST_PAGE),
        )


def version_read() -> int:
    """Return the version of the work that the page showed."""
    version = request.form.get("version", type=int)
    if version is None:
        raise DomainError("The page did not say which version of the work it showed.")
    return version


class SendBackForm(FlaskForm):  # type: ignore[misc] # Flask-WTF brings no types
    """What should change in the work."""

    comment = TextAreaField(
        "What should change",
        description="The annotator reads this on the document's page.",
        validators=[InputRequired("Say what should change."), Length(max=MAX_COMMENT)],
    )
