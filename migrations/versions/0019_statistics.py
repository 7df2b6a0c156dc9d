"""statistics of a project are computed by the worker and kept

Revision: 0019, after 0018
"""

import sqlalchemy as sa
from alembic import op

from webapp.platform.schema_steps import allow_also

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "statistics_snapshot",
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("report", sa.JSON(), nullable=False),
        sa.Column("computed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_statistics_snapshot_project_id_project"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("project_id", name=op.f("pk_statistics_snapshot")),
    )
    allow_also("job", "statistics")
    op.create_index(
        "ix_assignment_project_id_changed_at", "assignment", ["project_id", "changed_at"]
    )


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
