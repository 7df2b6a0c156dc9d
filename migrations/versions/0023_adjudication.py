"""what is settled over the work of several annotators

Revision: 0023, after 0022
"""

import sqlalchemy as sa
from alembic import op

from webapp.platform.schema_steps import allow_also, values

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    allow_also(
        "event",
        "adjudicated",
        "verdict_taken_back",
        "strategy_applied",
        "strategy_undone",
        "document_settled",
        "document_unsettled",
    )
    initials = sa.Column("shows_initials", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("project", initials)
    create_adjudication()
    create_applied_strategy()
    create_verdict()


def belongs_to(table: str, column: str, other: str, **options: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{other}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name, **options)


def numbers(*names: str) -> list[sa.Column]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def create_adjudication() -> None:
    op.create_table(
        "adjudication",
        *numbers("document_id", "adjudicator_id"),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=False),
        belongs_to("adjudication", "document_id", "document", ondelete="CASCADE"),
        belongs_to("adjudication", "adjudicator_id", "user"),
        sa.PrimaryKeyConstraint("document_id", name=op.f("pk_adjudication")),
    )


def create_applied_strategy() -> None:
    table = "applied_strategy"
    op.create_table(
        table,
        *numbers("id", "project_id"),
        sa.Column("document_id", sa.Integer(), nullable=True),
        sa.Column("rule", values("rule", ("unanimous", "majority", "annotator")), nullable=False),
        *numbers("votes", "share"),
        sa.Column("annotator_id", sa.Integer(), nullable=True),
        *numbers("person_id"),
        sa.Column("applied_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        *numbers("settled"),
        sa.CheckConstraint("votes >= 1", name=op.f(f"ck_{table}_votes_positive")),
        sa.CheckConstraint("share >= 0 AND share <= 100", name=op.f(f"ck_{table}_share_percent")),
        belongs_to(table, "project_id", "project", ondelete="CASCADE"),
        belongs_to(table, "document_id", "document", ondelete="CASCADE"),
        belongs_to(table, "annotator_id", "user"),
        belongs_to(table, "person_id", "user"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        sqlite_autoincrement=True,
    )
    for column in ("project_id", "document_id"):
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])


def create_verdict() -> None:
    op.create_table(
        "verdict",
        *numbers("id", "document_id", "start_offset", "end_offset"),
        sa.Column("parts", sa.JSON(), nullable=False),
        sa.Column("readings", sa.String(length=64), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("was_first", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("strategy_id", sa.Integer(), nullable=True),
        *numbers("adjudicator_id"),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "start_offset >= 0 AND end_offset > start_offset", name=op.f("ck_verdict_borders")
        ),
        belongs_to("verdict", "document_id", "document", ondelete="CASCADE"),
        belongs_to("verdict", "strategy_id", "applied_strategy", ondelete="SET NULL"),
        belongs_to("verdict", "adjudicator_id", "user"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_verdict")),
        sa.UniqueConstraint(
            "document_id",
            "start_offset",
            "end_offset",
            name=op.f("uq_verdict_document_id_start_offset_end_offset"),
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_verdict_strategy_id"), "verdict", ["strategy_id"])


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
