"""The forms of reviewing."""

from __future__ import annotations

from flask import request
from flask_wtf import FlaskForm
from wtforms import RadioField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length

from webapp.core.work.comments import MAX_COMMENT
from webapp.curation.review.deciding import Wanted
from webapp.curation.review.queries import QueueOrder, ReviewQueue, WorkFilter
from webapp.people.access import row_id
from webapp.platform.errors import DomainError
from webapp.platform.http.paging import page_wanted
from webapp.platform.models import Identified

QUEUES = {queue.value: queue for queue in ReviewQueue}
ORDERS = {order.value: order for order in QueueOrder}


def work_filter() -> WorkFilter:
    """Read the query string of a list; nonsense in it is left out."""
    return WorkFilter(
        queue=QUEUES.get(request.args.get("queue", ""), ReviewQueue.WAITING),
        annotator_id=request.args.get("annotator", type=row_id),
        has_comments=request.args.get("comments") == "yes",
        is_rushed=request.args.get("rushed") == "yes",
        is_disputed=request.args.get("disputed") == "yes",
        order=ORDERS.get(request.args.get("order", ""), QueueOrder.AGE),
        page=page_wanted(),
    )


def version_read() -> int:
    """Return the version of the work that the page showed."""
    version = request.form.get("version", type=int)
    if version is None:
        raise DomainError("The page did not say which version of the work it showed.")
    return version


class IdentifyForm(FlaskForm):  # type: ignore[misc] # Flask-WTF brings no types
    """Whether one can tell who it is, from the sanitized text alone."""

    identified = RadioField(
        "Can you still tell who this is?",
        choices=[SelectChoice(each.value, each.label) for each in Identified],
        validators=[InputRequired("Say no, unsure or yes.")],
    )
    words = TextAreaField(
        "By what?",
        description="The words of the text that tell, one passage a line.",
        validators=[Length(max=MAX_COMMENT)],
    )


class SendBackForm(FlaskForm):  # type: ignore[misc] # Flask-WTF brings no types
    """What should change in the work."""

    comment = TextAreaField(
        "What should change",
        description="The annotator reads this on the document's page.",
        validators=[Length(max=MAX_COMMENT)],
    )


def wanted_at_span() -> Wanted:
    """Read what a page asks for at a span: the text of a button, own words, or no decision."""
    written = request.form.get("written", "").strip()
    pressed = request.form.get("text")
    is_written = pressed is None and bool(written)
    text = written if is_written else pressed
    return Wanted(text or None, request.form.get("seen", ""), is_written)
