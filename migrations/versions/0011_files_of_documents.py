"""the Word files that documents came as, to be written again in their layout

Revision: 0011, after 0010
"""

import sqlalchemy as sa
from alembic import op

from webapp.platform.schema_steps import values

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "document_file",
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("format", values("format", ("docx",)), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["document.id"],
            name=op.f("fk_document_file_document_id_document"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("document_id", name=op.f("pk_document_file")),
    )


def downgrade() -> None:
    # What people imported would be lost: going back is restoring a backup.
    raise NotImplementedError
