"""whoever marked a span in a masking project has decided that it is hidden

Revision: 0015, after 0014
"""

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

# The layers of masking projects came with files, as submitted work; nobody could choose there.
OWN = (
    "FROM mention JOIN layer ON layer.id = mention.layer_id "
    "JOIN assignment ON assignment.document_id = layer.document_id "
    "AND assignment.annotator_id = layer.annotator_id "
    "JOIN project ON project.id = assignment.project_id "
    "WHERE project.kind = 'masking' AND mention.identifier_type <> 'NO_MASK' AND NOT mention.is_led"
)
COUNT = (
    "(SELECT count(*) FROM mention JOIN layer ON layer.id = mention.layer_id "
    "WHERE layer.document_id = assignment.document_id "
    "AND layer.annotator_id = assignment.annotator_id "
    "AND mention.identifier_type <> 'NO_MASK' AND NOT mention.is_led)"
)


def upgrade() -> None:
    op.execute(
        "INSERT INTO choice (assignment_id, document_id, mention_id, text, origin, position, "
        "chosen_at) SELECT assignment.id, mention.document_id, mention.id, '***', 'own', 0, "
        "assignment.changed_at OWN AND NOT EXISTS (SELECT 1 FROM choice "
        "WHERE choice.assignment_id = assignment.id AND choice.mention_id = mention.id)".replace(
            "OWN", OWN
        )
    )
    op.execute(
        "UPDATE assignment SET spans = COUNTED, chosen = COUNTED "
        "WHERE project_id IN (SELECT id FROM project WHERE kind = 'masking')".replace(
            "COUNTED", COUNT
        )
    )


def downgrade() -> None:
    # The tables hold people's work: going back is restoring a backup.
    raise NotImplementedError
