"""People, projects and documents for tests: each method makes one thing and commits it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy.orm import Session, scoped_session

from annotation.types import IdentifierType, SemanticType
from learning.promotion import UNTRIED
from learning.summaries import VersionSummary
from learning.versions import Manifest, write_version
from selection.families.baseline import BaselineModel
from webapp.people import sessions
from webapp.platform.extensions import db
from webapp.platform.models import (
    Assignment,
    Choice,
    ChoiceOrigin,
    ChoiceSuggestion,
    Document,
    GeneralizationAction,
    Job,
    JobKind,
    JobState,
    Layer,
    Membership,
    Mention,
    ModelVersion,
    Project,
    ProjectGeneralization,
    ProjectKind,
    Role,
    SignIn,
    User,
    utc_now,
)
from webapp.versions.queries import folder_of

Span = tuple[str, SemanticType, str, list[str]]
"""span text (found in order in the text), type, entity id, replacement list"""

TEXT = "Ada Berg was born in Oslo in 1986. Berg moved to Bergen 🚢 in 2004."
SPANS: list[Span] = [
    ("Ada Berg", SemanticType.PERSON, "e1", ["PERSON 1", "***"]),
    ("Oslo", SemanticType.LOC, "e2", ["city in Norway", "city", "***"]),
    ("1986", SemanticType.DATETIME, "e3", ["date in the 1980s", "***"]),
    ("Berg", SemanticType.PERSON, "e1", ["PERSON 1", "***"]),
    ("Bergen", SemanticType.LOC, "e4", ["city in Norway", "city", "***"]),
    ("2004", SemanticType.DATETIME, "e5", ["date in the 2000s", "***"]),
]


@dataclass
class Factory:
    """Makes rows with sensible defaults; `numbers` keeps names apart."""

    session: Session | scoped_session[Session]
    numbers: Any = field(default_factory=lambda: count(1))

    def user(self, name: str | None = None, *, role: Role = Role.ANNOTATOR) -> User:
        """Add a person without a password."""
        user = User(name=name or f"person-{next(self.numbers)}", role=role, created_at=utc_now())
        return self._saved(user)

    def project(
        self,
        *members: User,
        name: str | None = None,
        kind: ProjectKind = ProjectKind.REPLACEMENT,
    ) -> Project:
        """Add a project with these members."""
        project = Project(
            name=name or f"project {next(self.numbers)}", kind=kind, created_at=utc_now()
        )
        self._saved(project)
        for member in members:
            self.member(member, project.id)
        return project

    def member(self, user: User, project_id: int, *, role: Role | None = None) -> Membership:
        """Make somebody a member of a project, who does there what they do everywhere, or not."""
        return self._saved(Membership(project_id=project_id, user_id=user.id, role=role))

    def document(
        self,
        project: Project,
        *,
        doc_id: str | None = None,
        text: str = TEXT,
        spans: list[Span] | None = None,
    ) -> Document:
        """Add a document with one shared layer; spans are found in the text one after the other."""
        number = next(self.numbers)
        document = Document(
            project_id=project.id,
            position=number,
            doc_id=doc_id or f"doc-{number}",
            text=text,
            task="Hide who this is about",
            dataset_type="train",
            layout={"keys": [], "extra": {}},
        )
        self._saved(document)
        layer = self._saved(
            Layer(
                document_id=document.id, position=0, name="spans", layout={"keys": [], "extra": {}}
            )
        )
        start = 0
        for position, span in enumerate(SPANS if spans is None else spans):
            start = text.index(span[0], start)
            self.session.add(_mention(document, layer, position, start, span))
            start += len(span[0])
        self.session.commit()
        return document

    def mention(self, document: Document, around: str, span_text: str) -> Mention:
        """Add a mention where words begin, of what the document's first mention names."""
        layer = self.session.query(Layer).filter_by(document_id=document.id).one()
        first = self.session.query(Mention).filter_by(layer_id=layer.id, position=0).one()
        span = (span_text, first.entity_type, first.entity_id, ["PERSON 1", "***"])
        return self._saved(_mention(document, layer, 90, document.text.index(around), span))

    def assignment(self, document: Document, annotator: User) -> Assignment:
        """Give a document to an annotator."""
        return self._saved(
            Assignment(document_id=document.id, annotator_id=annotator.id, changed_at=utc_now())
        )

    def choice(self, assignment: Assignment, mention: Mention, text: str) -> Choice:
        """Let the annotator have chosen a text for a mention."""
        return self._saved(
            Choice(
                assignment_id=assignment.id,
                document_id=assignment.document_id,
                mention_id=mention.id,
                text=text,
                origin=ChoiceOrigin.OWN,
                chosen_at=utc_now(),
            )
        )

    def job(
        self, project: Project, *, kind: JobKind = JobKind.IMPORT, state: JobState = JobState.QUEUED
    ) -> Job:
        """Add a job row."""
        return self._saved(Job(project_id=project.id, kind=kind, state=state, created_at=utc_now()))

    def rule(self, project: Project, *, term: str = "Oslo", text: str = "town") -> Any:
        """Let a project add a generalization of a term."""
        return self._saved(
            ProjectGeneralization(
                project_id=project.id,
                action=GeneralizationAction.ADD,
                term=term,
                text=text,
                created_at=utc_now(),
            )
        )

    def version(
        self,
        project: Project | None,
        *,
        is_promoted: bool = True,
        figures: Mapping[str, str] | None = None,
        **facts: Any,
    ) -> Any:
        """Add a trained version of a project, or of the model for all, with its folder."""
        number = next(self.numbers)
        row = {
            "number": number,
            "family": "personal",
            "folder": f"version-{number}",
            "created_at": utc_now(),
            "summary": VersionSummary(),
            "verdict": "It is the first.",
            "promoted_at": utc_now() if is_promoted else None,
        }
        version = ModelVersion(project_id=project.id if project else None, **(row | facts))
        write_version(folder_of(version), BaselineModel(), untried_manifest(), figures)
        return self._saved(version)

    def suggestion(
        self,
        choice: Choice,
        version: ModelVersion,
        text: str,
        *,
        confidence: float = 0.5,
        was_shown: bool = True,
    ) -> ChoiceSuggestion:
        """Let a version have suggested a text when a choice was made."""
        return self._saved(
            ChoiceSuggestion(
                choice_id=choice.id,
                version_id=version.id,
                text=text,
                confidence=confidence,
                was_shown=was_shown,
            )
        )

    def _saved(self, row: Any) -> Any:
        self.session.add(row)
        self.session.commit()
        return row


def _mention(document: Document, layer: Layer, position: int, start: int, span: Span) -> Mention:
    span_text, entity_type, entity_id, options = span
    return Mention(
        document_id=document.id,
        layer_id=layer.id,
        position=position,
        mention_id=f"{document.doc_id}_em{position + 1}",
        entity_id=entity_id,
        entity_type=entity_type,
        start_offset=start,
        end_offset=start + len(span_text),
        span_text=span_text,
        identifier_type=IdentifierType.QUASI,
        generalizations={"heuristics": options},
        layout={"keys": [], "extra": {}},
    )


def untried_manifest() -> Manifest:
    """What a version's folder says of one that was never tried."""
    return Manifest(
        family="baseline",
        seed=0,
        encoder="none",
        created_at=utc_now().isoformat(),
        data_checksum="",
        trained_on={},
        held_out={},
        training_choices=0,
        scores=None,
        measures={},
        verdict=UNTRIED,
        training_seconds=0.0,
        libraries={},
    )


def sign_in(client: FlaskClient, user: User) -> None:
    """Give the client a session of this person, without the login form."""
    token = f"a session of {user.id}"
    db.session.merge(
        SignIn(
            digest=sessions.digest_of(token),
            user_id=user.id,
            epoch=user.session_epoch,
            began_at=user.created_at,
        )
    )
    db.session.commit()
    with client.session_transaction() as session:
        session[sessions.COOKIE_KEY] = token
