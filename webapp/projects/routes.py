"""Routes of projects, their overview, documents, settings and members."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, render_template, request, url_for
from flask_login import current_user
from werkzeug.wrappers import Response

from webapp.core.audit.reading import note_reading
from webapp.core.jobs.queries import job_or_404
from webapp.masks.forms import MaskForm
from webapp.masks.scale import scale_of
from webapp.people.access import Access, open_to, project_or_404, role_here, row_id
from webapp.people.roles import role_in
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.http.htmx import see_other, wants_fragment
from webapp.platform.http.markdown import render_markdown
from webapp.platform.http.paging import page_wanted
from webapp.platform.models import (
    AssignmentState,
    EventKind,
    JobKind,
    Project,
    ProjectKind,
    Role,
    utc_now,
)
from webapp.projects import operations, queries
from webapp.projects.checklist import steps_of
from webapp.projects.deletion.queries import document_or_404
from webapp.projects.document import read_document
from webapp.projects.documents import STATE_FILTERS, list_documents, rows_of
from webapp.projects.forms import (
    ChangesForm,
    FilesForm,
    MemberForm,
    MembersForm,
    NewProjectForm,
    SettingsForm,
)
from webapp.projects.guidelines.differences import differences
from webapp.projects.guidelines.operations import GuidelinesConflictError
from webapp.projects.guidelines.queries import news_for
from webapp.projects.home import list_cards
from webapp.projects.members import active_people, list_people, member_or_404
from webapp.projects.overview import progress_of_annotators, project_counts

blueprint = Blueprint("projects", __name__)

Answer = str | Response | tuple[str, int]
ALL_DONE = ("All your documents in this project are submitted. Thank you!", "success")
NOTHING_ASSIGNED = ("Nothing is assigned to you in this project yet.", "warning")


@blueprint.get("/")
@open_to(Access.SIGNED_IN)
def home() -> Answer:
    """Show the projects of the current person; to admins, also a field for files."""
    is_admin = current_user.role is Role.ADMIN
    cards = list_cards(db.session(), current_user)
    return render_template(
        "projects/home.html",
        cards=[card for card in cards if not card.project.archived_at],
        archived=[card.project for card in cards if card.project.archived_at],
        files=FilesForm(formdata=None).files if is_admin else None,
    )


@blueprint.get("/projects/new")
@open_to(Access.ADMINS_EVERYWHERE)
def new() -> Answer:
    """Ask what the new project is."""
    return render_template("projects/new.html", form=NewProjectForm())


@blueprint.post("/projects/new")
@open_to(Access.ADMINS_EVERYWHERE)
def create() -> Answer:
    """Make a project, or show how its guidelines read."""
    form = NewProjectForm()
    if form.preview.data:
        return _preview(form) if wants_fragment() else _preview(form, "projects/new.html")
    if not form.validate_on_submit():
        return render_template("projects/new.html", form=form), 422
    try:
        project = operations.create_project(
            db.session(),
            form.settings(),
            kind=ProjectKind(form.kind.data),
            actor=current_user,
            at=utc_now(),
        )
    except DomainError as error:
        return render_template("projects/new.html", form=form, refusal=error), error.status
    db.session.commit()
    flash(f"{project.name} is ready for its documents.", "success")
    return see_other(url_for("projects.show", project_id=project.id))


@blueprint.get("/projects/<int:project_id>")
@open_to(Access.SIGNED_IN)
def show(project_id: int) -> Answer:
    """Show the person's queue; to reviewers and admins also everybody's progress."""
    project = project_or_404(project_id)
    state = _state_asked_for()
    return render_template(
        "projects/show.html",
        project=project,
        queue=queries.queue(db.session(), project, current_user, state=state, page=page_wanted()),
        state=state,
        progress=queries.progress_of(db.session(), project, current_user),
        guidelines=render_markdown(project.guidelines),
        news=news_for(db.session(), project, current_user),
        **({} if role_here() is Role.ANNOTATOR else _overview(project)),
    )


@blueprint.get("/projects/<int:project_id>/next")
@open_to(Access.SIGNED_IN)
def next_document(project_id: int) -> Answer:
    """Go to the document that the current person goes on with."""
    project = project_or_404(project_id)
    assignment = queries.next_open_assignment(db.session(), project, current_user)
    if assignment is None:
        is_done = queries.progress_of(db.session(), project, current_user).is_complete
        flash(*(ALL_DONE if is_done else NOTHING_ASSIGNED))
        return see_other(url_for("projects.show", project_id=project.id))
    return see_other(
        url_for("workbench.show", project_id=project.id, document_id=assignment.document_id)
    )


@blueprint.get("/projects/<int:project_id>/documents")
@open_to(Access.REVIEWERS)
def documents(project_id: int) -> Answer:
    """List the documents with the state of each annotator's work."""
    project = project_or_404(project_id)
    state = request.args.get("state", "")
    state = state if state in STATE_FILTERS else ""
    words = request.args.get("words", "").replace("\0", "").strip()
    if words:
        note_reading(project, kind=EventKind.SEARCHED)
    import_id = request.args.get("import", type=row_id)
    job = job_or_404(db.session(), project, import_id, JobKind.IMPORT) if import_id else None
    page = list_documents(
        db.session(),
        project,
        state=state,
        words=words,
        import_id=import_id,
        page=page_wanted(),
    )
    return render_template(
        "projects/documents.html",
        project=project,
        page=page,
        state=state,
        words=words,
        job=job,
        filters=STATE_FILTERS,
    )


@blueprint.get("/projects/<int:project_id>/documents/<int:document_id>/text")
@open_to(Access.REVIEWERS)
def document(project_id: int, document_id: int) -> Answer:
    """Show a document as it was imported, whoever works on it."""
    project, session = project_or_404(project_id), db.session()
    shown = document_or_404(session, project, document_id)
    note_reading(project, shown)
    row = rows_of(session, [shown.id])[0]
    return render_template(
        "projects/document.html",
        project=project,
        document=shown,
        reading=read_document(session, shown),
        row=row,
        has_files=row.has_files_for(current_user),
    )


@blueprint.get("/projects/<int:project_id>/settings")
@open_to(Access.ADMINS)
def settings(project_id: int) -> Answer:
    """Show the settings, and how the guidelines read."""
    project = project_or_404(project_id)
    return _settings_page(project, ChangesForm.of(project, filled=True))


@blueprint.post("/projects/<int:project_id>/settings")
@open_to(Access.ADMINS)
def change_settings(project_id: int) -> Answer:
    """Change the settings, or show how the guidelines would read."""
    project = project_or_404(project_id)
    form = ChangesForm.of(project)
    if form.preview.data:
        return _preview(form) if wants_fragment() else _settings_page(project, form)
    if not form.validate_on_submit():
        return _settings_page(project, form), 422
    change = {"actor": current_user, "at": utc_now()}
    try:
        operations.change_project(
            db.session(),
            project,
            form.settings(),
            seen=form.guidelines_version.data or 0,
            note=form.what_changed.data or "",
            **change,
        )
        if form.kind:
            operations.change_kind(db.session(), project, form.kind, **change)
    except DomainError as error:
        db.session.rollback()
        db.session.refresh(project)
        return _settings_page(project, form, refusal=error), error.status
    db.session.commit()
    flash("The settings are saved.", "success")
    return see_other(url_for("projects.settings", project_id=project.id))


@blueprint.post("/projects/<int:project_id>/archive")
@open_to(Access.ADMINS)
def archive(project_id: int) -> Answer:
    """Put a project away: from now on it can only be read and exported."""
    project = project_or_404(project_id)
    operations.archive(db.session(), project, actor=current_user, at=utc_now())
    db.session.commit()
    flash(f"{project.name} is archived.", "success")
    return see_other(url_for("projects.settings", project_id=project.id))


@blueprint.post("/projects/<int:project_id>/bring-back")
@open_to(Access.ADMINS, in_archive=True)
def bring_back(project_id: int) -> Answer:
    """Let people work in an archived project again."""
    project = project_or_404(project_id)
    operations.bring_back(db.session(), project, actor=current_user, at=utc_now())
    db.session.commit()
    flash(f"{project.name} is back.", "success")
    return see_other(url_for("projects.settings", project_id=project.id))


@blueprint.get("/projects/<int:project_id>/members")
@open_to(Access.ADMINS)
def members(project_id: int) -> Answer:
    """List who belongs to the project, and who could."""
    project = project_or_404(project_id)
    return _members_page(project, MembersForm.offering(active_people(db.session())))


@blueprint.post("/projects/<int:project_id>/members")
@open_to(Access.ADMINS)
def add_members(project_id: int) -> Answer:
    """Add members to the project; those who are members already stay."""
    project, session = project_or_404(project_id), db.session()
    people = active_people(session)
    form = MembersForm.offering(people)
    if not form.validate_on_submit():
        return _members_page(project, form), 422
    added, role = [user for user in people if user.id in form.people.data], form.role.data
    for user in added:
        operations.add_member(session, project, user, role=role, actor=current_user, at=utc_now())
    session.commit()
    flash(f"Added: {', '.join(user.name for user in added)}.", "success")
    return _to_members(project)


@blueprint.post("/projects/<int:project_id>/members/<int:user_id>/role")
@open_to(Access.ADMINS)
def change_member(project_id: int, user_id: int) -> Answer:
    """Let a member do something else in this project."""
    project, session = project_or_404(project_id), db.session()
    user = member_or_404(session, project, user_id)
    form = MemberForm()
    if not form.validate_on_submit():
        return _members_page(project, MembersForm.offering(active_people(session))), 422
    operations.change_role(session, project, user, form.role.data, actor=current_user, at=utc_now())
    session.commit()
    role = form.role.data or user.role
    flash(f"{user.name} is now {role.label.lower()} in this project.", "success")
    return _to_members(project)


@blueprint.post("/projects/<int:project_id>/members/<int:user_id>/remove")
@open_to(Access.ADMINS)
def remove_member(project_id: int, user_id: int) -> Answer:
    """Remove a member from the project; their work stays."""
    project = project_or_404(project_id)
    user = member_or_404(db.session(), project, user_id)
    operations.remove_member(db.session(), project, user, actor=current_user, at=utc_now())
    db.session.commit()
    flash(f"{user.name} is no longer a member. Their work is kept.", "success")
    return _to_members(project)


def _state_asked_for() -> AssignmentState | None:
    name = request.args.get("state", "")
    return AssignmentState(name) if name in set(AssignmentState) else None


def _overview(project: Project) -> dict[str, Any]:
    people = progress_of_annotators(db.session(), project)
    counts = project_counts(db.session(), project, people, reader=current_user)
    return {"counts": counts, "steps": steps_of(project, counts), "people": people}


def _settings_page(project: Project, form: ChangesForm, refusal: DomainError | None = None) -> str:
    scale = scale_of(db.session(), project)
    theirs = None
    if isinstance(refusal, GuidelinesConflictError):
        theirs = differences(project.guidelines, form.settings().guidelines)
        form.guidelines_version.raw_data = None  # whoever saves again has seen both
        form.guidelines_version.data = project.guidelines_version
    return render_template(
        "projects/settings.html",
        theirs=theirs,
        project=project,
        form=form,
        refusal=refusal,
        guidelines=render_markdown(form.guidelines.data or ""),
        scale=scale,
        mask_form=MaskForm.at(scale.step),
    )


def _preview(form: SettingsForm, page: str = "projects/_preview.html") -> str:
    """Show how the guidelines read; nothing is checked or saved."""
    return render_template(page, form=form, guidelines=render_markdown(form.guidelines.data or ""))


def _to_members(project: Project) -> Response:
    """Go back to the members, or home where the current person may see them no longer."""
    if role_in(db.session(), project, current_user) is Role.ADMIN:
        return see_other(url_for("projects.members", project_id=project.id))
    return see_other(url_for("projects.home"))


def _members_page(project: Project, form: MembersForm) -> str:
    people = list_people(db.session(), project)
    return render_template("projects/members.html", project=project, people=people, form=form)
