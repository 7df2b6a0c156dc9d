"""The closed sets of the database, with the transitions that are allowed."""

from __future__ import annotations

from enum import StrEnum

from annotation.types import LabelledEnum
from webapp.platform.errors import DomainError


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


class Identified(LabelledEnum):
    """Whether a reader of the sanitized text alone can tell who it is about (TAB, section 4.2)."""

    NO = "no", "No", "Nothing in it tells who this is."
    UNSURE = "unsure", "Unsure", "Something in it may tell."
    YES = "yes", "Yes", "It tells who this is: say by which words."


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
    STATISTICS = "statistics", "Statistics", "Counts what was chosen and marked, and how fast."
    MASK = "mask", "Find masks", "Marks what to hide in documents in which nothing is marked."
    PROPOSE = "propose", "Propose", "Proposes replacements anew where nobody has begun."
    TRAIN = "train", "Train", "Trains a model on what was submitted, and tries it."
    TRAIN_MASKS = (
        "train_masks",
        "Train masks",
        "Learns masks from marked documents, tries them.",
    )
    SUGGEST = "suggest", "Suggest", "Prepares suggestions for open documents."
    EXPORT = "export", "Export", "Writes a dataset of a project, to be taken out."
    BACKGROUND = "background", "Background", "Reads what an attacker may know about people."
    RISK = "risk", "Risk", "Counts who fits, and attacks what would go out."
    RELEASE = "release", "Release", "Writes sanitized texts, with a report, if nothing stops them."
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


class RiskKind(LabelledEnum):
    """What keeps a document from being released until somebody answers for it."""

    LEAK = "leak", "Leak", "Something that is hidden can still be read."
    FOUND = "found", "Found", "An attack finds the person."
    UNMASKED = "unmasked", "Nothing hidden", "No span of the text is hidden."


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


class EventKind(LabelledEnum):
    """What the audit trail records; a label goes on behind who did it."""

    SIGNED_IN = "signed_in", "signed in"
    SIGN_IN_FAILED = "sign_in_failed", "could not sign in: the name or the password was wrong"
    USER_ADDED = "user_added", "added a person"
    USER_CHANGED = "user_changed", "changed an account"
    LINK_CREATED = "link_created", "made a personal link"
    LINK_REVOKED = "link_revoked", "withdrew a personal link"
    PROJECT_CREATED = "project_created", "made a project"
    PROJECT_CHANGED = "project_changed", "changed settings"
    PROJECT_ARCHIVED = "project_archived", "archived a project"
    PROJECT_BROUGHT_BACK = "project_brought_back", "brought a project back from the archive"
    MEMBER_ADDED = "member_added", "added a member"
    MEMBER_REMOVED = "member_removed", "removed a member"
    MEMBER_ROLE_CHANGED = "member_role_changed", "gave a member another role"
    GENERALIZATION_ADDED = "generalization_added", "added a replacement for a term"
    GENERALIZATION_FORBIDDEN = "generalization_forbidden", "forbade a replacement for a term"
    GENERALIZATION_REMOVED = "generalization_removed", "removed a rule for a term"
    PROPOSED = "proposed", "proposed replacements anew"
    MASKED = "masked", "had masks found"
    VERSION_TRAINED = "version_trained", "trained a model"
    VERSION_PROMOTED = "version_promoted", "took a model into use"
    IMPORTED = "imported", "imported documents"
    IMPORT_UNDONE = "import_undone", "undid an import"
    ASSIGNED = "assigned", "gave documents to annotators"
    TAKEN_BACK = "taken_back", "took documents back from annotators"
    READ = "read", "opened a document"
    PASSAGES_READ = "passages_read", "read passages that annotators differ on"
    SEARCHED = "searched", "searched the documents for words"
    DOCUMENT_DELETED = "document_deleted", "deleted a document"
    PROJECT_DELETED = "project_deleted", "deleted a project"
    EXPORTED = "exported", "exported documents"
    AUDIT_EXPORTED = "audit_exported", "exported the audit log"
    BACKED_UP = "backed_up", "made a backup"
    RESTORED = "restored", "restored a backup"
    CHOSEN = "chosen", "chose"
    MARKED = "marked", "corrected what is hidden"
    UNDONE = "undone", "undid a step"
    REDONE = "redone", "redid a step"
    SKIPPED = "skipped", "put a document off"
    FLAGGED = "flagged", "commented"
    FLAG_RESOLVED = "flag_resolved", "resolved a comment"
    SUBMITTED = "submitted", "submitted"
    REOPENED = "reopened", "reopened"
    ADJUDICATED = "adjudicated", "settled a span over several annotators"
    VERDICT_TAKEN_BACK = "verdict_taken_back", "took a verdict on a span back"
    STRATEGY_APPLIED = "strategy_applied", "settled spans by a strategy"
    STRATEGY_UNDONE = "strategy_undone", "undid a strategy"
    DOCUMENT_SETTLED = "document_settled", "settled a document over several annotators"
    DOCUMENT_UNSETTLED = "document_unsettled", "re-opened a settled document"
    READ_SANITIZED = "read_sanitized", "answered whether the sanitized text tells who it is about"
    SPAN_REVIEWED = "span_reviewed", "decided on a span"
    REVIEWED = "reviewed", "approved"
    RETURNED = "returned", "sent back"
    BACKGROUND_ADDED = "background_added", "gave a background for attacks"
    BACKGROUND_REMOVED = "background_removed", "took the background for attacks away"
    RISK_ACCEPTED = "risk_accepted", "accepted a risk"
    ACCEPTANCE_WITHDRAWN = "acceptance_withdrawn", "no longer accepts a risk"
    RELEASED = "released", "released sanitized texts"
