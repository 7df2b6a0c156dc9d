"""projects in which annotators review each other's work

Revision: 0022, after 0021
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    peers = sa.Column("has_peer_review", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("project", peers)


def downgrade() -> None:
    # What was reviewed by peers is people's work: going back is restoring a backup.
    raise NotImplementedError
