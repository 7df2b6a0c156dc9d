"""The closed sets of the database, with the transitions that are allowed."""

from __future__ import annotations

from enum import StrEnum

from annotation.types import LabelledEnum
from webapp.errors import DomainError


class Role(LabelledEnum):
    """What a person does here."""

    ANNOTATOR = "annotator", "Annotator", "Chooses replacements in the documents assigned to them."
    REVIEWER = "reviewer", "Reviewer", "Reads submitted documents, returns or approves them."
    ADMIN = "admin", "Admin", "Sets up projects and people, imports, assigns and exports."


class ProjectKind(LabelledEnum):
    """What is annotated."""

    ONE_PASS = (
        "one_pass",
        "Masking and replacement",
        "Annotators correct what is hidden and choose replacements, in one pass.",
    )
    REPLACEMENT = "replacement", "Replacement", "Spans are given; annotators choose replacements."
    MASKING = "masking", "Masking", "Annotators decide what is hidden; nothing is replaced."

    @property
    def chooses(self) -> bool:
        """Whether annotators choose replacements."""
        return self in CHOOSING

    @property
    def marks(self) -> bool:
        """Whether annotators correct what is hidden."""
        return self in MARKING


CHOOSING = frozenset({ProjectKind.ONE_PASS, ProjectKind.REPLACEMENT})
"""The kinds in which replacements are chosen."""

MARKING = frozenset({ProjectKind.ONE_PASS, ProjectKind.MASKING})
"""The kinds in which annotators correct what is hidden."""


class FileFormat(StrEnum):
    """Which files of documents are kept: those that can be written in their layout."""

    DOCX = "docx"


class AssignmentState(LabelledEnum):
    """Where one annotator is with one document."""

    ASSIGNED = "assigned", "Not started", "Waits in the annotator's queue."
    IN_PROGRESS = "in_progress", "In progress", "Some choices are made, or it was reopened."
    SKIPPED = "skipped", "Skipped", "Put off; comes again after the others."
    SUBMITTED = "submitted", "Submitted", "Complete; the annotator may still reopen it."
    REVIEWED = "reviewed", "Reviewed", "Approved by a reviewer; closed."

    @property
    def is_open(self) -> bool:
        """Whether the annotator still has work to do here."""
        return self in OPEN_STATES

    @property
    def is_final(self) -> bool:
        """Whether the choices count for the store, agreement and export."""
        return self in FINAL_STATES

    def can_become(self, other: AssignmentState) -> bool:
        """Whether the table below allows this step."""
        return other in TRANSITIONS[self]


OPEN_STATES = frozenset(
    {AssignmentState.ASSIGNED, AssignmentState.IN_PROGRESS, AssignmentState.SKIPPED}
)
FINAL_STATES = frozenset({AssignmentState.SUBMITTED, AssignmentState.REVIEWED})

TRANSITIONS: dict[AssignmentState, frozenset[AssignmentState]] = {
    AssignmentState.ASSIGNED: frozenset(
        {AssignmentState.IN_PROGRESS, AssignmentState.SKIPPED, AssignmentState.SUBMITTED}
    ),
    AssignmentState.IN_PROGRESS: frozenset({AssignmentState.SKIPPED, AssignmentState.SUBMITTED}),
    AssignmentState.SKIPPED: frozenset({AssignmentState.IN_PROGRESS, AssignmentState.SUBMITTED}),
    AssignmentState.SUBMITTED: frozenset({AssignmentState.IN_PROGRESS, AssignmentState.REVIEWED}),
    AssignmentState.REVIEWED: frozenset({AssignmentState.IN_PROGRESS}),
}


class TransitionError(DomainError):
    """An assignment can't go from one state to the other."""

    def __init__(self, state: AssignmentState, wanted: AssignmentState) -> None:
        super().__init__(
            f"A document that is {state.label.lower()} can't become {wanted.label.lower()}."
        )


class ChoiceOrigin(LabelledEnum):
    """How a choice came about."""

    OWN = "own", "Chosen here", "The annotator chose this replacement for this mention."
    WRITTEN = "written", "Written", "The annotator wrote it: none of those offered would do."
    LEFT = "left", "Left as it is", "The annotator left the mention as it is."
    FOLLOWED = "followed", "Follows", "Taken over from the first mention of the same entity."


class JobKind(LabelledEnum):
    """What the worker does."""

    IMPORT = "import", "Import", "Reads a file into a project."
    AGREEMENT = "agreement", "Agreement", "Computes the agreement between annotators."
    MASK = "mask", "Find masks", "Marks what to hide in documents in which nothing is marked."
    PROPOSE = "propose", "Propose", "Proposes replacements anew where nobody has begun."
    TRAIN = "train", "Train", "Trains a model on what was submitted, and tries it."
    TRAIN_MASKS = (
        "train_masks",
        "Train masks",
        "Learns masks from marked documents, tries them.",
    )
    SUGGEST = "suggest", "Suggest", "Prepares suggestions for open documents."
    REMOVE = "remove", "Remove", "Deletes what is left of a deleted project."


class JobState(LabelledEnum):
    """Where a job is."""

    QUEUED = "queued", "Queued", "Waits for the worker."
    RUNNING = "running", "Running", "The worker is at it."
    WAITING = "waiting", "Waits for you", "Nothing was changed yet: somebody has to say what to do."
    DONE = "done", "Done", "Finished."
    FAILED = "failed", "Failed", "Stopped with an error; nothing was changed."
    CANCELLED = "cancelled", "Cancelled", "Stopped by a person; nothing was changed."

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen by itself."""
        return self not in (JobState.QUEUED, JobState.RUNNING)


class Purpose(LabelledEnum):
    """What a model suggests."""

    REPLACEMENTS = "replacements", "Replacements", "Which replacement an annotator chooses."
    MASKS = "masks", "Masks", "Which spans of a text are masked."


class GeneralizationAction(LabelledEnum):
    """What a project does about a generalization of a term."""

    ADD = "add", "Added", "Offered besides what the ontology proposes."
    FORBID = "forbid", "Forbidden", "Never offered, whatever the ontology proposes."


class SuggestionMode(LabelledEnum):
    """What annotators see of suggestions."""

    OFF = "off", "Off", "No suggestions."
    HINT = "hint", "Hint", "The suggested replacement is marked; the annotator chooses."
    PRESELECT = "preselect", "Preselect", "It is chosen in advance; the annotator corrects."


class EventKind(StrEnum):
    """What the audit trail records."""

    SIGNED_IN = "signed_in"
    USER_ADDED = "user_added"
    USER_CHANGED = "user_changed"
    LINK_CREATED = "link_created"
    LINK_REVOKED = "link_revoked"
    PROJECT_CREATED = "project_created"
    PROJECT_CHANGED = "project_changed"
    MEMBER_ADDED = "member_added"
    MEMBER_REMOVED = "member_removed"
    GENERALIZATION_ADDED = "generalization_added"
    GENERALIZATION_FORBIDDEN = "generalization_forbidden"
    GENERALIZATION_REMOVED = "generalization_removed"
    PROPOSED = "proposed"
    MASKED = "masked"
    VERSION_TRAINED = "version_trained"
    VERSION_PROMOTED = "version_promoted"
    IMPORTED = "imported"
    IMPORT_UNDONE = "import_undone"
    ASSIGNED = "assigned"
    TAKEN_BACK = "taken_back"
    DOCUMENT_DELETED = "document_deleted"
    PROJECT_DELETED = "project_deleted"
    EXPORTED = "exported"
    CHOSEN = "chosen"
    MARKED = "marked"
    UNDONE = "undone"
    REDONE = "redone"
    SKIPPED = "skipped"
    FLAGGED = "flagged"
    FLAG_RESOLVED = "flag_resolved"
    SUBMITTED = "submitted"
    REOPENED = "reopened"
    REVIEWED = "reviewed"
    RETURNED = "returned"
