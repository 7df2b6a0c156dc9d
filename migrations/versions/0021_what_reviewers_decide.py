"""what reviewers decide on spans, and who reads which work

Revision: 0021, after 0020
"""

import sqlalchemy as sa
from alembic import op

from webapp.platform.schema_steps import allow_also

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    allow_also("event", "span_reviewed")
    create_span_review()
    create_review_lease()


def create_review_lease() -> None:
    op.create_table(
        "review_lease",
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("reviewer_id", sa.Integer(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_review_lease_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["reviewer_id"], ["user.id"], name=op.f("fk_review_lease_reviewer_id_user")
        ),
        sa.PrimaryKeyConstraint("assignment_id", name=op.f("pk_review_lease")),
    )


def create_span_review() -> None:
    whole = {name: (f"{name}_id", "document_id") for name in ("assignment", "mention")}
    op.create_table(
        "span_review",
        sa.Column("id", sa.Integer(), nullable=False),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("assignment_id", "document_id", "mention_id", "reviewer_id")
        ),
        sa.Column("chosen", sa.Text(), nullable=False),
        sa.Column("correction", sa.Text(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("chosen <> ''", name=op.f("ck_span_review_chosen_not_empty")),
        sa.CheckConstraint(
            "correction <> '' AND correction <> chosen",
            name=op.f("ck_span_review_correction_differs"),
        ),
        *(
            sa.ForeignKeyConstraint(
                columns,
                [f"{table}.id", f"{table}.document_id"],
                name=op.f(f"fk_span_review_{table}_id_document_id_{table}"),
                ondelete="CASCADE",
            )
            for table, columns in whole.items()
        ),
        sa.ForeignKeyConstraint(
            ["reviewer_id"], ["user.id"], name=op.f("fk_span_review_reviewer_id_user")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_span_review")),
        sa.UniqueConstraint(
            "assignment_id", "mention_id", name=op.f("uq_span_review_assignment_id_mention_id")
        ),
    )
    for column in ("mention_id", "document_id"):
        op.create_index(op.f(f"ix_span_review_{column}"), "span_review", [column])


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
