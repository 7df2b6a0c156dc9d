"""the ontology

Revision: 0002, after 0001
"""

import sqlalchemy as sa
from alembic import op

from webapp.platform.schema_steps import allow, values

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

JOB_KINDS = ("import", "agreement", "propose")
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
SEMANTIC_TYPES = ("PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC")


def upgrade() -> None:
    op.add_column("mention", sa.Column("origins", sa.JSON(none_as_null=True), nullable=True))
    # Projects at work keep what they export; new ones are made with the switch on.
    op.add_column(
        "project",
        sa.Column("fits_grammar", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    allow("job", JOB_KINDS)
    allow("event", EVENT_KINDS)
    create_project_generalization()


def create_project_generalization() -> None:
    op.create_table(
        "project_generalization",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("action", values("action", ("add", "forbid")), nullable=False),
        sa.Column("term", sa.Text(), nullable=False),
        sa.Column("semantic_type", values("semantic_type", SEMANTIC_TYPES), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=True),
        sa.Column("created_by_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "text <> '' AND text <> '***'",
            name=op.f("ck_project_generalization_text_says_something"),
        ),
        sa.CheckConstraint(
            "action = 'forbid' OR term <> ''",
            name=op.f("ck_project_generalization_addition_has_term"),
        ),
        sa.CheckConstraint(
            "position IS NULL OR (action = 'add' AND position >= 1)",
            name=op.f("ck_project_generalization_position_of_addition"),
        ),
        sa.ForeignKeyConstraint(
            ["created_by_id"],
            ["user.id"],
            name=op.f("fk_project_generalization_created_by_id_user"),
        ),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_project_generalization_project_id_project"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project_generalization")),
        sa.UniqueConstraint(
            "project_id",
            "term",
            "semantic_type",
            "text",
            name=op.f("uq_project_generalization_project_id_term_semantic_type_text"),
        ),
    )
    op.create_index(
        "uq_project_generalization_any_type",
        "project_generalization",
        ["project_id", "term", "text"],
        unique=True,
        sqlite_where=sa.text("semantic_type IS NULL"),
        postgresql_where=sa.text("semantic_type IS NULL"),
    )


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
