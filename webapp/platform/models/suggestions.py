"""Trained models, what they suggest, and what became of the suggestions."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    Dialect,
    ForeignKey,
    Index,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
    true,
)
from sqlalchemy.orm import Mapped, mapped_column

from learning.summaries import VersionSummary
from masking.operating_points import BALANCED, STEPS
from webapp.platform.models.base import Base, UtcDateTime, enum_column
from webapp.platform.models.states import Purpose, SuggestionMode

RETRAIN_AFTER = 5
BLIND_SHARE = 10
"""What a project gets that has not said what it wants."""


class SummaryJson(TypeDecorator[VersionSummary]):
    """A summary of a version, stored as JSON."""

    impl = JSON
    cache_ok = True

    def process_bind_param(
        self,
        value: VersionSummary | None,
        dialect: Dialect,  # noqa: ARG002 - SQLAlchemy's signature
    ) -> dict[str, Any] | None:
        """Return the JSON value that is stored."""
        return None if value is None else value.to_json()

    def process_result_value(
        self,
        value: dict[str, Any] | None,
        dialect: Dialect,  # noqa: ARG002 - likewise
    ) -> VersionSummary | None:
        """Return the summary that was stored."""
        return None if value is None else VersionSummary.from_json(value)


class SuggestionPolicy(Base):
    """What a project wants of suggestions; a project without a row wants the defaults."""

    __tablename__ = "suggestion_policy"
    __table_args__ = (
        CheckConstraint("retrain_after >= 0", name="retrain_after_not_negative"),
        CheckConstraint("blind_share >= 0 AND blind_share <= 100", name="blind_share_percent"),
        CheckConstraint(
            "blind_mask_share >= 0 AND blind_mask_share <= 100", name="blind_mask_share_percent"
        ),
        CheckConstraint(
            "blind_figure_share >= 0 AND blind_figure_share <= 100",
            name="blind_figure_share_percent",
        ),
        CheckConstraint(f"mask_step >= 0 AND mask_step < {STEPS}", name="mask_step_on_the_way"),
    )

    project_id: Mapped[int] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), primary_key=True
    )
    mode: Mapped[SuggestionMode] = mapped_column(
        enum_column(SuggestionMode, "mode"), default=SuggestionMode.HINT
    )
    retrain_after: Mapped[int] = mapped_column(default=RETRAIN_AFTER)
    """How many submissions bring a new training; 0 for none."""
    blind_share: Mapped[int] = mapped_column(default=BLIND_SHARE)
    """Percentage of the documents shown without replacements suggested, to see what these do."""
    mask_step: Mapped[int] = mapped_column(
        default=BALANCED.number, server_default=str(BALANCED.number)
    )
    """How much is hidden where masks are found: a step from privacy to utility."""
    blind_mask_share: Mapped[int] = mapped_column(default=0, server_default="0")
    """Percentage of the documents in which no masks are suggested: by default none, because what
    their annotator misses is not hidden."""

    shows_figures: Mapped[bool] = mapped_column(default=True, server_default=true())
    """Whether annotators see privacy figures, which sway what they choose."""
    blind_figure_share: Mapped[int] = mapped_column(default=0, server_default="0")
    """Percentage of the documents shown without them, to see what they do."""


class ModelVersion(Base):
    """A trained model in its folder; of one purpose the one promoted last serves its project.

    Without a project it is the model for projects that have none yet, trained on the sample.
    """

    __tablename__ = "model_version"
    __table_args__ = (
        UniqueConstraint("project_id", "number"),
        # NULL is never equal to NULL: the models without a project need an index of their own.
        Index(
            "uq_model_version_cold_start_number",
            "number",
            unique=True,
            sqlite_where=text("project_id IS NULL"),
            postgresql_where=text("project_id IS NULL"),
        ),
        CheckConstraint("number >= 1", name="number_positive"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    project_id: Mapped[int | None] = mapped_column(
        ForeignKey("project.id", ondelete="CASCADE"), index=True
    )
    number: Mapped[int]
    """From 1 in each project; what people call the version."""
    purpose: Mapped[Purpose] = mapped_column(
        enum_column(Purpose, "purpose"), default=Purpose.REPLACEMENTS
    )
    family: Mapped[str] = mapped_column(String(40))
    folder: Mapped[str] = mapped_column(String(80), unique=True)
    """Its name in `<home>/models`."""
    job_id: Mapped[int | None] = mapped_column(ForeignKey("job.id", ondelete="SET NULL"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    summary: Mapped[VersionSummary] = mapped_column(SummaryJson)
    """What the folder's manifest says, for pages."""
    verdict: Mapped[str] = mapped_column(Text)
    """Why it was promoted or refused, in a sentence for people."""
    promoted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    promoted_by_id: Mapped[int | None] = mapped_column(ForeignKey("user.id"))
    """Who put it to use; None where its scores did."""


class AssignmentSuggestions(Base):
    """What one version suggests in one assignment; written by the worker, read by pages."""

    __tablename__ = "suggestion_payload"

    assignment_id: Mapped[int] = mapped_column(
        ForeignKey("assignment.id", ondelete="CASCADE"), primary_key=True
    )
    version_id: Mapped[int] = mapped_column(
        ForeignKey("model_version.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    payload: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The JSON value of a `selection.payload.SuggestionPayload`."""
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)


class ChoiceSuggestion(Base):
    """What was suggested when a choice was made, and whether the annotator saw it."""

    __tablename__ = "choice_suggestion"
    __table_args__ = (
        CheckConstraint("text <> ''", name="text_not_empty"),
        CheckConstraint("confidence >= 0 AND confidence <= 1", name="confidence_is_probability"),
    )

    choice_id: Mapped[int] = mapped_column(
        ForeignKey("choice.id", ondelete="CASCADE"), primary_key=True
    )
    version_id: Mapped[int] = mapped_column(
        ForeignKey("model_version.id", ondelete="CASCADE"), index=True
    )
    text: Mapped[str] = mapped_column(Text)
    confidence: Mapped[float]
    was_shown: Mapped[bool]
    """False in a document of the blind share."""
