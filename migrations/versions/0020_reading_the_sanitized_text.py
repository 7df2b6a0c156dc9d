"""whether reviewers can tell from the sanitized text who it is about

Revision: 0020, after 0019
"""

import sqlalchemy as sa
from alembic import op

from webapp.platform.schema_steps import allow_also, values

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    allow_also("event", "read_sanitized")
    op.create_table(
        "identification",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("reviewer_id", sa.Integer(), nullable=False),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("identified", values("identified", ("no", "unsure", "yes")), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "identified <> 'yes' OR words <> ''", name=op.f("ck_identification_yes_has_words")
        ),
        sa.CheckConstraint(
            "identified <> 'no' OR words = ''", name=op.f("ck_identification_no_has_none")
        ),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_identification_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["reviewer_id"], ["user.id"], name=op.f("fk_identification_reviewer_id_user")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_identification")),
        sa.UniqueConstraint(
            "assignment_id",
            "reviewer_id",
            "submitted_at",
            name=op.f("uq_identification_assignment_id_reviewer_id_submitted_at"),
        ),
    )


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
