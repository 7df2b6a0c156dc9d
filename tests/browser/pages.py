"""All pages of the application as each role sees them, on the populated database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from flask import Flask
from playwright.sync_api import Page, Response

from tests.browser.inventory import Ids

Values = Callable[[Ids], dict[str, object]]


def _nothing(_ids: Ids) -> dict[str, object]:
    return {}


@dataclass(frozen=True)
class Place:
    """A page: who sees it, where it is, and which words of others it shows."""

    endpoint: str
    person: str | None = None
    values: Values = _nothing
    shows: str = ""
    """Names of fields of `Words`, apart by spaces."""
    state: str = ""
    """Tells two places at one endpoint apart."""
    status: int = 200

    def __str__(self) -> str:
        return "-".join(filter(None, [self.endpoint, self.person, self.state]))

    @property
    def is_workbench(self) -> bool:
        """Return whether annotators choose there, with scripts that read the window's width."""
        return self.endpoint in {"workbench.show", "projects.next_document"}

    @property
    def way_about(self) -> str:
        """What the links on top are called: the workbench has room for the nearest ones only."""
        return "Breadcrumb" if self.is_workbench else "Main"

    def address(self, app: Flask, ids: Ids) -> str:
        """Return the path with its query."""
        return app.url_map.bind("").build(self.endpoint, self.values(ids))

    def visit(self, page: Page, app: Flask, ids: Ids) -> Response:
        """Open the page and everything folded on it; return it as it came."""
        response = page.goto(self.address(app, ids))
        assert response is not None
        assert response.status == self.status
        page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
        return response


def _in_project(**values: object) -> Values:
    return lambda ids: {"project_id": ids.project, **values}


def _about(**parts: str) -> Values:
    """Address something in the project by the names that `Ids` has for it."""
    return lambda ids: {
        "project_id": ids.project,
        **{argument: getattr(ids, part) for argument, part in parts.items()},
    }


def _elsewhere(part: str) -> Values:
    return lambda ids: {"project_id": getattr(ids, part)}


def _person(part: str) -> Values:
    return lambda ids: {"user_id": getattr(ids, part)}


def _unmasked(**parts: str) -> Values:
    """Address the text without spans to hide, which is in a project of its own."""
    in_project = _about(**parts)
    return lambda ids: in_project(ids) | {"project_id": ids.advanced}


def _released(release: str) -> Values:
    """Address a release, which is in a project of its own."""
    in_project = _about(release_id=release)
    return lambda ids: in_project(ids) | {"project_id": ids.released}


def _work(state: str) -> Values:
    return _about(assignment_id=f"{state}_work")


def _document(state: str) -> Values:
    return _about(document_id=state)


DOCUMENT = "project annotator doc_id task name town rest option city source sense guidelines"

SIGNING_IN = (
    Place("auth.login"),
    Place("auth.enter", "admin", lambda ids: {"token": ids.token}, "admin other"),
    Place("auth.enter", None, lambda ids: {"token": ids.withdrawn_token}, "", "withdrawn", 403),
    Place("auth.account", "annotator", shows="annotator"),
    Place("auth.account", "admin", shows="admin"),
)
PEOPLE = (
    Place("people.index", "admin", shows="admin reviewer annotator other"),
    Place("people.new", "admin"),
    Place("people.show", "admin", _person("annotator"), "annotator project", "annotator"),
    Place("people.show", "admin", _person("other"), "other project", "with a link"),
    Place("people.show", "admin", _person("leaver"), state="deactivated"),
)
AUDIT_LOG = (
    Place("audit_log.index", "admin", shows="admin reviewer annotator project"),
    Place("audit_log.index", "admin", lambda _ids: {"kind": "restored"}, state="nothing"),
    Place("audit_log.of_project", "admin", _in_project(), "project annotator"),
)
PATTERNS = (Place("patterns.index", "admin"),)
PROJECTS = (
    Place("projects.home", "admin", shows="project"),
    Place("projects.home", "reviewer", shows="project"),
    Place("projects.home", "annotator", shows="project annotator"),
    Place("projects.home", "newcomer"),
    Place("projects.new", "admin"),
    Place("projects.show", "admin", _in_project(), "project annotator other guidelines"),
    Place("projects.show", "reviewer", _in_project(), "project annotator other guidelines"),
    Place("projects.show", "annotator", _in_project(), "project guidelines"),
    Place("projects.show", "admin", _elsewhere("masking"), "annotator", "masking"),
    Place("projects.show", "annotator", _elsewhere("masking"), "annotator", "masking"),
    Place("projects.show", "admin", _elsewhere("empty"), state="empty"),
    Place("projects.show", "newcomer", _in_project(), state="not a member", status=404),
    Place("projects.next_document", "annotator", _in_project(), DOCUMENT),
    Place("projects.documents", "admin", _in_project(), "project doc_id split annotator other"),
    Place("projects.documents", "reviewer", _in_project(), "project doc_id annotator"),
    Place("projects.documents", "admin", _elsewhere("masking"), "doc_id annotator", "masking"),
    Place("projects.documents", "admin", _elsewhere("advanced"), "doc_id annotator", "unmasked"),
    Place("projects.documents", "admin", _elsewhere("empty"), state="empty"),
    Place("assignment.index", "admin", _elsewhere("masking"), state="masking"),
    Place("replacements.index", "admin", _elsewhere("masking"), state="masking", status=404),
    Place("transfer.ask", "admin", _elsewhere("masking"), state="masking"),
    Place(
        "projects.document",
        "admin",
        _document("untouched"),
        "project doc_id split task name town rest annotator",
    ),
    Place("projects.document", "reviewer", _document("begun"), "doc_id annotator", "begun"),
    Place("projects.settings", "admin", _in_project(), "project guidelines"),
    Place("projects.settings", "annotator", _in_project(), state="forbidden", status=403),
    Place("guidelines.index", "admin", _in_project(), "project guidelines"),
    Place("guidelines.index", "other", _elsewhere("renewed"), state="changed"),
    Place("projects.show", "other", _elsewhere("renewed"), state="new guidelines"),
    Place("projects.settings", "admin", _elsewhere("archived"), state="archived"),
    Place("projects.settings", "admin", _elsewhere("empty"), state="empty"),
    Place("guidelines.index", "admin", _elsewhere("empty"), state="empty"),
    Place("projects.members", "admin", _in_project(), "project annotator other reviewer admin"),
)
SETTING_UP = (
    Place("imports.index", "admin", _in_project(), "project file message"),
    Place("imports.index", "admin", _elsewhere("empty"), state="empty"),
    Place("imports.index", "admin", _elsewhere("masking"), state="masking"),
    Place("imports.show", "admin", _about(job_id="running_job"), "file message", "running"),
    Place("imports.show", "admin", _about(job_id="failed_job"), "file message", "failed"),
    Place("imports.show", "admin", _about(job_id="refused_job"), "file message", "refused"),
    Place("imports.show", "admin", _about(job_id="table_job"), "file message", "table"),
    Place("imports.show", "admin", _about(job_id="done_job"), "file message", "done"),
    Place("imports.show", "admin", _about(job_id="waiting_job"), "file doc_id name", "waiting"),
    Place(
        "imports.text",
        "admin",
        _about(job_id="waiting_job", text_id="staged"),
        "project doc_id name rest",
    ),
    Place("imports.index", "admin", _elsewhere("advanced"), "message", "finding masks"),
    Place("imports.index", "admin", _elsewhere("bare"), state="bare"),
    Place("starting.index", "admin"),
    Place("replacements.index", "admin", _in_project(), "project rule town"),
    Place("replacements.index", "admin", _in_project(term="Oslo"), "rule town", "asked"),
    Place("replacements.index", "admin", _elsewhere("empty"), state="empty"),
    Place("backgrounds.index", "admin", _in_project(), "project"),
    Place("backgrounds.index", "admin", _elsewhere("empty"), state="empty"),
    Place("assignment.index", "admin", _in_project(), "project annotator other"),
    Place("assignment.index", "admin", _elsewhere("empty"), state="empty"),
    Place("export.index", "admin", _in_project(), "project split"),
    Place("export.index", "admin", _elsewhere("empty"), state="empty"),
    Place("datasets.show", "admin", _about(export_id="done_export"), state="done"),
    Place("datasets.show", "admin", _about(export_id="failed_export"), state="failed"),
)
RELEASING = (
    Place("release.index", "admin", _elsewhere("released"), "doc_id reviewer"),
    Place("release.index", "reviewer", _elsewhere("released"), "doc_id reviewer"),
    Place("release.index", "admin", _elsewhere("empty"), state="empty"),
    Place("release.show", "admin", _released("failed_release"), "doc_id name", "stopped"),
    Place("release.show", "reviewer", _released("failed_release"), "doc_id name", "stopped"),
    Place("release.show", "admin", _released("done_release"), state="done"),
)
REMOVING = (
    Place("deletion.ask_undo", "admin", _about(job_id="done_job"), "project file"),
    Place("deletion.ask_delete_document", "admin", _document("untouched"), "doc_id"),
    Place("deletion.ask_delete_document", "admin", _document("begun"), "doc_id", "begun"),
    Place("deletion.ask_delete_project", "admin", _in_project(), "project", "begun"),
    Place("deletion.ask_delete_project", "admin", _elsewhere("empty")),
)
ANNOTATING = (
    Place("workbench.show", "annotator", _document("untouched"), DOCUMENT, "untouched"),
    Place("workbench.show", "annotator", _document("begun"), f"{DOCUMENT} question", "begun"),
    Place("workbench.show", "annotator", _document("submitted"), DOCUMENT, "submitted"),
    Place("workbench.show", "annotator", _document("approved"), DOCUMENT, "approved"),
    Place(
        "workbench.show",
        "annotator",
        _document("returned"),
        f"{DOCUMENT} reviewer comment",
        "returned",
    ),
    Place(
        "workbench.show",
        "annotator",
        lambda ids: {"project_id": ids.advanced, "document_id": ids.preselected},
        "annotator doc_id task name town rest option city",
        "preselected",
    ),
    Place("workbench.show", "annotator", _unmasked(document_id="unmasked"), "name", "unmasked"),
    Place(
        "workbench.show",
        "annotator",
        lambda ids: {"project_id": ids.masking, "document_id": ids.masked},
        "annotator doc_id task name town rest",
        "masking",
    ),
    Place(
        "workbench.meanings",
        "annotator",
        _about(document_id="untouched", mention_id="span"),
        "project annotator doc_id name",
    ),
    Place("workbench.preview", "annotator", _unmasked(document_id="unmasked"), "name", "unmasked"),
    Place("workbench.preview", "annotator", _document("begun"), "option rest", "begun"),
    Place("workbench.preview", "annotator", _document("complete"), "option city rest", "complete"),
)
WORK = "annotator doc_id task name town rest option city"
REVIEWING = (
    Place("review.index", "reviewer", _in_project(), "project annotator other"),
    Place(
        "review.index", "reviewer", _in_project(queue="flagged"), "annotator question", "flagged"
    ),
    Place("review.index", "admin", _in_project(queue="reviewed"), "doc_id", "reviewed"),
    Place("review.index", "reviewer", _elsewhere("empty"), state="not a member", status=404),
    Place("review.index", "admin", _elsewhere("empty"), state="empty"),
    Place("review.show", "reviewer", _work("submitted"), f"{WORK} other question", "submitted"),
    Place("review.show", "reviewer", _work("unread"), "project other rest", "unread"),
    Place("review.show", "admin", _work("approved"), f"{WORK} reviewer", "approved"),
    Place("review.show", "reviewer", _work("returned"), f"{WORK} comment", "returned"),
    Place("review.show", "reviewer", _unmasked(assignment_id="unmasked_work"), "name", "unmasked"),
    Place("adjudication.index", "reviewer", _in_project(), "project"),
    Place("adjudication.index", "admin", _elsewhere("empty"), state="empty"),
    Place(
        "adjudication.show",
        "reviewer",
        _document("submitted"),
        "project annotator other name town city",
    ),
    Place("agreement.index", "reviewer", _in_project(), "project annotator other name town city"),
    Place("agreement.index", "admin", _elsewhere("empty"), state="empty"),
    Place("agreement.index", "admin", _elsewhere("masking"), state="masking"),
    Place(
        "agreement.places",
        "admin",
        lambda ids: {
            "project_id": ids.masking,
            "cell": "identifier_types.LOC.DIRECT.QUASI",
        },
        "annotator other name rest",
        "masking",
    ),
    Place("agreement.places", "reviewer", _in_project(), "project", "nowhere"),
    Place("agreement.index", "admin", _in_project(model=1), "annotator other town", "with model"),
    Place("statistics.index", "reviewer", _in_project(), "project annotator other doc_id town"),
    Place("statistics.index", "admin", _elsewhere("masking"), "annotator other", "masking"),
    Place("statistics.index", "admin", _elsewhere("advanced"), state="not computed"),
    Place("statistics.index", "admin", _elsewhere("empty"), state="empty"),
    Place("risk.index", "reviewer", _in_project(), "project"),
    Place("risk.index", "admin", _elsewhere("empty"), state="empty"),
    Place("risk.lines", "annotator", _document("begun"), "project", "begun"),
    Place("statistics.own", "annotator", _in_project(), "project annotator"),
    Place("statistics.own", "annotator", _elsewhere("advanced"), state="not computed"),
)
MODELLING = (
    Place("versions.index", "admin", _in_project(), "project admin"),
    Place("versions.index", "reviewer", _in_project(), "project admin"),
    Place("versions.index", "admin", _elsewhere("empty"), state="empty"),
    Place("versions.acceptance", "reviewer", _in_project(), "project"),
    Place("versions.acceptance", "admin", _elsewhere("empty"), state="empty"),
    Place("versions.show", "admin", _about(version_id="version"), "project admin"),
    Place("versions.show", "admin", _about(version_id="first_version"), "project", "earlier"),
    Place("versions.compare", "reviewer", _in_project(), "project"),
    Place("versions.compare", "admin", _elsewhere("empty"), state="empty"),
    Place("versions.show", "admin", _about(version_id="mask_version"), "project", "masks"),
    Place("masks.index", "admin", _in_project(), "project"),
    Place("masks.index", "reviewer", _in_project(), "project"),
    Place("masks.index", "admin", _elsewhere("bare"), state="bare"),
    Place("masks.acceptance", "reviewer", _in_project(), "project"),
    Place("versions.log", "reviewer", _about(training_id="training"), "project"),
)
PLACES = (
    *SIGNING_IN,
    *PEOPLE,
    *AUDIT_LOG,
    *PATTERNS,
    *PROJECTS,
    *SETTING_UP,
    *RELEASING,
    *REMOVING,
    *ANNOTATING,
    *REVIEWING,
    *MODELLING,
)

NO_PAGES = {
    "audit_log.as_csv": "a file",
    "audit_log.of_project_as_csv": "a file",
    "workbench.readings": "what a script asks for",
    "risk.figures": "what a script asks for",
    "risk.of_work": "a part of the page of a review",
    "masks.show": "a part of the pages of imports",
    "export.document": "a file",
    "datasets.card": "a file",
    "datasets.checksum": "a file",
    "datasets.download": "a file",
    "export.files": "a file",
    "export.own": "a file",
    "release.download": "a file",
    "release.key": "a file",
    "release.report": "a file, shown by itself",
    "replacements.download": "a file",
    "statistics.as_csv": "a file",
    "statistics.as_svg": "a file",
    "versions.picture": "a picture",
}
"""What answers GET without being a page, and why."""

every_place = pytest.mark.parametrize("place", PLACES, ids=str)


def place_of(name: str) -> Place:
    """Find a place by its name, which is its id in the tests."""
    return {str(place): place for place in PLACES}[name]
