"""Writing guidelines: every text that differs is a version; and noting who has read which."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import update
from sqlalchemy.orm import Session

from webapp.platform.database import refusing_a_twin
from webapp.platform.errors import ConflictError, DomainError
from webapp.platform.models import GuidelinesVersion, Membership, Project, User

LONGEST_NOTE = 200


class GuidelinesConflictError(ConflictError):
    """Somebody else has changed the guidelines since they were opened."""

    def __init__(self) -> None:
        super().__init__(
            "Somebody else has changed the guidelines since you opened them. Nothing is saved yet:"
            " bring both together below, and save again."
        )


def write_version(
    session: Session,
    project: Project,
    text: str,
    *,
    seen: int,
    note: str = "",
    author: User | None,
    at: datetime,
) -> bool:
    """Let guidelines read otherwise from now on; False where they read so already.

    `seen` is the number of the version that the new text was made of; raises
    GuidelinesConflictError where that is not the present one.
    """
    if text == project.guidelines:
        return False
    if seen != project.guidelines_version:
        raise GuidelinesConflictError
    note = note.strip()
    if len(note) > LONGEST_NOTE or (note and not note.isprintable()):
        raise DomainError(f"What changed is said in one line of at most {LONGEST_NOTE} characters.")
    project.guidelines, project.guidelines_version = text, seen + 1
    with refusing_a_twin(session, GuidelinesConflictError()):
        session.add(
            GuidelinesVersion(
                project_id=project.id,
                number=seen + 1,
                text=text,
                note=note,
                author_id=author.id if author else None,
                written_at=at,
            )
        )
    return True


def note_as_read(session: Session, project: Project, person: User, number: int) -> None:
    """Note that a member has read the guidelines up to a version; what was read stays read."""
    session.execute(
        update(Membership)
        .where(
            Membership.project_id == project.id,
            Membership.user_id == person.id,
            Membership.guidelines_read < min(number, project.guidelines_version),
        )
        .values(guidelines_read=min(number, project.guidelines_version))
    )
