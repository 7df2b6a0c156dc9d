"""A form of the page that arrived: what it sent, and the work it is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import request
from flask_login import current_user

from webapp.annotate import choosing, operations, queries
from webapp.annotate.mentions import MentionWork
from webapp.annotate.sent import Sent
from webapp.annotate.work import Work, load_work
from webapp.extensions import db
from webapp.models import Assignment, utc_now
from webapp.suggesting.reading import chosen_in
from webapp.suggesting.recording import record


@dataclass(slots=True)
class Posted:
    """The work, what the page sent, the version it stands at, and the choices there were."""

    work: Work
    sent: Sent
    version: int
    chosen_before: Mapping[str, str]

    @classmethod
    def load(cls, project_id: int, document_id: int) -> Posted:
        """Load the current person's work on a document, or answer 404."""
        return cls.of(queries.assignment_or_404(db.session(), project_id, document_id))

    @classmethod
    def of(cls, assignment: Assignment) -> Posted:
        """Load the work of an assignment beside what the page sent."""
        work, sent = load_work(db.session(), assignment), Sent.from_request()
        written = {
            mention_id: work.write(work.mentions[mention_id], text)
            for mention_id, text in sent.written.items()
            if mention_id in work.mentions
        }
        sent = replace(sent, choices=sent.choices | written)
        return cls(work, sent, sent.version, chosen_in(work))

    def keep(self, *, preselected: bool = False) -> list[MentionWork]:
        """Save what the drop-downs say; return the mentions that changed."""
        return self.choose(self.sent.choices | (self.sent.preselected if preselected else {}))

    def choose(self, texts: Mapping[int, str]) -> list[MentionWork]:
        """Save texts for mentions; return those that changed, also by following."""
        changed = choosing.choose(
            db.session(),
            self.work,
            texts,
            version=self.version,
            person=current_user,
            at=utc_now(),
        )
        db.session.flush()
        if changed:
            self.version = self.work.assignment.version
        return changed

    def send_comment(self) -> None:
        """Attach the comment that the page sent; raises CommentError."""
        operations.flag(
            db.session(),
            self.work.assignment,
            request.form.get("comment", ""),
            mention=self.work.mentions.get(request.form.get("about", 0, type=int)),
            person=current_user,
            at=utc_now(),
        )

    def send_comment_along(self) -> None:
        """Attach what was typed and not sent before a step that leaves the document."""
        if request.form.get("comment", "").strip():
            self.send_comment()

    def commit(self) -> None:
        """Keep what was suggested beside the choices that are new, and commit."""
        db.session.flush()
        record(db.session(), self.work, self.sent.seen, self.chosen_before)
        db.session.commit()
