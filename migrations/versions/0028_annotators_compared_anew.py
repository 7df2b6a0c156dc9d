"""what stored suggestions know of annotators is forgotten: it is compared in another way

Revision: 0028, after 0027
"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

ROWS_AT_ONCE = 100


def upgrade() -> None:
    """Leave the figures whoever chooses, until a model is trained anew."""
    stored = sa.table(
        "suggestion_payload",
        *(sa.column(name, sa.Integer) for name in ("assignment_id", "version_id")),
        sa.column("payload", sa.JSON),
    )
    key = (stored.c.assignment_id, stored.c.version_id)
    connection, last = op.get_bind(), (0, 0)
    batch = sa.select(stored).order_by(*key).limit(ROWS_AT_ONCE)
    while rows := connection.execute(batch.where(sa.tuple_(*key) > sa.tuple_(*last))).all():
        last = (rows[-1].assignment_id, rows[-1].version_id)
        for row in rows:
            here = sa.tuple_(*key) == sa.tuple_(row.assignment_id, row.version_id)
            forgotten = row.payload | {"annotator": None}
            connection.execute(sa.update(stored).where(here).values(payload=forgotten))


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
