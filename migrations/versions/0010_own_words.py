"""choices that annotators wrote themselves, and comments on one mention

Revision: 0010, after 0009
"""

from alembic import op

from webapp.schema_steps import allow_also

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    allow_also("choice", "written", column="origin")
    op.execute(
        "ALTER TABLE flag ADD COLUMN mention_id INTEGER CONSTRAINT fk_flag_mention_id_mention "
        "REFERENCES mention (id) ON DELETE CASCADE"
    )
    op.create_index(op.f("ix_flag_mention_id"), "flag", ["mention_id"])


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
