"""datasets are written by the worker

Revision: 0025, after 0024
"""

from webapp.platform.schema_steps import allow_also

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    allow_also("job", "export")


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
