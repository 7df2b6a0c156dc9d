"""Documents, the layers of spans in them, and their mentions.

A staged document belongs to no project yet: an import writes it in small transactions and
publishes the whole file at its end by one UPDATE of `project_id`.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    Text,
    UniqueConstraint,
    and_,
    exists,
    false,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from annotation.overlaying import SUGGESTIONS
from annotation.types import ConfidentialStatus, EditType, IdentifierType, SemanticType
from webapp.platform.models.base import NEVER_AGAIN, Base, enum_column
from webapp.platform.models.states import FileFormat


class Document(Base):
    """A text about a person, byte for byte as imported."""

    __tablename__ = "document"
    __table_args__ = (
        UniqueConstraint("project_id", "doc_id"),
        CheckConstraint("project_id IS NOT NULL OR import_id IS NOT NULL", name="has_home"),
        Index("ix_document_project_id_position", "project_id", "position"),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    project_id: Mapped[int | None] = mapped_column(ForeignKey("project.id", ondelete="CASCADE"))
    import_id: Mapped[int | None] = mapped_column(ForeignKey("job.id"), index=True)
    position: Mapped[int]
    """The order in the file, which is the order of work."""
    doc_id: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    task: Mapped[str | None] = mapped_column(Text)
    dataset_type: Mapped[str | None] = mapped_column(Text)
    generalized_text: Mapped[str | None] = mapped_column(Text)
    """As imported; emptied when a submission changes a choice in the document."""
    quality_checked: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    meta: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    layout: Mapped[dict[str, Any]] = mapped_column(JSON)
    """{"keys": […], "extra": {…}}, see annotation.records.Layout."""

    layers: Mapped[list[Layer]] = relationship(
        back_populates="document", order_by="Layer.position", passive_deletes=True
    )

    @property
    def number(self) -> int:
        """The number under which everybody in the project knows the document."""
        return self.position + 1


class DocumentFile(Base):
    """The file that a document came as, byte for byte, to be written again in its layout."""

    __tablename__ = "document_file"

    document_id: Mapped[int] = mapped_column(
        ForeignKey("document.id", ondelete="CASCADE"), primary_key=True
    )
    format: Mapped[FileFormat] = mapped_column(enum_column(FileFormat, "format"))
    content: Mapped[bytes] = mapped_column(LargeBinary)


class Layer(Base):
    """The spans that one annotator of the spans marked in a document."""

    __tablename__ = "layer"
    __table_args__ = (
        UniqueConstraint("document_id", "name"),
        UniqueConstraint("id", "document_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    document_id: Mapped[int] = mapped_column(ForeignKey("document.id", ondelete="CASCADE"))
    position: Mapped[int]
    name: Mapped[str] = mapped_column(Text)
    annotator_id: Mapped[int | None] = mapped_column(ForeignKey("user.id"), index=True)
    """Whose layer it is; None for a shared one, whose spans are given or suggested to all.

    In a masking project it holds all that its annotator marked. In a one-pass project it holds what
    they changed of the shared ones: see annotation.overlaying.
    """
    version_id: Mapped[int | None] = mapped_column(
        ForeignKey("model_version.id", ondelete="SET NULL"), index=True
    )
    """Which version found the spans; None for what needs no training, people and files."""
    layout: Mapped[dict[str, Any]] = mapped_column(JSON)

    document: Mapped[Document] = relationship(back_populates="layers")
    mentions: Mapped[list[Mention]] = relationship(
        back_populates="layer", order_by="Mention.position", passive_deletes=True
    )


class Mention(Base):
    """A span; the database checks its borders, a trigger compares it with the text."""

    __tablename__ = "mention"
    __table_args__ = (
        UniqueConstraint("layer_id", "mention_id"),
        UniqueConstraint("id", "document_id"),
        ForeignKeyConstraint(
            ["layer_id", "document_id"], ["layer.id", "layer.document_id"], ondelete="CASCADE"
        ),
        CheckConstraint("start_offset >= 0 AND end_offset > start_offset", name="borders"),
        CheckConstraint("length(span_text) = end_offset - start_offset", name="span_length"),
        Index("ix_mention_document_id", "document_id"),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    document_id: Mapped[int]
    layer_id: Mapped[int]
    position: Mapped[int]
    mention_id: Mapped[str] = mapped_column(Text)
    entity_id: Mapped[str] = mapped_column(Text)
    entity_type: Mapped[SemanticType] = mapped_column(enum_column(SemanticType, "entity_type"))
    start_offset: Mapped[int]
    end_offset: Mapped[int]
    span_text: Mapped[str] = mapped_column(Text)
    identifier_type: Mapped[IdentifierType] = mapped_column(
        enum_column(IdentifierType, "identifier_type")
    )
    edit_type: Mapped[EditType | None] = mapped_column(enum_column(EditType, "edit_type"))
    confidential_status: Mapped[ConfidentialStatus | None] = mapped_column(
        enum_column(ConfidentialStatus, "confidential_status")
    )
    related_mentions: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    generalizations: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """Source → list, in stored order; None when the record brought no `replacement`."""
    origins: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """Text → {source, sense}, see annotation.records.Origin; None for lists of a file."""
    is_led: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether a longer masked span overlaps it, whose choice stands for it: see rendering."""
    layout: Mapped[dict[str, Any]] = mapped_column(JSON)
    """{"keys", "extra", "replacement": {"keys", "extra", "unchosen": {text: place}}}."""

    layer: Mapped[Layer] = relationship(back_populates="mentions")


IS_SUGGESTED = and_(Layer.name == SUGGESTIONS, Layer.annotator_id.is_(None))
"""Which layers hold what this program suggests, in a query of `Layer`."""

NEEDS_CHOICE = and_(Mention.identifier_type != IdentifierType.NO_MASK, Mention.is_led.is_(False))
"""Which mentions an annotator chooses for."""

IS_SHARED = (
    exists().where(Layer.id == Mention.layer_id, Layer.annotator_id.is_(None)).correlate(Mention)
)
"""Which mentions are given or suggested to all, in a query of `Mention`."""
