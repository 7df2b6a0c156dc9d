"""choices that annotators wrote themselves, and comments on one mention

Revision: 0010, after 0009
"""

import sqlalchemy as sa
from alembic import op

from webapp.platform.schema_steps import allow_also

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    allow_also("choice", "written", "left", column="origin")
    # SQLite makes the table anew, to which no other refers; of its CHECKs it must be told.
    not_empty = sa.CheckConstraint("comment <> ''", name=op.f("ck_flag_comment_not_empty"))
    with op.batch_alter_table("flag", table_args=[not_empty]) as flag:
        flag.add_column(sa.Column("mention_id", sa.Integer()))
        flag.create_index(op.f("ix_flag_mention_id"), ["mention_id"])
        flag.create_foreign_key(
            op.f("fk_flag_mention_id_mention"),
            "mention",
            ["mention_id"],
            ["id"],
            ondelete="CASCADE",
        )


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
