"""What a project adds to the ontology and forbids, kept apart from every index."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from annotation.types import SemanticType
from webapp.platform.models.base import Base, UtcDateTime, enum_column
from webapp.platform.models.people import User
from webapp.platform.models.states import GeneralizationAction


class ProjectGeneralization(Base):
    """One rule of a project about a text for a term; see ontology.overrides."""

    __tablename__ = "project_generalization"
    __table_args__ = (
        UniqueConstraint("project_id", "term", "semantic_type", "text"),
        # NULL is never equal to NULL: rules for every type need an index of their own.
        Index(
            "uq_project_generalization_any_type",
            "project_id",
            "term",
            "text",
            unique=True,
            sqlite_where=text("semantic_type IS NULL"),
            postgresql_where=text("semantic_type IS NULL"),
        ),
        CheckConstraint("text <> '' AND text <> '***'", name="text_says_something"),
        CheckConstraint("action = 'forbid' OR term <> ''", name="addition_has_term"),
        CheckConstraint(
            "position IS NULL OR (action = 'add' AND position >= 1)", name="position_of_addition"
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    project_id: Mapped[int] = mapped_column(ForeignKey("project.id", ondelete="CASCADE"))
    action: Mapped[GeneralizationAction] = mapped_column(
        enum_column(GeneralizationAction, "action")
    )
    term: Mapped[str] = mapped_column(Text)
    """As typed; "" in a prohibition stands for every term."""
    semantic_type: Mapped[SemanticType | None] = mapped_column(
        enum_column(SemanticType, "semantic_type")
    )
    text: Mapped[str] = mapped_column(Text)
    position: Mapped[int | None]
    """From 1, the most specific; without it generality decides."""
    created_by_id: Mapped[int | None] = mapped_column(ForeignKey("user.id"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)

    created_by: Mapped[User | None] = relationship()
