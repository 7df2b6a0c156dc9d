"""how much a project hides, and which version suggested the spans of a layer

Revision: 0014, after 0013
"""

from alembic import op

from webapp.platform.schema_steps import add_reference

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # As SQL, which both databases take: SQLite adds columns with their checks, but no checks alone.
    op.execute(
        "ALTER TABLE suggestion_policy ADD COLUMN mask_step INTEGER DEFAULT 4 NOT NULL "
        "CONSTRAINT ck_suggestion_policy_mask_step_on_the_way "
        "CHECK (mask_step >= 0 AND mask_step < 9)"
    )
    add_reference("layer", "version_id", "model_version")


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
