"""Every button of every form: where it stands, how its form is filled, what comes of it."""

from __future__ import annotations

from tests.browser.inventory import PASSWORD
from tests.webapp.plain_pages import PlainPage
from tests.webapp.pressing import RULES, Fill, Press
from tests.webapp.risk_forms import RISKS

UPLOAD = {"name": "note.txt", "mimeType": "text/plain", "buffer": b"A short text."}


def _type(**texts: str) -> Fill:
    """Type into the fields of these names."""

    def fill(page: PlainPage) -> None:
        for name, text in texts.items():
            page.locator(f"//*[@name='{name}']").fill(text)

    return fill


def _say_first(name: str) -> Fill:
    """Write into the first field of a name."""
    return lambda page: page.locator(f"//*[@name='{name}']").first.fill("harbour town")


def _say_what_should_change(page: PlainPage) -> None:
    page.get_by_label("What should change").fill("Vaguer!")


def _accept_first(page: PlainPage) -> None:
    page.get_by_role("button", name="chosen: accept").first.click()


def _settle_first(page: PlainPage) -> None:
    page.locator("//*[@id='spans']//button").first.click()


def _want_nine_votes(page: PlainPage) -> None:
    page.get_by_label("at least").fill("9")


def _settle_as_one(page: PlainPage) -> None:
    page.get_by_role("button", name="Settle so").click()


def _settle_all(page: PlainPage) -> None:
    _settle_as_one(page)
    document = page.url
    page.get_by_role("button", name="Settle the document").click()
    page.goto(document)


def _choose_all(page: PlainPage) -> None:
    for select in page.locator("//select[starts-with(@name, 'choice-')]").all():
        select.select_option("***")


def _show_plan(page: PlainPage) -> None:
    page.get_by_role("button", name="Show the plan").click()


def _undo(page: PlainPage) -> None:
    page.get_by_role("button", name="Undo").click()


def _hide(words: str) -> Fill:
    """Say that words are somebody's name."""

    def say(page: PlainPage) -> None:
        page.get_by_label("Words of the text").fill(words)
        page.get_by_label("Type").select_option("Person")

    return say


def _point_at(place: int) -> Fill:
    """Choose a span of those that are hidden."""

    def point(page: PlainPage) -> None:
        page.get_by_label("Which span").select_option(index=place)

    return point


def _take_back(words: str) -> Fill:
    """Say first that a span is not to be hidden."""

    def say(page: PlainPage) -> None:
        page.get_by_label("Which span").select_option(words)
        page.get_by_role("button", name="Not to be hidden").click()

    return say


UNTOUCHED, BEGUN = "workbench.show-annotator-untouched", "workbench.show-annotator-begun"
SETTLED = "adjudication.show-reviewer"
SUBMITTED, SETTINGS = "review.show-reviewer-submitted", "projects.settings-admin"
NORA, OLAV = "people.show-admin-annotator", "people.show-admin-with a link"
ACCOUNT, MEMBERS = "auth.account-annotator", "projects.members-admin"

PEOPLE = (
    Press(
        "auth.login",
        "auth.sign_in",
        "Sign in",
        "New project",
        _type(name="Alma", password=PASSWORD),
    ),
    Press("auth.enter-admin", "auth.switch", "Continue as Olav", "Olav, your account"),
    Press(ACCOUNT, "auth.logout", "Sign out", "You are signed out."),
    Press(
        ACCOUNT,
        "auth.set_shortcuts",
        "Save",
        "Keyboard shortcuts are off.",
        lambda page: page.get_by_label("Use keyboard shortcuts").uncheck(),
    ),
    Press(
        ACCOUNT,
        "auth.change_password",
        "Set the new password",
        "The new password holds",
        _type(new=PASSWORD, again=PASSWORD),
    ),
    Press("people.new-admin", "people.add", "Add this person", "Personal links", _type(name="Pia")),
    Press(
        NORA,
        "people.change_role",
        "Change the role",
        "Reviewer",
        lambda page: page.get_by_label("Role").select_option("Reviewer"),
    ),
    Press(NORA, "people.set_password", "Set the password", "password", _type(password=PASSWORD)),
    Press(NORA, "people.set_active", "Deactivate", "Deactivated"),
    Press(
        "people.show-admin-deactivated",
        "people.set_active",
        "Activate",
        "Active",
        field="is_active",
    ),
    Press(NORA, "people.add_link", "Make another link", "Works until", _type(days="30")),
    Press(OLAV, "people.revoke_link", "Withdraw", "is withdrawn"),
)
PROJECTS = (
    Press(
        "projects.new-admin",
        "projects.create",
        "Create the project",
        "Another project",
        _type(name="Another project"),
    ),
    Press(
        "projects.new-admin",
        "projects.create",
        "Preview the guidelines",
        "This is how annotators see them",
        _type(guidelines="Be brief."),
        "preview",
    ),
    Press(SETTINGS, "projects.change_settings", "Save", "Renamed", _type(name="Renamed")),
    Press(
        SETTINGS,
        "projects.change_settings",
        "Preview the guidelines",
        "This is how annotators see them",
        field="preview",
    ),
    Press(f"{SETTINGS}-empty", "projects.archive", "Archive this project", "is archived"),
    Press(f"{SETTINGS}-archived", "projects.bring_back", "Bring it back", "is back"),
    Press("guidelines.index-other-changed", "guidelines.read", "I have read them", "Be brief."),
    Press("guidelines.index-other-changed", "guidelines.index", "Show", "Be brief."),
    Press("audit_log.index-admin", "audit_log.index", "Show", "Who did what"),
    Press("audit_log.of_project-admin", "audit_log.of_project", "Show", "Who did what"),
    Press(
        MEMBERS,
        "projects.add_members",
        "Add to the project",
        "newcomer",
        lambda page: page.get_by_label("newcomer").check(),
    ),
    Press(
        MEMBERS,
        "projects.change_member",
        "Change the role of Nora",
        "Nora is now reviewer in this project.",
        lambda page: page.get_by_label("Role of Nora here").select_option("reviewer"),
    ),
    Press(MEMBERS, "projects.remove_member", "Remove Nora", "not a member"),
    Press("projects.documents-admin", "projects.documents", "Show", "8 documents"),
    Press(
        "imports.index-admin",
        "imports.upload",
        "Import",
        "note.txt",
        lambda page: page.get_by_label("Files").set_input_files(UPLOAD),
    ),
    Press(
        "imports.index-admin",
        "imports.upload",
        "Look at the texts first",
        "note.txt",
        lambda page: page.get_by_label("Files").set_input_files(UPLOAD),
        "look",
    ),
    Press(
        "projects.home-admin",
        "starting.start",
        "Read them",
        "note.txt",
        lambda page: page.get_by_label("Files").set_input_files(UPLOAD),
    ),
    Press("transfer.ask-admin-masking", "transfer.begin", "Hand on 1 document", "being filled"),
    Press("imports.index-admin-bare", "masks.find", "Find what to hide", "It waits"),
    Press("imports.show-admin-done", "assignment.take_all", "Annotate them yourself", "Skip"),
    Press("imports.index-admin-finding masks", "masks.cancel", "Stop", "Cancelled"),
    Press(
        "imports.index-admin",
        "imports.paste",
        "Bring in this text",
        "anna.marked.txt",
        _type(pasted="[Anna](PERSON) moved.", name="anna"),
    ),
    Press(
        "replacements.index-admin",
        "replacements.index",
        "Look up",
        "The ontology can't be asked",
        _type(term="Oslo"),
    ),
    Press(
        "replacements.index-admin",
        "replacements.add",
        "Add this rule",
        "“northern town” is added",
        _type(text="northern town", for_term="Oslo"),
    ),
    Press("replacements.index-admin", "replacements.remove", "Remove", "is removed"),
    Press("replacements.index-admin", "replacements.propose", "Propose again", "Queued"),
    Press(
        "replacements.index-admin",
        "replacements.take_in",
        "Take them in",
        "0 rules are new",
        lambda page: page.locator("//*[@name='file']").set_input_files(RULES),
    ),
    Press("imports.show-admin-running", "imports.cancel", "Cancel", "Cancelled"),
    Press("imports.show-admin-table", "imports.choose_column", "Read this column", "Queued"),
    Press("imports.show-admin-refused", "imports.take_rest", "Import the 2", "Queued"),
    Press("imports.show-admin-refused", "imports.take_nothing", "Import nothing", "as you wished"),
    Press("assignment.index-admin", "assignment.show_plan", "Show the plan", "The plan"),
    Press("assignment.index-admin", "assignment.apply", "Apply", "assign", _show_plan),
)
REMOVING = (
    Press("deletion.ask_undo-admin", "deletion.undo", "Undo this import", "is undone"),
    Press(
        "deletion.ask_delete_document-admin",
        "deletion.delete_document",
        "Delete this document",
        "is deleted",
    ),
    Press(
        "deletion.ask_delete_project-admin",
        "deletion.delete_project",
        "Delete this project",
        "Empty is deleted",
        _type(name="Empty"),
    ),
    Press("projects.document-admin", "assignment.take_back", "Take back", "is taken back"),
    Press(MEMBERS, "assignment.take_back_all", "Take back what", "taken back from Nora"),
)
WORK = (
    Press(UNTOUCHED, "workbench.save", "Save", "4 of 4", _choose_all),
    Press(UNTOUCHED, "workbench.accept", "Suggested for Oslo", "1 of 4", field="accept"),
    Press(UNTOUCHED, "workbench.accept", "Accept 3 suggestions", "3 of 4", field="above"),
    Press(BEGUN, "workbench.undo", "Undo", "0 of 4"),
    Press(BEGUN, "workbench.redo", "Redo", "2 of 4", _undo),
    Press(UNTOUCHED, "workbench.skip", "Skip", "life 6"),
    Press(UNTOUCHED, "workbench.save_and_preview", "As it will read", "Preview of life"),
    Press(UNTOUCHED, "workbench.submit", "Submit", "life 6", _choose_all),
    Press(UNTOUCHED, "workbench.mark", "Hide, or change", "0 of 5", _hide("was")),
    Press(UNTOUCHED, "workbench.unmask", "Not to be hidden", "2 not to be hidden", _point_at(1)),
    Press(
        UNTOUCHED, "workbench.mark", "Hide 1986 again", "0 of 4", _take_back("1986"), "mark-again"
    ),
    Press(UNTOUCHED, "workbench.flag", "Send", "Who is it?", _type(comment="Who is it?")),
    Press("workbench.show-annotator-submitted", "workbench.reopen", "Reopen", "In progress"),
    Press("workbench.preview-annotator-complete", "workbench.submit", "Submit", "life 6"),
    Press(
        "review.show-reviewer-unread",
        "review.identify",
        "Answer and go on",
        "Original",
        lambda page: page.get_by_label("No", exact=True).check(),
    ),
    Press(SUBMITTED, "review.decide_span", "chosen: accept", "accepted", field="text"),
    Press(SUBMITTED, "review.decide_span", "Choose", "corrected", _say_first("written")),
    Press(SUBMITTED, "review.decide_span", "Take back", "Chosen:", _accept_first, field="clear"),
    Press(SUBMITTED, "review.comment_on_span", "Send", "harbour", _say_first("comment")),
    Press(SUBMITTED, "review.approve", "Approve", "approved"),
    Press(SUBMITTED, "review.send_back", "Send back", "sent back", _say_what_should_change),
    Press(SUBMITTED, "review.release", "Let others review it", "free for others"),
    Press(SUBMITTED, "review.resolve_flag", "Resolve", "None."),
    Press("review.index-reviewer", "review.index", "Show", "Document"),
    Press(SETTLED, "adjudication.decide", "city in Norway", "Settled by", field="reading"),
    Press(SETTLED, "adjudication.decide", "Take back", "to decide", _settle_first, field="clear"),
    Press(SETTLED, "adjudication.decide", "Settle it so", "harbour", _say_first("written")),
    Press(SETTLED, "adjudication.show", "Count", "Settle 0 of", _want_nine_votes),
    Press(SETTLED, "adjudication.apply_to_one", "Settle so", "It can be undone here"),
    Press(SETTLED, "adjudication.undo", "Undo", "open again", _settle_as_one),
    Press(SETTLED, "adjudication.settle", "Settle the document", "is settled", _settle_as_one),
    Press(SETTLED, "adjudication.reopen", "Open it again", "is open again", _settle_all),
    Press("adjudication.index-reviewer", "adjudication.index", "Count", "It would settle"),
    Press("agreement.index-admin-empty", "agreement.compute", "Compute now", "being computed"),
    Press(
        "statistics.index-admin-not computed",
        "statistics.compute",
        "Compute now",
        "being computed",
    ),
)
MODEL = "versions.index-admin"
MODELS = (
    Press(MODEL, "versions.train", "Train", "waits for the background worker"),
    Press(MODEL, "versions.cancel", "Cancel", "Cancelled"),
    Press(MODEL, "versions.change_policy", "Save", "are saved", _type(blind_share="25")),
    Press(MODEL, "versions.use", "Use it", "Version 2 is in use"),
    Press("versions.compare-reviewer", "versions.compare", "Compare", "Settings that differ"),
)
MASKS = "masks.index-admin"
MODELS_OF_MASKS = (
    Press(MASKS, "masks.train", "Train now", "waits for the background worker"),
    Press(MASKS, "masks.decide", "Save", "is saved", _type(retrain_after="7")),
    Press("masks.index-admin-bare", "masks.renew", "Suggest anew", "is being found anew"),
)
EXPORT = "export.index-admin"
EXPORTS = (
    Press(EXPORT, "datasets.begin", "Export", "waits for the background worker"),
    Press(EXPORT, "datasets.cancel", "Cancel", "Cancelled"),
    Press(EXPORT, "datasets.take_rest", "Leave it out", "waits for the background worker"),
    Press(EXPORT, "datasets.delete", "Delete", "The export is deleted"),
)
RELEASE, STOPPED = "release.index-admin", "release.show-admin-stopped"
RELEASES = (
    Press(RELEASE, "release.begin", "Release", "waits for the background worker"),
    Press(RELEASE, "release.cancel", "Cancel", "Cancelled"),
    Press(RELEASE, "release.delete", "Delete", "The release is deleted"),
    Press(RELEASE, "release.withdraw", "Withdraw", "It is not accepted any more"),
    Press(STOPPED, "release.again", "Release anew", "waits for the background worker"),
    Press(
        STOPPED,
        "release.again",
        "Release without",
        "waits for the background worker",
        field="skip_stopped",
    ),
    Press(STOPPED, "release.accept", "Accept it", "Accepted", _type(reason="A first name.")),
)
PRESSES = (
    *PEOPLE,
    *PROJECTS,
    *REMOVING,
    *WORK,
    *MODELS,
    *MODELS_OF_MASKS,
    *EXPORTS,
    *RELEASES,
    *RISKS,
)
DOWNLOADS = {("export.files", "")}
"""Buttons that lead to a file."""
ELSEWHERE = {
    ("adjudication.apply_to_all", ""),
    ("backgrounds.cancel", ""),
    ("backgrounds.remove", ""),
}
"""Pressed in `test_adjudication`, for here annotators agree on nothing it could settle, and in
`test_backgrounds`, for here nothing was read."""
