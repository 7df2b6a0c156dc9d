"""The form that a page of annotating submitted, with the work that it is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import request
from flask_login import current_user

from webapp.core.work.comments import comment_on_word
from webapp.core.work.loading import Work, load_work
from webapp.core.work.mentions import MentionWork
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, utc_now
from webapp.versions.suggestions.reading import chosen_in
from webapp.versions.suggestions.recording import record
from webapp.versions.suggestions.showing import likely_enough
from webapp.workbench import choosing, operations, queries
from webapp.workbench.form_data import FormData
from webapp.workbench.queries import History


@dataclass(slots=True)
class SubmittedForm:
    """The work, the data of the form, the version of the work, and the choices before."""

    work: Work
    data: FormData
    version: int
    chosen_before: Mapping[str, str]
    history: History | None = None
    """What can be undone and redone, where choices have just decided it."""

    @classmethod
    def load(cls, project_id: int, document_id: int) -> SubmittedForm:
        """Load the current person's work on a document, or answer 404."""
        return cls.of(queries.assignment_or_404(db.session(), project_id, document_id))

    @classmethod
    def of(cls, assignment: Assignment) -> SubmittedForm:
        """Load the work of an assignment, with the data of the form."""
        work, data = load_work(db.session(), assignment), FormData.from_request()
        written = {
            mention_id: work.write(work.mentions[mention_id], text)
            for mention_id, text in data.written.items()
            if mention_id in work.mentions
        }
        data = replace(data, choices=data.choices | written)
        return cls(work, data, data.version, chosen_in(work))

    def save_choices(self, *, preselected: bool = False) -> list[MentionWork]:
        """Save the choices of the drop-downs; return the mentions that changed.

        With what is preselected, if asked for, but for what has to be looked at.
        """
        data = self.data
        seen = likely_enough(self.work, data.preselected, data.seen.shown) if preselected else {}
        return self.choose(data.choices | seen)

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
        if changed:
            self.version = self.work.assignment.version
            self.history = History(can_undo=True, can_redo=False)
        return changed

    def add_comment(self) -> None:
        """Attach the comment that the page sent, or one on a word; raises CommentError."""
        word = request.form.get("flag-word", "")
        operations.flag(
            db.session(),
            self.work.assignment,
            comment_on_word(word) if word else request.form.get("comment", ""),
            mention=self.work.mentions.get(request.form.get("about", 0, type=int)),
            person=current_user,
            at=utc_now(),
        )

    def add_unsent_comment(self) -> None:
        """Attach what was typed and not sent before a step that leaves the document."""
        if request.form.get("comment", "").strip():
            self.add_comment()

    def commit(self) -> None:
        """Record what was suggested beside the choices that are new, and commit."""
        record(db.session(), self.work, self.data.seen, self.chosen_before)
        db.session.commit()
