"""Who may open which address: the list that the tests hold the application to."""

from __future__ import annotations

from enum import Enum

from tests.webapp.world import ACTORS


class Door(Enum):
    """Who passes; of those who do not, `unseen` find nothing (404), others are refused (403)."""

    EVERYBODY = set(ACTORS), set()
    SIGNED_IN = set(ACTORS) - {"anonymous"}, set()
    MEMBERS = (
        {"colleague", "annotator", "reviewer", "admin"},
        {"stranger", "strange reviewer"},
    )
    ASSIGNED = {"annotator"}, set(ACTORS) - {"annotator", "anonymous"}
    REVIEWERS = {"reviewer", "admin"}, {"strange reviewer"}
    ADMINS = {"admin"}, set()

    def __init__(self, passing: set[str], unseen: set[str]) -> None:
        self.passing = passing
        self.unseen = unseen

    def refusal(self, actor: str) -> int:
        """Return the status that somebody gets who does not pass."""
        if actor == "anonymous":
            return 303
        return 404 if actor in self.unseen else 403


DOORS = {
    "agreement.compute": Door.REVIEWERS,
    "agreement.index": Door.REVIEWERS,
    "agreement.places": Door.REVIEWERS,
    "annotate.accept": Door.ASSIGNED,
    "annotate.flag": Door.ASSIGNED,
    "annotate.mark": Door.ASSIGNED,
    "annotate.preview": Door.ASSIGNED,
    "annotate.readings": Door.ASSIGNED,
    "annotate.redo": Door.ASSIGNED,
    "annotate.reopen": Door.ASSIGNED,
    "annotate.save": Door.ASSIGNED,
    "annotate.save_and_preview": Door.ASSIGNED,
    "annotate.show": Door.ASSIGNED,
    "annotate.skip": Door.ASSIGNED,
    "annotate.submit": Door.ASSIGNED,
    "annotate.undo": Door.ASSIGNED,
    "annotate.unmask": Door.ASSIGNED,
    "assigning.apply": Door.ADMINS,
    "assigning.index": Door.ADMINS,
    "assigning.show_plan": Door.ADMINS,
    "assigning.take_all": Door.ADMINS,
    "assigning.take_back": Door.ADMINS,
    "assigning.take_back_all": Door.ADMINS,
    "auth.account": Door.SIGNED_IN,
    "auth.change_password": Door.SIGNED_IN,
    "auth.enter": Door.EVERYBODY,
    "auth.login": Door.EVERYBODY,
    "auth.logout": Door.SIGNED_IN,
    "auth.set_shortcuts": Door.SIGNED_IN,
    "auth.sign_in": Door.EVERYBODY,
    "auth.switch": Door.EVERYBODY,
    "export.download": Door.ADMINS,
    "export.document": Door.REVIEWERS,
    "export.files": Door.ADMINS,
    "export.index": Door.ADMINS,
    "export.own": Door.ASSIGNED,
    "generalizations.add": Door.ADMINS,
    "generalizations.download": Door.ADMINS,
    "generalizations.index": Door.ADMINS,
    "generalizations.propose": Door.ADMINS,
    "generalizations.remove": Door.ADMINS,
    "generalizations.take_in": Door.ADMINS,
    "handing_on.ask": Door.ADMINS,
    "handing_on.begin": Door.ADMINS,
    "imports.cancel": Door.ADMINS,
    "imports.index": Door.ADMINS,
    "imports.paste": Door.ADMINS,
    "imports.show": Door.ADMINS,
    "imports.take_nothing": Door.ADMINS,
    "imports.take_rest": Door.ADMINS,
    "imports.text": Door.ADMINS,
    "imports.upload": Door.ADMINS,
    "masks.cancel": Door.ADMINS,
    "masks.decide": Door.ADMINS,
    "masks.find": Door.ADMINS,
    "masks.index": Door.REVIEWERS,
    "masks.kept": Door.REVIEWERS,
    "masks.renew": Door.ADMINS,
    "masks.show": Door.ADMINS,
    "patterns.index": Door.ADMINS,
    "masks.train": Door.ADMINS,
    "people.add": Door.ADMINS,
    "people.add_link": Door.ADMINS,
    "people.change_role": Door.ADMINS,
    "people.index": Door.ADMINS,
    "people.new": Door.ADMINS,
    "people.revoke_link": Door.ADMINS,
    "people.set_active": Door.ADMINS,
    "people.set_password": Door.ADMINS,
    "people.show": Door.ADMINS,
    "projects.add_members": Door.ADMINS,
    "projects.change_settings": Door.ADMINS,
    "projects.create": Door.ADMINS,
    "projects.document": Door.REVIEWERS,
    "projects.documents": Door.REVIEWERS,
    "projects.home": Door.SIGNED_IN,
    "projects.members": Door.ADMINS,
    "projects.new": Door.ADMINS,
    "projects.next_document": Door.MEMBERS,
    "projects.remove_member": Door.ADMINS,
    "projects.settings": Door.ADMINS,
    "projects.show": Door.MEMBERS,
    "removing.ask_delete_document": Door.ADMINS,
    "removing.ask_delete_project": Door.ADMINS,
    "removing.ask_undo": Door.ADMINS,
    "removing.delete_document": Door.ADMINS,
    "removing.delete_project": Door.ADMINS,
    "removing.undo": Door.ADMINS,
    "review.approve": Door.REVIEWERS,
    "review.index": Door.REVIEWERS,
    "review.resolve_flag": Door.REVIEWERS,
    "review.send_back": Door.REVIEWERS,
    "review.show": Door.REVIEWERS,
    "starting.index": Door.ADMINS,
    "starting.start": Door.ADMINS,
    "versions.cancel": Door.ADMINS,
    "versions.change_policy": Door.ADMINS,
    "versions.compare": Door.REVIEWERS,
    "versions.index": Door.REVIEWERS,
    "versions.kept": Door.REVIEWERS,
    "versions.log": Door.REVIEWERS,
    "versions.picture": Door.REVIEWERS,
    "versions.show": Door.REVIEWERS,
    "versions.train": Door.ADMINS,
    "versions.use": Door.ADMINS,
}
