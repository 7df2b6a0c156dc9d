"""Who may open which address: the list that the tests hold the application to."""

from __future__ import annotations

from enum import Enum

from tests.webapp.two_projects import ACTORS

STRANGERS = {"stranger", "strange reviewer", "admin there"}


class AccessLevel(Enum):
    """Who is allowed; of the rest, `unaware` find nothing (404), others are refused (403)."""

    EVERYBODY = set(ACTORS), set()
    SIGNED_IN = set(ACTORS) - {"anonymous"}, set()
    MEMBERS = set(ACTORS) - {"anonymous"} - STRANGERS, STRANGERS
    ASSIGNED = {"annotator"}, set(ACTORS) - {"annotator", "anonymous"}
    REVIEWERS = {"reviewer", "admin", "reviewer here", "admin here"}, STRANGERS
    ADMINS = {"admin", "admin here"}, STRANGERS
    ADMINS_EVERYWHERE = {"admin"}, set()

    def __init__(self, allowed: set[str], unaware: set[str]) -> None:
        self.allowed = allowed
        self.unaware = unaware

    def refusal(self, actor: str) -> int:
        """Return the status that an actor gets who is not allowed."""
        if actor == "anonymous":
            return 303
        return 404 if actor in self.unaware else 403


ACCESS_LEVELS = {
    "adjudication.apply_to_all": AccessLevel.REVIEWERS,
    "adjudication.apply_to_one": AccessLevel.REVIEWERS,
    "adjudication.decide": AccessLevel.REVIEWERS,
    "adjudication.index": AccessLevel.REVIEWERS,
    "adjudication.reopen": AccessLevel.REVIEWERS,
    "adjudication.settle": AccessLevel.REVIEWERS,
    "adjudication.show": AccessLevel.REVIEWERS,
    "adjudication.undo": AccessLevel.REVIEWERS,
    "agreement.compute": AccessLevel.REVIEWERS,
    "agreement.index": AccessLevel.REVIEWERS,
    "agreement.places": AccessLevel.REVIEWERS,
    "annotate.accept": AccessLevel.ASSIGNED,
    "annotate.flag": AccessLevel.ASSIGNED,
    "annotate.mark": AccessLevel.ASSIGNED,
    "annotate.meanings": AccessLevel.ASSIGNED,
    "annotate.preview": AccessLevel.ASSIGNED,
    "annotate.readings": AccessLevel.ASSIGNED,
    "annotate.redo": AccessLevel.ASSIGNED,
    "annotate.reopen": AccessLevel.ASSIGNED,
    "annotate.save": AccessLevel.ASSIGNED,
    "annotate.save_and_preview": AccessLevel.ASSIGNED,
    "annotate.show": AccessLevel.ASSIGNED,
    "annotate.skip": AccessLevel.ASSIGNED,
    "annotate.submit": AccessLevel.ASSIGNED,
    "annotate.undo": AccessLevel.ASSIGNED,
    "annotate.unmask": AccessLevel.ASSIGNED,
    "assigning.apply": AccessLevel.ADMINS,
    "assigning.index": AccessLevel.ADMINS,
    "assigning.show_plan": AccessLevel.ADMINS,
    "assigning.take_all": AccessLevel.ADMINS,
    "assigning.take_back": AccessLevel.ADMINS,
    "assigning.take_back_all": AccessLevel.ADMINS,
    "audit_log.as_csv": AccessLevel.ADMINS_EVERYWHERE,
    "audit_log.index": AccessLevel.ADMINS_EVERYWHERE,
    "audit_log.of_project": AccessLevel.ADMINS,
    "audit_log.of_project_as_csv": AccessLevel.ADMINS,
    "auth.account": AccessLevel.SIGNED_IN,
    "auth.change_password": AccessLevel.SIGNED_IN,
    "auth.enter": AccessLevel.EVERYBODY,
    "auth.login": AccessLevel.EVERYBODY,
    "auth.logout": AccessLevel.SIGNED_IN,
    "auth.set_shortcuts": AccessLevel.SIGNED_IN,
    "auth.sign_in": AccessLevel.EVERYBODY,
    "auth.switch": AccessLevel.EVERYBODY,
    "datasets.begin": AccessLevel.ADMINS,
    "datasets.cancel": AccessLevel.ADMINS,
    "datasets.card": AccessLevel.ADMINS,
    "datasets.checksum": AccessLevel.ADMINS,
    "datasets.download": AccessLevel.ADMINS,
    "datasets.show": AccessLevel.ADMINS,
    "datasets.take_rest": AccessLevel.ADMINS,
    "datasets.delete": AccessLevel.ADMINS,
    "export.document": AccessLevel.REVIEWERS,
    "export.files": AccessLevel.ADMINS,
    "export.index": AccessLevel.ADMINS,
    "export.own": AccessLevel.ASSIGNED,
    "generalizations.add": AccessLevel.ADMINS,
    "generalizations.download": AccessLevel.ADMINS,
    "generalizations.index": AccessLevel.ADMINS,
    "generalizations.propose": AccessLevel.ADMINS,
    "generalizations.remove": AccessLevel.ADMINS,
    "generalizations.take_in": AccessLevel.ADMINS,
    "guidelines.index": AccessLevel.MEMBERS,
    "guidelines.read": AccessLevel.MEMBERS,
    "handing_on.ask": AccessLevel.ADMINS_EVERYWHERE,
    "handing_on.begin": AccessLevel.ADMINS_EVERYWHERE,
    "imports.cancel": AccessLevel.ADMINS,
    "imports.index": AccessLevel.ADMINS,
    "imports.paste": AccessLevel.ADMINS,
    "imports.show": AccessLevel.ADMINS,
    "imports.choose_column": AccessLevel.ADMINS,
    "imports.take_nothing": AccessLevel.ADMINS,
    "imports.take_rest": AccessLevel.ADMINS,
    "imports.text": AccessLevel.ADMINS,
    "imports.upload": AccessLevel.ADMINS,
    "masks.cancel": AccessLevel.ADMINS,
    "masks.decide": AccessLevel.ADMINS,
    "masks.find": AccessLevel.ADMINS,
    "masks.index": AccessLevel.REVIEWERS,
    "masks.acceptance": AccessLevel.REVIEWERS,
    "masks.renew": AccessLevel.ADMINS,
    "masks.show": AccessLevel.ADMINS,
    "patterns.index": AccessLevel.ADMINS_EVERYWHERE,
    "masks.train": AccessLevel.ADMINS,
    "people.add": AccessLevel.ADMINS_EVERYWHERE,
    "people.add_link": AccessLevel.ADMINS_EVERYWHERE,
    "people.change_role": AccessLevel.ADMINS_EVERYWHERE,
    "people.index": AccessLevel.ADMINS_EVERYWHERE,
    "people.new": AccessLevel.ADMINS_EVERYWHERE,
    "people.revoke_link": AccessLevel.ADMINS_EVERYWHERE,
    "people.set_active": AccessLevel.ADMINS_EVERYWHERE,
    "people.set_password": AccessLevel.ADMINS_EVERYWHERE,
    "people.show": AccessLevel.ADMINS_EVERYWHERE,
    "projects.add_members": AccessLevel.ADMINS,
    "projects.archive": AccessLevel.ADMINS,
    "projects.bring_back": AccessLevel.ADMINS,
    "projects.change_member": AccessLevel.ADMINS,
    "projects.change_settings": AccessLevel.ADMINS,
    "projects.create": AccessLevel.ADMINS_EVERYWHERE,
    "projects.document": AccessLevel.REVIEWERS,
    "projects.documents": AccessLevel.REVIEWERS,
    "projects.home": AccessLevel.SIGNED_IN,
    "projects.members": AccessLevel.ADMINS,
    "projects.new": AccessLevel.ADMINS_EVERYWHERE,
    "projects.next_document": AccessLevel.MEMBERS,
    "projects.remove_member": AccessLevel.ADMINS,
    "projects.settings": AccessLevel.ADMINS,
    "projects.show": AccessLevel.MEMBERS,
    "removing.ask_delete_document": AccessLevel.ADMINS,
    "removing.ask_delete_project": AccessLevel.ADMINS,
    "removing.ask_undo": AccessLevel.ADMINS,
    "removing.delete_document": AccessLevel.ADMINS,
    "removing.delete_project": AccessLevel.ADMINS,
    "removing.undo": AccessLevel.ADMINS,
    "review.approve": AccessLevel.REVIEWERS,
    "review.comment_on_span": AccessLevel.REVIEWERS,
    "review.decide_span": AccessLevel.REVIEWERS,
    "review.identify": AccessLevel.REVIEWERS,
    "review.index": AccessLevel.REVIEWERS,
    "review.release": AccessLevel.REVIEWERS,
    "review.resolve_flag": AccessLevel.REVIEWERS,
    "review.send_back": AccessLevel.REVIEWERS,
    "review.show": AccessLevel.REVIEWERS,
    "starting.index": AccessLevel.ADMINS_EVERYWHERE,
    "starting.start": AccessLevel.ADMINS_EVERYWHERE,
    "statistics.as_csv": AccessLevel.REVIEWERS,
    "statistics.as_svg": AccessLevel.REVIEWERS,
    "statistics.compute": AccessLevel.REVIEWERS,
    "statistics.index": AccessLevel.REVIEWERS,
    "statistics.own": AccessLevel.MEMBERS,
    "versions.cancel": AccessLevel.ADMINS,
    "versions.change_policy": AccessLevel.ADMINS,
    "versions.compare": AccessLevel.REVIEWERS,
    "versions.index": AccessLevel.REVIEWERS,
    "versions.acceptance": AccessLevel.REVIEWERS,
    "versions.log": AccessLevel.REVIEWERS,
    "versions.picture": AccessLevel.REVIEWERS,
    "versions.show": AccessLevel.REVIEWERS,
    "versions.train": AccessLevel.ADMINS,
    "versions.use": AccessLevel.ADMINS,
}
