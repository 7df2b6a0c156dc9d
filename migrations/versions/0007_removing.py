"""removing, and counts kept: deleted things are gone for good, large projects quick to look at

Revision: 0007, after 0006
"""

import sqlalchemy as sa
from alembic import op

from webapp.platform.schema_steps import allow_also, never_give_ids_again

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

NAMED_IN_ADDRESSES = ("project", "job", "document", "mention", "assignment")

# What an assignment keeps of other rows; these triggers alone write it.
SET_PLACE = "UPDATE assignment SET project_id = NEW.project_id, position = NEW.position"
COUNT_CHOICE = (
    "UPDATE assignment SET chosen = chosen {0} 1 WHERE id = {1}.assignment_id "
    "AND coalesce((SELECT NOT is_led FROM mention WHERE id = {1}.mention_id), true)"
)
COUNT_SPAN = "UPDATE assignment SET spans = spans {} 1 WHERE document_id = {}.document_id"
TRIGGERS = {
    "sqlite": [
        "CREATE TRIGGER assignment_keeps AFTER INSERT ON assignment BEGIN UPDATE assignment SET "
        "project_id = (SELECT project_id FROM document WHERE id = NEW.document_id), "
        "position = (SELECT position FROM document WHERE id = NEW.document_id), "
        "spans = (SELECT count(*) FROM mention WHERE document_id = NEW.document_id "
        "AND identifier_type <> 'NO_MASK' AND NOT is_led) WHERE id = NEW.id; END",
        "CREATE TRIGGER document_moves AFTER UPDATE OF project_id, position ON document BEGIN "
        f"{SET_PLACE} WHERE document_id = NEW.id; END",
        "CREATE TRIGGER choice_comes AFTER INSERT ON choice BEGIN "
        f"{COUNT_CHOICE.format('+', 'NEW')}; END",
        "CREATE TRIGGER choice_goes AFTER DELETE ON choice BEGIN "
        f"{COUNT_CHOICE.format('-', 'OLD')}; END",
        "CREATE TRIGGER mention_comes AFTER INSERT ON mention "
        f"WHEN NEW.identifier_type <> 'NO_MASK' AND NOT NEW.is_led BEGIN "
        f"{COUNT_SPAN.format('+', 'NEW')}; END",
        "CREATE TRIGGER mention_goes AFTER DELETE ON mention "
        f"WHEN OLD.identifier_type <> 'NO_MASK' AND NOT OLD.is_led BEGIN "
        f"{COUNT_SPAN.format('-', 'OLD')}; END",
    ],
    "postgresql": [
        "CREATE FUNCTION keep_in_assignment() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "NEW.project_id = (SELECT project_id FROM document WHERE id = NEW.document_id); "
        "NEW.position = (SELECT position FROM document WHERE id = NEW.document_id); "
        "NEW.spans = (SELECT count(*) FROM mention WHERE document_id = NEW.document_id "
        "AND identifier_type <> 'NO_MASK' AND NOT is_led); RETURN NEW; END $$",
        "CREATE TRIGGER assignment_keeps BEFORE INSERT ON assignment "
        "FOR EACH ROW EXECUTE FUNCTION keep_in_assignment()",
        "CREATE FUNCTION move_assignments() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"{SET_PLACE} WHERE document_id = NEW.id; RETURN NULL; END $$",
        "CREATE TRIGGER document_moves AFTER UPDATE OF project_id, position ON document "
        "FOR EACH ROW EXECUTE FUNCTION move_assignments()",
        "CREATE FUNCTION count_choice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF TG_OP = 'INSERT' THEN {COUNT_CHOICE.format('+', 'NEW')}; "
        f"ELSE {COUNT_CHOICE.format('-', 'OLD')}; END IF; RETURN NULL; END $$",
        "CREATE TRIGGER choice_counts AFTER INSERT OR DELETE ON choice "
        "FOR EACH ROW EXECUTE FUNCTION count_choice()",
        "CREATE FUNCTION count_span() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF TG_OP = 'INSERT' THEN {COUNT_SPAN.format('+', 'NEW')}; "
        f"ELSE {COUNT_SPAN.format('-', 'OLD')}; END IF; RETURN NULL; END $$",
        "CREATE TRIGGER mention_comes AFTER INSERT ON mention FOR EACH ROW "
        "WHEN (NEW.identifier_type <> 'NO_MASK' AND NOT NEW.is_led) EXECUTE FUNCTION count_span()",
        "CREATE TRIGGER mention_goes AFTER DELETE ON mention FOR EACH ROW "
        "WHEN (OLD.identifier_type <> 'NO_MASK' AND NOT OLD.is_led) EXECUTE FUNCTION count_span()",
    ],
}


def upgrade() -> None:
    allow_also("job", "remove")
    allow_also("event", "import_undone", "taken_back", "document_deleted", "project_deleted")
    op.add_column("project", sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True))
    never_give_ids_again(*NAMED_IN_ADDRESSES)
    keep_counts()
    index_what_is_kept()


def keep_counts() -> None:
    op.add_column("assignment", sa.Column("project_id", sa.Integer(), nullable=True))
    for name in ("position", "spans", "chosen"):
        counted = sa.Column(name, sa.Integer(), nullable=False, server_default="0")
        op.add_column("assignment", counted)
    op.execute(
        "UPDATE assignment SET "
        "project_id = (SELECT project_id FROM document WHERE id = document_id), "
        "position = (SELECT position FROM document WHERE id = document_id), "
        "spans = (SELECT count(*) FROM mention WHERE mention.document_id = assignment.document_id "
        "AND identifier_type <> 'NO_MASK' AND NOT is_led), "
        "chosen = (SELECT count(*) FROM choice JOIN mention ON mention.id = choice.mention_id "
        "WHERE assignment_id = assignment.id AND NOT is_led)"
    )
    for trigger in TRIGGERS[op.get_bind().dialect.name]:
        op.execute(trigger)


def index_what_is_kept() -> None:
    op.drop_index("ix_assignment_annotator_id_state", "assignment")
    op.create_index(
        "ix_assignment_annotator_id_project_id",
        "assignment",
        ["annotator_id", "project_id", "state", "position", "changed_at", "chosen", "spans"],
    )
    op.create_index(
        "ix_assignment_project_id_document_id",
        "assignment",
        ["project_id", "document_id", "annotator_id", "state"],
    )
    op.drop_index("ix_document_project_id", "document")
    op.create_index("ix_document_project_id_position", "document", ["project_id", "position"])
