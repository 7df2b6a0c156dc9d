"""models of masks beside those of replacements, and the jobs that train them

Revision: 0009, after 0008
"""

from alembic import op

from webapp.platform.schema_steps import allow_also

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    allow_also("job", "train_masks")
    op.execute(
        "ALTER TABLE model_version ADD COLUMN purpose VARCHAR(32) DEFAULT 'replacements' NOT NULL "
        "CONSTRAINT ck_model_version_purpose CHECK (purpose IN ('replacements', 'masks'))"
    )


def downgrade() -> None:
    # Versions of masks would be taken for others: going back is restoring a backup.
    raise NotImplementedError
