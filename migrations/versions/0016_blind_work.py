"""which work is done without suggested masks: these are not counted there

Revision: 0016, after 0015
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

# As of 0013, but for blind work: of its shared spans nothing but what is suggested comes or goes.
SHARED = "NOT EXISTS (SELECT 1 FROM layer WHERE id = {}.layer_id AND annotator_id IS NOT NULL)"
COUNT_SPAN = (
    "UPDATE assignment SET spans = spans {} 1 "
    "WHERE document_id = {}.document_id AND is_blind IS NOT TRUE"
)
NEEDS_CHOICE = "{0}.identifier_type <> 'NO_MASK' AND NOT {0}.is_led"


def upgrade() -> None:
    # As SQL, see 0014.
    op.execute(
        "ALTER TABLE suggestion_policy ADD COLUMN blind_mask_share INTEGER DEFAULT 0 NOT NULL "
        "CONSTRAINT ck_suggestion_policy_blind_mask_share_percent "
        "CHECK (blind_mask_share >= 0 AND blind_mask_share <= 100)"
    )
    op.add_column("assignment", sa.Column("is_blind", sa.Boolean(), nullable=True))
    if op.get_bind().dialect.name == "sqlite":
        count_spans_in_sqlite()
    else:
        count_spans_in_postgresql()


def count_spans_in_sqlite() -> None:
    for name, event, row, sign in (
        ("mention_comes", "INSERT", "NEW", "+"),
        ("mention_goes", "DELETE", "OLD", "-"),
    ):
        op.execute(f"DROP TRIGGER {name}")
        op.execute(
            f"CREATE TRIGGER {name} AFTER {event} ON mention "
            f"WHEN {NEEDS_CHOICE.format(row)} AND {SHARED.format(row)} "
            f"BEGIN {COUNT_SPAN.format(sign, row)}; END"
        )


def count_spans_in_postgresql() -> None:
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
