"""annotators correct what is hidden, in layers of their own over those that are shared

Revision: 0013, after 0012
"""

import sqlalchemy as sa
from alembic import op

from webapp.platform.schema_steps import allow_also

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

# What an assignment counts by itself are the spans of shared layers; with what its annotator marks,
# all are counted anew by webapp.workbench.marking.
# A layer that goes takes its mentions along, which are asked about when it is gone.
SHARED = "NOT EXISTS (SELECT 1 FROM layer WHERE id = {}.layer_id AND annotator_id IS NOT NULL)"
COUNT = (
    "(SELECT count(*) FROM mention JOIN layer ON layer.id = mention.layer_id "
    "WHERE mention.document_id = NEW.document_id AND layer.annotator_id IS NULL "
    "AND identifier_type <> 'NO_MASK' AND NOT is_led)"
)
COUNT_SPAN = "UPDATE assignment SET spans = spans {} 1 WHERE document_id = {}.document_id"
NEEDS_CHOICE = "{0}.identifier_type <> 'NO_MASK' AND NOT {0}.is_led"


def upgrade() -> None:
    allow_also("project", "one_pass")
    allow_also("event", "marked")
    op.add_column("edit", sa.Column("marks", sa.JSON(none_as_null=True), nullable=True))
    if op.get_bind().dialect.name == "sqlite":
        count_shared_spans_in_sqlite()
    else:
        count_shared_spans_in_postgresql()


def count_shared_spans_in_sqlite() -> None:
    for name in ("assignment_keeps", "mention_comes", "mention_goes"):
        op.execute(f"DROP TRIGGER {name}")
    op.execute(
        "CREATE TRIGGER assignment_keeps AFTER INSERT ON assignment BEGIN UPDATE assignment SET "
        "project_id = (SELECT project_id FROM document WHERE id = NEW.document_id), "
        "position = (SELECT position FROM document WHERE id = NEW.document_id), "
        "spans = COUNTED WHERE id = NEW.id; END".replace("COUNTED", COUNT)
    )
    for name, event, row, sign in (
        ("mention_comes", "INSERT", "NEW", "+"),
        ("mention_goes", "DELETE", "OLD", "-"),
    ):
        op.execute(
            f"CREATE TRIGGER {name} AFTER {event} ON mention "
            f"WHEN {NEEDS_CHOICE.format(row)} AND {SHARED.format(row)} "
            f"BEGIN {COUNT_SPAN.format(sign, row)}; END"
        )


def count_shared_spans_in_postgresql() -> None:
    op.execute(
        "CREATE OR REPLACE FUNCTION keep_in_assignment() RETURNS trigger LANGUAGE plpgsql AS $$ "
        "BEGIN NEW.project_id = (SELECT project_id FROM document WHERE id = NEW.document_id); "
        "NEW.position = (SELECT position FROM document WHERE id = NEW.document_id); "
        "NEW.spans = COUNTED; RETURN NEW; END $$".replace("COUNTED", COUNT)
    )
    op.execute(
        "CREATE OR REPLACE FUNCTION count_span() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF TG_OP = 'INSERT' THEN IF {SHARED.format('NEW')} THEN "
        f"{COUNT_SPAN.format('+', 'NEW')}; END IF; "
        f"ELSIF {SHARED.format('OLD')} THEN {COUNT_SPAN.format('-', 'OLD')}; "
        "END IF; RETURN NULL; END $$"
    )


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
