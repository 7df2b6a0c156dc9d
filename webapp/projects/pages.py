"""The pages of a project: the tab that each stands under, and which of them the reader may open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import request, url_for

from webapp.people.access import may_open, role_here
from webapp.platform.models import Project, Role

TABS = {
    "Documents": {
        "overview": ("Overview", "projects.show"),
        "documents": ("All documents", "projects.documents"),
        "import": ("Import", "imports.index"),
        "assign": ("Assign", "assignment.index"),
    },
    "Review": {
        "review": ("Queue", "review.index"),
        "adjudication": ("Adjudication", "adjudication.index"),
        "agreement": ("Agreement", "agreement.index"),
        "statistics": ("Statistics", "statistics.index"),
        "risk": ("Risk", "risk.index"),
        "release": ("Release", "release.index"),
    },
    "Models": {
        "model": ("Replacements", "versions.index"),
        "masks": ("Masks", "masks.index"),
        "ontology": ("Ontology", "replacements.index"),
    },
    "Settings": {
        "settings": ("General", "projects.settings"),
        "members": ("Members", "projects.members"),
        "background": ("Background", "backgrounds.index"),
        "audit": ("Audit log", "audit_log.of_project"),
    },
}
"""Tab → key of a page → what its link is called and where it leads."""
OF_OPEN_PROJECTS = {"import", "assign"}
"""The pages that are there to change something: archived projects show no link to them."""
EXPORT = ("Export", "export.index")
"""No tab of its own: what comes out at the end is a step, and looks like one."""


@dataclass(frozen=True)
class Link:
    """A link in the navigation; `current` is its aria-current, "" for none."""

    label: str
    address: str
    current: str = ""


@dataclass(frozen=True)
class Tab:
    """A tab with its pages, the first of which it opens; one page alone needs no links below."""

    label: str
    pages: Sequence[Link]

    @property
    def is_here(self) -> bool:
        """Whether the page that is open stands under this tab."""
        return any(page.current for page in self.pages)

    @property
    def link(self) -> Link:
        """The link of the tab, which leads to its first page."""
        first = self.pages[0]
        current = "true" if self.is_here and len(self.pages) > 1 else first.current
        return Link(self.label, first.address, current)


@dataclass(frozen=True)
class Navigation:
    """The navigation above the pages of a project: tabs, and a button at their end."""

    tabs: Sequence[Tab]
    button: Link | None

    @property
    def below(self) -> Sequence[Link]:
        """The pages under the tab that is open, as far as there is something to choose."""
        here = next((tab.pages for tab in self.tabs if tab.is_here), ())
        return here if len(here) > 1 else ()


def navigation_of(project: Project, active: str) -> Navigation | None:
    """Return the navigation of a project, None for people to whom it has one page only.

    `active` is the key of a page, "export" for the export. What a view declares by `open_to` says
    who sees its link, and in which kinds of projects.
    """
    role = role_here()
    tabs = [Tab(label, _links(project, pages, active, role)) for label, pages in TABS.items()]
    tabs = [tab for tab in tabs if tab.pages]
    if [len(tab.pages) for tab in tabs] == [1]:
        return None
    button = _link(project, *EXPORT, is_here=active == "export")
    return Navigation(tabs, button if may_open(EXPORT[1], project, role) else None)


def _links(
    project: Project, pages: Mapping[str, tuple[str, str]], active: str, role: Role | None
) -> list[Link]:
    return [
        _link(project, *page, is_here=key == active)
        for key, page in pages.items()
        if may_open(page[1], project, role)
        and not (project.archived_at and key in OF_OPEN_PROJECTS)
    ]


def _link(project: Project, label: str, endpoint: str, *, is_here: bool) -> Link:
    """Link to a page; of what lies below it the page is the place, but not the page itself."""
    current = ("page" if request.endpoint == endpoint else "true") if is_here else ""
    return Link(label, url_for(endpoint, project_id=project.id), current)
