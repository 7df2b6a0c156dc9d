"""A database with something on every page: all roles, all states of work, all kinds of jobs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from flask import current_app
from sqlalchemy import select

from annotation.hidden_words import NoLexicon
from annotation.overlaying import SUGGESTIONS
from annotation.types import IdentifierType, SemanticType
from tests.browser.inventory import PASSWORD, Ids, Words
from tests.browser.modelling import add_models
from tests.browser.suggesting import add_suggestions
from tests.factories import Factory, Span
from tests.webapp import submissions
from tests.webapp.curation.review.reviewing import has_read
from tests.webapp.publication.release.releasing import accepted_before
from tests.webapp.submissions import compute_reports
from tests.webapp.workbench.marking import mark, submitted
from webapp.core.downloads import DELETION
from webapp.core.work.loading import load_work
from webapp.curation.review import operations as reviewing
from webapp.people.auth import links
from webapp.people.auth.passwords import hash_password
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    AssignmentState,
    Document,
    Identified,
    JobKind,
    JobState,
    Mention,
    PersonalLink,
    Project,
    ProjectKind,
    Role,
    User,
    utc_now,
)
from webapp.projects.guidelines.operations import write_version
from webapp.publication.export.wanted import Wanted, Work
from webapp.publication.release.wanted import WantedRelease
from webapp.workbench import choosing, operations, undoing

PARTS = ("annotator", "other", "reviewer")


@dataclass
class Populator:
    """Fills an empty database through the factory and the verbs of the application."""

    make: Factory
    words: Words

    def populate(self) -> Ids:
        """Fill the database; return the ids of its rows."""
        words, make = self.words, self.make
        people = self.people()
        team = [people["reviewer"], people["annotator"], people["other"]]
        project = make.project(*team, name=words.project, kind=ProjectKind.ONE_PASS)
        project.guidelines, project.fits_grammar = words.guidelines, False
        masking = make.project(*team, name="Masks", kind=ProjectKind.MASKING)
        masked = make.assignment(self.document(masking), people["annotator"])
        self.masks(masking, people["annotator"], people["other"])
        advanced = make.project(*team, name="Chosen in advance")
        preselected = make.assignment(self.document(advanced), people["annotator"])
        work = self.work(project, people["annotator"], people["other"], people["reviewer"])
        jobs = self.jobs(project) | self.exports(project, held_back=work["untouched"])
        make.rule(project, term=words.town, text=words.rule)
        models = add_models(make, project, people["admin"])
        hinted = db.session.scalars(
            select(Assignment).where(Assignment.document_id == work["untouched"])
        ).one()
        add_suggestions(words, hinted, preselected)
        for each in (project, masking):
            compute_reports(make, each)
        return Ids(
            **{role: person.id for role, person in people.items()},
            **work,
            **jobs,
            **models,
            project=project.id,
            masking=masking.id,
            masked=masked.document_id,
            advanced=advanced.id,
            preselected=preselected.document_id,
            **self.unmasked(advanced, *(people[part] for part in PARTS)),
            masking_job=self.masking(advanced),
            bare=self.bare(),
            **self.releases(people["annotator"], people["reviewer"]),
            **self.aside(people["other"]),
            token=self.link(people["other"]),
            withdrawn_token=self.link(people["annotator"], is_withdrawn=True),
        )

    def aside(self, member: User) -> dict[str, int]:
        """Add projects without documents: an empty one, one put away, one with new guidelines."""
        empty, archived = self.make.project(name="Empty"), self.make.project(name="Put away")
        renewed = self.make.project(member, name="Renewed")
        archived.archived_at = at = utc_now()
        write_version(self.make.session, renewed, "Be brief.", seen=0, author=None, at=at)
        self.make.session.commit()
        return {"empty": empty.id, "archived": archived.id, "renewed": renewed.id}

    def people(self) -> dict[str, User]:
        """Add everybody, by the part they play; the leaver was deactivated."""
        words, make = self.words, self.make
        people = {
            "admin": self.admin(),
            "reviewer": make.user(words.reviewer, role=Role.REVIEWER),
            "annotator": make.user(words.annotator),
            "other": make.user(words.other),
            "newcomer": make.user("newcomer"),
            "leaver": make.user("leaver"),
        }
        people["leaver"].is_active = False
        make.session.commit()
        return people

    def admin(self) -> User:
        """Add the only person with a password."""
        admin = self.make.user(self.words.admin, role=Role.ADMIN)
        admin.password_hash = hash_password(PASSWORD)
        self.make.session.commit()
        return admin

    def work(
        self, project: Project, annotator: User, other: User, reviewer: User
    ) -> dict[str, int]:
        """Give the annotator a document in every state, shared where work is submitted."""
        states = ("submitted", "approved", "returned", "complete", "begun", "untouched", "skipped")
        documents = {state: self.document(project) for state in states}
        self.document(project)  # nobody's
        work = {
            state: self.make.assignment(document, annotator)
            for state, document in documents.items()
        }
        for state in ("submitted", "approved", "returned", "complete"):
            self.choose(work[state])
        for state in ("submitted", "approved", "returned"):
            self.submit(work[state])
        self.choose(work["begun"], most=2)
        self.say(work, annotator, reviewer)
        second = self.make.assignment(documents["submitted"], other)
        self.choose(second, level=1)
        self.submit(second)
        has_read(db.session(), work["submitted"], reviewer)
        db.session.commit()
        return {
            "unread_work": second.id,
            "span": documents["untouched"].layers[0].mentions[0].id,
            **{state: documents[state].id for state in states if state != "skipped"},
            **{f"{state}_work": work[state].id for state in ("submitted", "approved", "returned")},
        }

    def masks(self, project: Project, *annotators: User) -> None:
        """Let annotators mark one span in layers of their own, each as another identifier type."""
        words = self.words
        document = self.make.document(project, text=f"{words.name} {words.rest}.", spans=[])
        for annotator, kind in zip(annotators, IdentifierType, strict=False):
            work = self.make.assignment(document, annotator)
            mark(work, words.name, kind)
            submitted(work, spans=1)

    def unmasked(
        self, project: Project, annotator: User, other: User, reviewer: User
    ) -> dict[str, int]:
        """Give two people a text without spans to hide; the other one says that this is right."""
        document = self.make.document(project, text=f"{self.words.name} moved.", spans=[])
        self.make.assignment(document, annotator)
        work = self.make.assignment(document, other)
        operations.submit(
            db.session(),
            load_work(db.session(), work),
            seen={},
            version=work.version,
            person=other,
            at=utc_now(),
            lexicon=NoLexicon(),
            confirmation=operations.Confirmation(nothing_to_hide=True),
        )
        has_read(db.session(), work, reviewer, Identified.YES, "moved")
        db.session.commit()
        return {"unmasked": document.id, "unmasked_work": work.id}

    def say(self, work: dict[str, Assignment], annotator: User, reviewer: User) -> None:
        """Let the annotator and the reviewer say what they think of the work."""
        now, session = utc_now(), self.make.session
        begun = load_work(session, work["begun"])
        undoing.undo(session, begun, version=begun.assignment.version, person=annotator, at=now)
        operations.skip(session, work["skipped"], person=annotator, at=now)
        for state in ("submitted", "begun"):
            operations.flag(session, work[state], self.words.question, person=annotator, at=now)
        for state in ("approved", "returned"):
            has_read(session, work[state], reviewer)
        reviewing.approve(
            session, work["approved"], version=work["approved"].version, person=reviewer, at=now
        )
        reviewing.send_back(
            session,
            work["returned"],
            self.words.comment,
            version=work["returned"].version,
            person=reviewer,
            at=now,
        )
        session.commit()

    def document(self, project: Project) -> Document:
        """Add a document whose town can be replaced from two sources."""
        words = self.words
        spans: list[Span] = [
            (words.name, SemanticType.PERSON, "e1", [words.option, "***"]),
            (words.town, SemanticType.LOC, "e2", ["country", "***"]),
            ("1986", SemanticType.DATETIME, "e3", ["date in the 1980s", "***"]),
            (words.name, SemanticType.PERSON, "e1", [words.option, "***"]),
        ]
        text = f"{words.name} was born in {words.town} in 1986. {words.name} {words.rest}."
        document = self.make.document(project, text=text, spans=spans)
        document.doc_id = f"{words.doc_id} {document.id}"
        document.task, document.dataset_type = words.task, words.split
        town = db.session.scalars(
            select(Mention).where(Mention.document_id == document.id, Mention.entity_id == "e2")
        ).one()
        town.generalizations = {"P31": [words.city, "city", "***"], words.source: ["Norway", "***"]}
        last = max(document.layers[0].mentions, key=lambda mention: mention.position)
        last.origins = {words.option: {"source": "heuristics", "sense": words.sense}}
        db.session.commit()
        return document

    def choose(self, assignment: Assignment, *, most: int = 4, level: int = 0) -> None:
        """Choose for the first spans, one by one, the option at a level."""
        work = load_work(db.session(), assignment)
        for mention in list(work)[:most]:
            options = [option.text for group in mention.groups for option in group.options]
            choosing.choose(
                db.session(),
                work,
                {mention.id: options[level]},
                version=assignment.version,
                person=assignment.annotator,
                at=utc_now(),
            )
            db.session.commit()

    def submit(self, assignment: Assignment) -> None:
        """Submit complete work."""
        operations.submit(
            db.session(),
            load_work(db.session(), assignment),
            seen={},
            version=assignment.version,
            person=assignment.annotator,
            at=utc_now(),
            lexicon=NoLexicon(),
            confirmation=operations.Confirmation(may_stay=assignment.version),
        )
        db.session.commit()

    def jobs(self, project: Project) -> dict[str, int]:
        """Add an import in every state."""
        ids = {}
        for state in JobState:
            job = self.make.job(project, state=state)
            job.arguments = {"file": self.words.file, "format": None}
            if state is JobState.WAITING:
                job.arguments |= {"offer": 1, "upload": "of-that-one", "unmasked": 1}
                job.arguments |= {"looks_first": True, "is_start": False}
            job.message = "" if state is JobState.QUEUED else self.words.message
            job.started_at = None if state is JobState.QUEUED else utc_now()
            job.finished_at = utc_now() if state.is_over else None
            job.progress, job.total = (1, 2) if state is JobState.RUNNING else (0, 0)
            ids[f"{state}_job"] = job.id
        ids["refused_job"] = self._asking(project, "of-that-job", offer=2)
        columns = {self.words.name: self.words.rest, "note": ""}
        ids["table_job"] = self._asking(project, "of-a-table", offer=0, columns=columns)
        staged = Document(
            import_id=ids["waiting_job"],
            position=0,
            doc_id=self.words.doc_id,
            text=f"{self.words.name} {self.words.rest}. " * 30,
            layout={"keys": [], "extra": {}},
        )
        db.session.add(staged)
        db.session.commit()
        named = ("running_job", "failed_job", "done_job", "waiting_job", "refused_job", "table_job")
        return {name: ids[name] for name in named} | {"staged": staged.id}

    def exports(self, project: Project, *, held_back: int) -> dict[str, int]:
        """Add a dataset in every state; one was held back, of another a document is lacking."""
        ids = {}
        for state in (JobState.RUNNING, JobState.FAILED, JobState.DONE):
            job = self.make.job(project, kind=JobKind.EXPORT, state=state)
            job.arguments = {"wanted": Wanted(without_originals=True, work=Work.ALL).to_json()}
            job.started_at = utc_now()
            job.finished_at = utc_now() if state.is_over else None
            ids[f"{state}_export"] = job.id
            if state.is_over:
                job.arguments |= {"result": _result(held_back), DELETION: None}
                job.message = "2 documents, 5 spans, 1 annotator."
        db.session.commit()
        return {name: ids[name] for name in ("done_export", "failed_export")}

    def releases(self, annotator: User, reviewer: User) -> dict[str, int]:
        """Add a project with a release in every state; of one a document is stopped for a leak."""
        project = self.make.project(annotator, reviewer, name="Released")
        text = f"{self.words.name} {self.words.rest}. There {self.words.name} stayed."
        spans: list[Span] = [(self.words.name, "PERSON", "e1", [self.words.option, "***"])]
        document = self.make.document(project, doc_id=self.words.doc_id, text=text, spans=spans)
        approved = AssignmentState.REVIEWED  # else it had to be read alone first
        submissions.submitted(self.make, document, annotator, self.words.option, state=approved)
        accepted_before(document, reviewer)
        ids = {"released": project.id}
        for state in (JobState.RUNNING, JobState.DONE, JobState.FAILED):
            job = self.make.job(project, kind=JobKind.RELEASE, state=state)
            result = {"texts": 1, "accepted": 1, "stopped": 1, "listed": [document.id]}
            job.arguments = {"wanted": WantedRelease().to_json(), "result": result}
            job.arguments["result"] |= {"bytes": 1200, "sha256": "0" * 64}
            job.started_at, job.finished_at = utc_now(), utc_now() if state.is_over else None
            job.message = "Nothing was released: 1 document is stopped at the gate."
            ids[f"{state}_release"] = job.id
        db.session.commit()
        return {name: ids[name] for name in ("released", "done_release", "failed_release")}

    def _asking(self, project: Project, upload: str, **asked: object) -> int:
        """Add an import that waits to be told what to do about faults."""
        job = self.make.job(project, state=JobState.WAITING)
        job.arguments = {"file": self.words.file, "format": None, "upload": upload, **asked}
        job.message, job.finished_at = self.words.message, utc_now()
        db.session.commit()
        return job.id

    def bare(self) -> int:
        """Add a project of one text in which nothing is marked, and one where nothing was found."""
        project = self.make.project(name="Raw")
        job = self.make.job(project, state=JobState.DONE)
        job.arguments, job.finished_at = {"file": self.words.file, "unmasked": 1}, utc_now()
        text = f"{self.words.name} {self.words.rest}."
        self.make.document(project, text=text, spans=[]).import_id = job.id
        self.make.document(project, text="Rain.", spans=[]).layers[0].name = SUGGESTIONS
        db.session.commit()
        return project.id

    def masking(self, project: Project) -> int:
        """Add a search for masks that is under way."""
        job = self.make.job(project, kind=JobKind.MASK, state=JobState.RUNNING)
        job.arguments, job.message = {}, self.words.message
        job.started_at, job.progress, job.total = utc_now(), 1, 2
        db.session.commit()
        return job.id

    def link(self, person: User, *, is_withdrawn: bool = False) -> str:
        """Make a personal link and return its token."""
        now = utc_now()
        link = PersonalLink(user=person, created_at=now, expires_at=now + timedelta(days=9))
        link.revoked_at = now if is_withdrawn else None
        db.session.add(link)
        db.session.commit()
        return links.token_of(current_app.extensions["palimpsest"], link)


def _result(held_back: int) -> dict[str, object]:
    """What came of a dataset: a file, a document held back, and one that could not be written."""
    fault = {"document_id": held_back, "number": 1, "reason": "two spans overlap"}
    return {
        "documents": 2,
        "left_out": 1,
        "leaking": [held_back],
        "unmasked": 1,
        "faulty": 1,
        "faults": [fault],
        "file": "dataset.json",
        "name": "without-originals.json",
        "bytes": 9_000,
        "sha256": 8 * "0a1b2c3d",
    }
