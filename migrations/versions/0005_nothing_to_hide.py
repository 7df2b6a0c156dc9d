"""who says that nothing needs hiding, and what was sent back

Revision: 0005, after 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

# Open work that a reviewer sent back and nobody has submitted since.
SENT_BACK = """
UPDATE assignment SET returned_at = (
    SELECT event.at FROM event
    WHERE event.assignment_id = assignment.id AND event.kind = 'returned'
    AND NOT EXISTS (
        SELECT 1 FROM event AS later
        WHERE later.assignment_id = event.assignment_id AND later.id > event.id
        AND later.kind IN ('submitted', 'returned')
    )
)
WHERE state IN ('in_progress', 'skipped')
"""


def upgrade() -> None:
    for name in ("nothing_to_hide_at", "returned_at"):
        op.add_column("assignment", sa.Column(name, sa.DateTime(timezone=True), nullable=True))
    op.execute(SENT_BACK)


def downgrade() -> None:
    # The columns hold people's work: going back is restoring a backup.
    raise NotImplementedError
