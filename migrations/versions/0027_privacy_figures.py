"""backgrounds of attacks, what privacy figures are computed from, checks and acceptances

Revision: 0027, after 0026
"""

import sqlalchemy as sa
from alembic import op

from webapp.platform.schema_steps import allow_also, values

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

JOBS = ("background", "risk", "release")
EVENTS = (
    "background_added",
    "background_removed",
    "risk_accepted",
    "acceptance_withdrawn",
    "released",
)


def upgrade() -> None:
    allow_also("job", *JOBS)
    allow_also("event", *EVENTS)
    # As SQL, which both databases take: SQLite adds columns with their checks, but no checks alone.
    op.execute(
        "ALTER TABLE suggestion_policy ADD COLUMN blind_figure_share INTEGER DEFAULT 0 NOT NULL "
        "CONSTRAINT ck_suggestion_policy_blind_figure_share_percent "
        "CHECK (blind_figure_share >= 0 AND blind_figure_share <= 100)"
    )
    shown = sa.Column("shows_figures", sa.Boolean(), server_default=sa.true(), nullable=False)
    op.add_column("suggestion_policy", shown)
    op.add_column("assignment", sa.Column("sees_figures", sa.Boolean(), nullable=True))
    create_background()
    create_document_tables()
    create_risk_of_work()
    create_risk_acceptance()


def create_background() -> None:
    op.create_table(
        "background",
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("folder", sa.String(length=80), nullable=False),
        sa.Column("people", sa.Integer(), nullable=False),
        sa.Column("texts", sa.Integer(), nullable=False),
        sa.Column("empty", sa.Integer(), nullable=False),
        sa.Column("near_copies", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("people >= 2", name=op.f("ck_background_several_people")),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_background_project_id_project"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("project_id", name=op.f("pk_background")),
        sa.UniqueConstraint("folder", name=op.f("uq_background_folder")),
    )


def create_document_tables() -> None:
    """Make the tables of which a document has one row."""
    own = {
        "document_risk": (
            sa.Column("facts", sa.String(length=64), nullable=False),
            sa.Column("payload", sa.LargeBinary(), nullable=False),
            sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        ),
        "risk_check": (
            sa.Column("text_digest", sa.String(length=64), nullable=False),
            sa.Column("checked_at", sa.DateTime(timezone=True), nullable=False),
            sa.Column("fitting", sa.Integer(), nullable=True),
            sa.Column("nearness", sa.Double(), nullable=True),
            sa.Column("privacy", sa.Double(), nullable=True),
            sa.Column("guessed", sa.Integer(), nullable=False),
            sa.Column("words", sa.Integer(), nullable=False),
            sa.Column("kept", sa.Double(), nullable=True),
            # Last: SQLite reads through what is long to get at what stands behind it.
            sa.Column("report", sa.JSON(), nullable=False),
        ),
    }
    for name, columns in own.items():
        op.create_table(
            name,
            sa.Column("document_id", sa.Integer(), nullable=False),
            sa.Column("background_at", sa.DateTime(timezone=True), nullable=True),
            *columns,
            sa.ForeignKeyConstraint(
                ["document_id"],
                ["document.id"],
                name=op.f(f"fk_{name}_document_id_document"),
                ondelete="CASCADE",
            ),
            sa.PrimaryKeyConstraint("document_id", name=op.f(f"pk_{name}")),
        )


def create_risk_of_work() -> None:
    op.create_table(
        "risk_of_work",
        sa.Column("assignment_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("fitting", sa.Integer(), nullable=False),
        sa.Column("is_found", sa.Boolean(), nullable=False),
        sa.Column("privacy", sa.Double(), nullable=True),
        sa.Column("kept", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["assignment_id", "document_id"],
            ["assignment.id", "assignment.document_id"],
            name=op.f("fk_risk_of_work_assignment_id_document_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["risk_check.document_id"],
            name=op.f("fk_risk_of_work_document_id_risk_check"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("assignment_id", name=op.f("pk_risk_of_work")),
    )
    op.create_index(op.f("ix_risk_of_work_document_id"), "risk_of_work", ["document_id"])


def create_risk_acceptance() -> None:
    op.create_table(
        "risk_acceptance",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("kind", values("kind", ("leak", "found", "unmasked")), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("reason <> ''", name=op.f("ck_risk_acceptance_reason_not_empty")),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["document.id"],
            name=op.f("fk_risk_acceptance_document_id_document"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["user.id"], name=op.f("fk_risk_acceptance_person_id_user")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_risk_acceptance")),
        sa.UniqueConstraint(
            "document_id", "kind", "digest", name=op.f("uq_risk_acceptance_document_id_kind_digest")
        ),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
