"""led mentions

Revision: 0006, after 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Before, replacement projects had no spans that overlap: nothing there is led.
    op.add_column(
        "mention", sa.Column("is_led", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
