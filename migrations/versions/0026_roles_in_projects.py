"""members have a role of their own in a project

Revision: 0026, after 0025
"""

import sqlalchemy as sa
from alembic import op

from webapp.platform.schema_steps import allow_also

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

ROLES = ("annotator", "reviewer", "admin")


def upgrade() -> None:
    allow_also("event", "member_role_changed")
    with op.batch_alter_table("membership") as membership:  # no table refers to this one
        membership.add_column(sa.Column("role", sa.String(length=32), nullable=True))
        membership.create_check_constraint(
            op.f("ck_membership_role"), f"role IN ({', '.join(map(repr, ROLES))})"
        )


def downgrade() -> None:
    # What people may do in a project can't be said without it: going back is restoring a backup.
    raise NotImplementedError
