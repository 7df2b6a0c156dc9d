"""the walking house

Revision: 0001, after None
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# What a CHECK can't say: a span must hold the text at its offsets, and a text never changes.
SPAN_DIFFERS = (
    "substr((SELECT text FROM document WHERE id = NEW.document_id), "
    "NEW.start_offset + 1, NEW.end_offset - NEW.start_offset) <> NEW.span_text"
)
SPAN_COLUMNS = "document_id, start_offset, end_offset, span_text"
TRIGGERS = {
    "sqlite": [
        f"CREATE TRIGGER mention_span_on_insert BEFORE INSERT ON mention WHEN {SPAN_DIFFERS} "
        "BEGIN SELECT RAISE(ABORT, 'ck_mention_span_matches_text'); END",
        f"CREATE TRIGGER mention_span_on_update BEFORE UPDATE OF {SPAN_COLUMNS} ON mention "
        f"WHEN {SPAN_DIFFERS} "
        "BEGIN SELECT RAISE(ABORT, 'ck_mention_span_matches_text'); END",
        "CREATE TRIGGER document_text_is_kept BEFORE UPDATE OF text ON document "
        "WHEN NEW.text <> OLD.text "
        "BEGIN SELECT RAISE(ABORT, 'ck_document_text_is_kept'); END",
    ],
    "postgresql": [
        "CREATE FUNCTION check_mention_span() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {SPAN_DIFFERS} THEN RAISE EXCEPTION 'ck_mention_span_matches_text' "
        "USING ERRCODE = 'check_violation'; END IF; RETURN NEW; END $$",
        f"CREATE TRIGGER mention_span BEFORE INSERT OR UPDATE OF {SPAN_COLUMNS} ON mention "
        "FOR EACH ROW EXECUTE FUNCTION check_mention_span()",
        "CREATE FUNCTION refuse_text_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION 'ck_document_text_is_kept' "
        "USING ERRCODE = 'check_violation'; END $$",
        "CREATE TRIGGER document_text_is_kept BEFORE UPDATE OF text ON document FOR EACH ROW "
        "WHEN (NEW.text <> OLD.text) EXECUTE FUNCTION refuse_text_change()",
    ],
}


def upgrade() -> None:
    op.create_table(
        "login_attempt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_login_attempt")),
    )
    with op.batch_alter_table("login_attempt", schema=None) as batch_op:
        batch_op.create_index("ix_login_attempt_address_at", ["address", "at"], unique=False)
        batch_op.create_index(batch_op.f("ix_login_attempt_name"), ["name"], unique=False)

    op.create_table(
        "project",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column(
            "kind",
            sa.Enum(
                "replacement",
                "masking",
                name="kind",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("guidelines", sa.Text(), nullable=False),
        sa.Column("annotators_per_document", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("name <> ''", name=op.f("ck_project_name_not_empty")),
        sa.CheckConstraint(
            "annotators_per_document >= 1", name=op.f("ck_project_annotators_positive")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project")),
        sa.UniqueConstraint("name", name=op.f("uq_project_name")),
    )
    op.create_table(
        "user",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column(
            "role",
            sa.Enum(
                "annotator",
                "reviewer",
                "admin",
                name="role",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("password_hash", sa.String(length=255), nullable=True),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("session_epoch", sa.Integer(), nullable=False),
        sa.Column("has_shortcuts", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("name <> ''", name=op.f("ck_user_name_not_empty")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_user")),
        sa.UniqueConstraint("name", name=op.f("uq_user_name")),
    )
    op.create_table(
        "agreement_snapshot",
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("report", sa.JSON(), nullable=False),
        sa.Column("computed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_agreement_snapshot_project_id_project"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("project_id", name=op.f("pk_agreement_snapshot")),
    )
    op.create_table(
        "job",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column(
            "kind",
            sa.Enum(
                "import",
                "agreement",
                name="kind",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column(
            "state",
            sa.Enum(
                "queued",
                "running",
                "done",
                "failed",
                "cancelled",
                name="state",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("once_key", sa.String(length=80), nullable=True),
        sa.Column("arguments", sa.JSON(), nullable=False),
        sa.Column("progress", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("created_by_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("heartbeat_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "progress >= 0 AND progress <= total", name=op.f("ck_job_progress_in_total")
        ),
        sa.ForeignKeyConstraint(
            ["created_by_id"], ["user.id"], name=op.f("fk_job_created_by_id_user")
        ),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_job_project_id_project"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
    )
    with op.batch_alter_table("job", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_job_project_id"), ["project_id"], unique=False)
        batch_op.create_index(
            "uq_job_once_key_queued",
            ["once_key"],
            unique=True,
            sqlite_where=sa.text("state = 'queued'"),
            postgresql_where=sa.text("state = 'queued'"),
        )

    op.create_table(
        "membership",
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_membership_project_id_project"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user.id"], name=op.f("fk_membership_user_id_user"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("project_id", "user_id", name=op.f("pk_membership")),
    )
    with op.batch_alter_table("membership", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_membership_user_id"), ["user_id"], unique=False)

    op.create_table(
        "personal_link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user.id"], name=op.f("fk_personal_link_user_id_user"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_personal_link")),
    )
    with op.batch_alter_table("personal_link", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_personal_link_user_id"), ["user_id"], unique=False)

    op.create_table(
        "document",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=True),
        sa.Column("import_id", sa.Integer(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("doc_id", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("task", sa.Text(), nullable=True),
        sa.Column("dataset_type", sa.Text(), nullable=True),
        sa.Column("generalized_text", sa.Text(), nullable=True),
        sa.Column("quality_checked", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("meta", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("layout", sa.JSON(), nullable=False),
        sa.CheckConstraint(
            "project_id IS NOT NULL OR import_id IS NOT NULL", name=op.f("ck_document_has_home")
        ),
        sa.ForeignKeyConstraint(["import_id"], ["job.id"], name=op.f("fk_document_import_id_job")),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_document_project_id_project"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document")),
        sa.UniqueConstraint("project_id", "doc_id", name=op.f("uq_document_project_id_doc_id")),
    )
    with op.batch_alter_table("document", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_document_import_id"), ["import_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_document_project_id"), ["project_id"], unique=False)

    op.create_table(
        "assignment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("annotator_id", sa.Integer(), nullable=False),
        sa.Column(
            "state",
            sa.Enum(
                "assigned",
                "in_progress",
                "skipped",
                "submitted",
                "reviewed",
                name="state",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reviewed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reviewer_id", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "state NOT IN ('submitted', 'reviewed') OR submitted_at IS NOT NULL",
            name=op.f("ck_assignment_submitted_has_time"),
        ),
        sa.ForeignKeyConstraint(
            ["annotator_id"], ["user.id"], name=op.f("fk_assignment_annotator_id_user")
        ),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["document.id"],
            name=op.f("fk_assignment_document_id_document"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["reviewer_id"], ["user.id"], name=op.f("fk_assignment_reviewer_id_user")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignment")),
        sa.UniqueConstraint(
            "document_id", "annotator_id", name=op.f("uq_assignment_document_id_annotator_id")
        ),
        sa.UniqueConstraint("id", "document_id", name=op.f("uq_assignment_id_document_id")),
    )
    with op.batch_alter_table("assignment", schema=None) as batch_op:
        batch_op.create_index(
            "ix_assignment_annotator_id_state", ["annotator_id", "state"], unique=False
        )

    op.create_table(
        "layer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("annotator_id", sa.Integer(), nullable=True),
        sa.Column("layout", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["annotator_id"], ["user.id"], name=op.f("fk_layer_annotator_id_user")
        ),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["document.id"],
            name=op.f("fk_layer_document_id_document"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_layer")),
        sa.UniqueConstraint("document_id", "name", name=op.f("uq_layer_document_id_name")),
        sa.UniqueConstraint("id", "document_id", name=op.f("uq_layer_id_document_id")),
    )
    with op.batch_alter_table("layer", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_layer_annotator_id"), ["annotator_id"], unique=False)

    op.create_table(
        "edit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("is_undone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_edit_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_edit")),
    )
    with op.batch_alter_table("edit", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_edit_assignment_id"), ["assignment_id"], unique=False)

    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "kind",
            sa.Enum(
                "signed_in",
                "user_added",
                "user_changed",
                "link_created",
                "link_revoked",
                "project_created",
                "project_changed",
                "member_added",
                "member_removed",
                "imported",
                "assigned",
                "exported",
                "chosen",
                "undone",
                "redone",
                "skipped",
                "flagged",
                "flag_resolved",
                "submitted",
                "reopened",
                "reviewed",
                "returned",
                name="kind",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("actor_id", sa.Integer(), nullable=True),
        sa.Column("project_id", sa.Integer(), nullable=True),
        sa.Column("assignment_id", sa.Integer(), nullable=True),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["actor_id"], ["user.id"], name=op.f("fk_event_actor_id_user")),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_event_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_event_project_id_project"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
    )
    with op.batch_alter_table("event", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_event_assignment_id"), ["assignment_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_event_project_id"), ["project_id"], unique=False)

    op.create_table(
        "flag",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("author_id", sa.Integer(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("resolved_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("comment <> ''", name=op.f("ck_flag_comment_not_empty")),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_flag_assignment_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["author_id"], ["user.id"], name=op.f("fk_flag_author_id_user")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_flag")),
    )
    with op.batch_alter_table("flag", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_flag_assignment_id"), ["assignment_id"], unique=False)

    op.create_table(
        "mention",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("layer_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("mention_id", sa.Text(), nullable=False),
        sa.Column("entity_id", sa.Text(), nullable=False),
        sa.Column(
            "entity_type",
            sa.Enum(
                "PERSON",
                "CODE",
                "LOC",
                "ORG",
                "DEM",
                "DATETIME",
                "QUANTITY",
                "MISC",
                name="entity_type",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("start_offset", sa.Integer(), nullable=False),
        sa.Column("end_offset", sa.Integer(), nullable=False),
        sa.Column("span_text", sa.Text(), nullable=False),
        sa.Column(
            "identifier_type",
            sa.Enum(
                "DIRECT",
                "QUASI",
                "NO_MASK",
                name="identifier_type",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column(
            "edit_type",
            sa.Enum(
                "check",
                "insert",
                "correct",
                name="edit_type",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=True,
        ),
        sa.Column(
            "confidential_status",
            sa.Enum(
                "BELIEF",
                "POLITICS",
                "SEX",
                "ETHNIC",
                "HEALTH",
                "NOT_CONFIDENTIAL",
                name="confidential_status",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=True,
        ),
        sa.Column("related_mentions", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("generalizations", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("layout", sa.JSON(), nullable=False),
        sa.CheckConstraint(
            "length(span_text) = end_offset - start_offset", name=op.f("ck_mention_span_length")
        ),
        sa.CheckConstraint(
            "start_offset >= 0 AND end_offset > start_offset", name=op.f("ck_mention_borders")
        ),
        sa.ForeignKeyConstraint(
            ["layer_id", "document_id"],
            ["layer.id", "layer.document_id"],
            name=op.f("fk_mention_layer_id_document_id_layer"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mention")),
        sa.UniqueConstraint("id", "document_id", name=op.f("uq_mention_id_document_id")),
        sa.UniqueConstraint("layer_id", "mention_id", name=op.f("uq_mention_layer_id_mention_id")),
    )
    with op.batch_alter_table("mention", schema=None) as batch_op:
        batch_op.create_index("ix_mention_document_id", ["document_id"], unique=False)

    op.create_table(
        "choice",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("mention_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column(
            "origin",
            sa.Enum(
                "own",
                "followed",
                name="origin",
                native_enum=False,
                create_constraint=True,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("chosen_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("text <> ''", name=op.f("ck_choice_text_not_empty")),
        sa.ForeignKeyConstraint(
            ["assignment_id", "document_id"],
            ["assignment.id", "assignment.document_id"],
            name=op.f("fk_choice_assignment_id_document_id_assignment"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["mention_id", "document_id"],
            ["mention.id", "mention.document_id"],
            name=op.f("fk_choice_mention_id_document_id_mention"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_choice")),
        sa.UniqueConstraint(
            "assignment_id", "mention_id", name=op.f("uq_choice_assignment_id_mention_id")
        ),
    )
    with op.batch_alter_table("choice", schema=None) as batch_op:
        batch_op.create_index("ix_choice_document_id", ["document_id"], unique=False)
        batch_op.create_index("ix_choice_mention_id", ["mention_id"], unique=False)

    for statement in TRIGGERS[op.get_bind().dialect.name]:
        op.execute(statement)


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
