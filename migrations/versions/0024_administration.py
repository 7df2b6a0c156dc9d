"""the audit log notes reads and says where; guidelines have versions; projects can be archived

Revision: 0024, after 0023
"""

import sqlalchemy as sa
from alembic import op

from webapp.platform.schema_steps import allow_also

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

NEW_KINDS = (
    "sign_in_failed",
    "read",
    "passages_read",
    "searched",
    "audit_exported",
    "backed_up",
    "restored",
    "project_archived",
    "project_brought_back",
)
WHERE = ("project_id", "document_id", "document_number")
INDEXES = {
    "ix_event_at": ["at", "id"],
    "ix_event_kind_at": ["kind", "at", "id"],
    "ix_event_actor_id_at": ["actor_id", "at", "id", "kind", "project_id"],
    "ix_event_project_id_at": ["project_id", "at", "id", "kind", "actor_id"],
    "ix_event_document_number_at": ["document_number", "project_id", "at", "id"],
}


def upgrade() -> None:
    allow_also("event", *NEW_KINDS)
    op.add_column("event", sa.Column("document_id", sa.Integer(), nullable=True))
    op.add_column("event", sa.Column("document_number", sa.Integer(), nullable=True))
    say_where()
    op.drop_index(op.f("ix_event_project_id"), "event")
    for name, columns in INDEXES.items():
        op.create_index(name, "event", columns)
    create_guidelines_versions()
    number_guidelines()
    op.add_column("project", sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True))


def say_where() -> None:
    """Write down the project and the document of what was done to somebody's work."""
    event = sa.table("event", *map(sa.column, ("assignment_id", *WHERE)))
    work = sa.table("assignment", sa.column("id"), sa.column("document_id"))
    document = sa.table("document", *map(sa.column, ("id", "project_id", "position")))
    of_work = sa.and_(work.c.id == event.c.assignment_id, document.c.id == work.c.document_id)
    found = (document.c.project_id, document.c.id, document.c.position + 1)
    values = {
        name: sa.select(value).where(of_work).scalar_subquery()
        for name, value in zip(WHERE, found, strict=True)
    }
    op.execute(event.update().where(event.c.assignment_id.is_not(None)).values(values))


def create_guidelines_versions() -> None:
    op.create_table(
        "guidelines_version",
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=True),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_guidelines_version_project_id_project"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["author_id"], ["user.id"], name=op.f("fk_guidelines_version_author_id_user")
        ),
        sa.PrimaryKeyConstraint("project_id", "number", name=op.f("pk_guidelines_version")),
    )
    for table, column in (("project", "guidelines_version"), ("membership", "guidelines_read")):
        op.add_column(table, sa.Column(column, sa.Integer(), nullable=False, server_default="0"))


def number_guidelines() -> None:
    """Let what is there be the first version, since the project began, which its members know."""
    project = sa.table(
        "project",
        *map(sa.column, ("id", "guidelines", "created_at", "guidelines_version")),
    )
    version = sa.table(
        "guidelines_version",
        *map(sa.column, ("project_id", "number", "text", "note", "written_at")),
    )
    membership = sa.table("membership", *map(sa.column, ("project_id", "guidelines_read")))
    has_some = project.c.guidelines != ""
    first = sa.select(
        project.c.id,
        sa.literal_column("1"),
        project.c.guidelines,
        sa.literal_column("''"),
        project.c.created_at,
    )
    op.execute(
        version.insert().from_select([each.name for each in version.c], first.where(has_some))
    )
    op.execute(project.update().where(has_some).values(guidelines_version=1))
    of_some = sa.select(project.c.id).where(has_some)
    op.execute(
        membership.update().where(membership.c.project_id.in_(of_some)).values(guidelines_read=1)
    )


def downgrade() -> None:
    # Lines of the new kinds fit no former table: going back is restoring a backup.
    raise NotImplementedError
