"""secrets of links and sessions

Revision: 0004, after 0003
"""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    give_secrets_to_links()
    create_sign_in()


def give_secrets_to_links() -> None:
    """Each link gets an address that nobody has: the old ones, made from row numbers, end."""
    op.add_column("personal_link", sa.Column("secret", sa.String(length=43), nullable=True))
    op.add_column(
        "personal_link",
        sa.Column("gave_password", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    link = sa.table("personal_link", sa.column("id", sa.Integer), sa.column("secret", sa.String))
    connection = op.get_bind()
    for link_id in connection.scalars(sa.select(link.c.id)).all():
        secret = secrets.token_urlsafe(32)
        connection.execute(link.update().where(link.c.id == link_id).values(secret=secret))
    with op.batch_alter_table("personal_link") as batch_op:  # no table refers to this one yet
        batch_op.alter_column("secret", existing_type=sa.String(length=43), nullable=False)
        batch_op.alter_column("gave_password", existing_type=sa.Boolean(), server_default=None)
        batch_op.create_unique_constraint(op.f("uq_personal_link_secret"), ["secret"])


def create_sign_in() -> None:
    op.create_table(
        "sign_in",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("link_id", sa.Integer(), nullable=True),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user.id"], name=op.f("fk_sign_in_user_id_user"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["link_id"],
            ["personal_link.id"],
            name=op.f("fk_sign_in_link_id_personal_link"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_sign_in")),
    )
    op.create_index(op.f("ix_sign_in_user_id"), "sign_in", ["user_id"], unique=False)
    op.create_index(op.f("ix_sign_in_link_id"), "sign_in", ["link_id"], unique=False)


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
