"""the jobs that are not finished are found without reading all that were

Revision: 0017, after 0016
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    unfinished = sa.text("finished_at IS NULL")
    op.create_index(
        "ix_job_unfinished",
        "job",
        ["id"],
        sqlite_where=unfinished,
        postgresql_where=unfinished,
    )


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
