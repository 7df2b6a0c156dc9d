"""no counts of covered terms beside what is offered

Revision: 0008, after 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

AT_ONCE = 1_000
mention = sa.table("mention", sa.column("id", sa.Integer), sa.column("origins", sa.JSON))


def upgrade() -> None:
    connection = op.get_bind()
    last = 0
    while rows := next_rows(connection, last):
        last = rows[-1].id
        changed = [
            {"row": row.id, "bare": {text: bare(origin) for text, origin in row.origins.items()}}
            for row in rows
            if any("below" in origin for origin in (row.origins or {}).values())
        ]
        if changed:
            update = mention.update().where(mention.c.id == sa.bindparam("row"))
            connection.execute(update.values(origins=sa.bindparam("bare")), changed)


def next_rows(connection: sa.Connection, last: int) -> list[sa.Row]:
    found = sa.select(mention).where(mention.c.id > last, mention.c.origins.is_not(None))
    return list(connection.execute(found.order_by(mention.c.id).limit(AT_ONCE)))


def bare(origin: dict) -> dict:
    return {key: value for key, value in origin.items() if key != "below"}


def downgrade() -> None:
    # The counts were wrong: going back is restoring a backup.
    raise NotImplementedError
