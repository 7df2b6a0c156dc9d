"""jobs that find masks, and jobs that wait for a decision

Revision: 0012, after 0011
"""

from webapp.platform.schema_steps import allow_also

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    allow_also("job", "mask")
    allow_also("job", "waiting", column="state")
    allow_also("event", "masked")


def downgrade() -> None:
    # What waits would be taken for what is lost: going back is restoring a backup.
    raise NotImplementedError
