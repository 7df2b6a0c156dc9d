"""suggestions

Revision: 0003, after 0002
"""

import sqlalchemy as sa
from alembic import op

from webapp.platform.schema_steps import allow, values

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

JOB_KINDS = ("import", "agreement", "propose", "train", "suggest")
EVENT_KINDS = (
    "signed_in",
    "user_added",
    "user_changed",
    "link_created",
    "link_revoked",
    "project_created",
    "project_changed",
    "member_added",
    "member_removed",
    "generalization_added",
    "generalization_forbidden",
    "generalization_removed",
    "proposed",
    "version_trained",
    "version_promoted",
    "imported",
    "assigned",
    "exported",
    "chosen",
    "undone",
    "redone",
    "skipped",
    "flagged",
    "flag_resolved",
    "submitted",
    "reopened",
    "reviewed",
    "returned",
)


def upgrade() -> None:
    allow("job", JOB_KINDS)
    allow("event", EVENT_KINDS)
    create_suggestion_policy()
    create_model_version()
    create_suggestion_sheet()
    create_choice_suggestion()


def create_suggestion_policy() -> None:
    op.create_table(
        "suggestion_policy",
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("mode", values("mode", ("off", "hint", "preselect")), nullable=False),
        sa.Column("retrain_after", sa.Integer(), nullable=False),
        sa.Column("blind_share", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "blind_share >= 0 AND blind_share <= 100",
            name=op.f("ck_suggestion_policy_blind_share_percent"),
        ),
        sa.CheckConstraint(
            "retrain_after >= 0", name=op.f("ck_suggestion_policy_retrain_after_not_negative")
        ),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_suggestion_policy_project_id_project"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("project_id", name=op.f("pk_suggestion_policy")),
    )


def create_model_version() -> None:
    op.create_table(
        "model_version",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("family", sa.String(length=40), nullable=False),
        sa.Column("folder", sa.String(length=80), nullable=False),
        sa.Column("job_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("scores", sa.JSON(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("promoted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("promoted_by_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("number >= 1", name=op.f("ck_model_version_number_positive")),
        sa.ForeignKeyConstraint(
            ["job_id"], ["job.id"], name=op.f("fk_model_version_job_id_job"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_model_version_project_id_project"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["promoted_by_id"], ["user.id"], name=op.f("fk_model_version_promoted_by_id_user")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_model_version")),
        sa.UniqueConstraint("folder", name=op.f("uq_model_version_folder")),
        sa.UniqueConstraint(
            "project_id", "number", name=op.f("uq_model_version_project_id_number")
        ),
    )
    op.create_index(
        op.f("ix_model_version_project_id"), "model_version", ["project_id"], unique=False
    )
    op.create_index(
        "uq_model_version_cold_start_number",
        "model_version",
        ["number"],
        unique=True,
        sqlite_where=sa.text("project_id IS NULL"),
        postgresql_where=sa.text("project_id IS NULL"),
    )


def create_suggestion_sheet() -> None:
    op.create_table(
        "suggestion_sheet",
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("sheet", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_suggestion_sheet_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["version_id"],
            ["model_version.id"],
            name=op.f("fk_suggestion_sheet_version_id_model_version"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("assignment_id", "version_id", name=op.f("pk_suggestion_sheet")),
    )
    op.create_index(
        op.f("ix_suggestion_sheet_version_id"), "suggestion_sheet", ["version_id"], unique=False
    )


def create_choice_suggestion() -> None:
    op.create_table(
        "choice_suggestion",
        sa.Column("choice_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Double(), nullable=False),
        sa.Column("was_shown", sa.Boolean(), nullable=False),
        sa.CheckConstraint("text <> ''", name=op.f("ck_choice_suggestion_text_not_empty")),
        sa.CheckConstraint(
            "confidence >= 0 AND confidence <= 1",
            name=op.f("ck_choice_suggestion_confidence_is_probability"),
        ),
        sa.ForeignKeyConstraint(
            ["choice_id"],
            ["choice.id"],
            name=op.f("fk_choice_suggestion_choice_id_choice"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["version_id"],
            ["model_version.id"],
            name=op.f("fk_choice_suggestion_version_id_model_version"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("choice_id", name=op.f("pk_choice_suggestion")),
    )
    op.create_index(
        op.f("ix_choice_suggestion_version_id"), "choice_suggestion", ["version_id"], unique=False
    )


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
