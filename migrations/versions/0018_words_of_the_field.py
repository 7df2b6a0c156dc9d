"""suggestions and versions are stored by the words of the field

Revision: 0018, after 0017
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

TYPES = ("PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC")
"""What the numbers of types in the sheets of then stood for."""
ROWS_AT_ONCE = 100


def upgrade() -> None:
    op.execute("ALTER TABLE model_version RENAME COLUMN scores TO summary")
    payloads = create_suggestion_payload()
    sheets = sa.table(
        "suggestion_sheet",
        *(sa.column(name, sa.Integer) for name in ("assignment_id", "version_id")),
        sa.column("sheet", sa.JSON),
        sa.column("made_at", sa.DateTime(timezone=True)),
    )
    # A batch at a time by its keys: they hold whole documents, and nothing stays open meanwhile.
    key = (sheets.c.assignment_id, sheets.c.version_id)
    connection, last = op.get_bind(), (0, 0)
    batch = sa.select(sheets).order_by(*key).limit(ROWS_AT_ONCE)
    while rows := connection.execute(batch.where(sa.tuple_(*key) > sa.tuple_(*last))).all():
        last = (rows[-1].assignment_id, rows[-1].version_id)
        connection.execute(
            payloads.insert(),
            [
                {
                    "assignment_id": row.assignment_id,
                    "version_id": row.version_id,
                    "payload": payload_of(row.sheet),
                    "made_at": row.made_at,
                }
                for row in rows
            ],
        )
    op.drop_table("suggestion_sheet")


def create_suggestion_payload() -> sa.Table:
    return op.create_table(
        "suggestion_payload",
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False, index=True),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_suggestion_payload_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["version_id"],
            ["model_version.id"],
            name=op.f("fk_suggestion_payload_version_id_model_version"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("assignment_id", "version_id", name=op.f("pk_suggestion_payload")),
    )


def payload_of(sheet: dict[str, Any]) -> dict[str, Any]:
    notes = sheet.get("personal")
    return {
        "mentions": sheet["mentions"],
        "texts": sheet["texts"],
        "probabilities": sheet["likely"],
        "annotator": notes
        and {"types": [TYPES[each] for each in notes["types"]], "rates": notes["habits"]},
        "part": sheet.get("part"),
        "has_seen": bool(sheet.get("has_seen")),
    }


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
