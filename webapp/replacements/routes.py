"""Routes of the ontology as a project sees it, and of the project's own rules."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, flash, render_template, request, url_for
from flask_login import current_user
from werkzeug.wrappers import Response as BaseResponse

from annotation.formatting import counted
from webapp.core.jobs.queries import latest_jobs
from webapp.people.access import Access, open_to, project_or_404
from webapp.platform.errors import DomainError
from webapp.platform.extensions import db
from webapp.platform.http.htmx import see_other
from webapp.platform.models import JobKind, Project, utc_now
from webapp.platform.models.states import CHOOSING
from webapp.replacements import operations
from webapp.replacements.forms import LookUpForm, RuleForm, RulesFileForm
from webapp.replacements.opening import OntologyUnavailableError, opened_ontology
from webapp.replacements.queries import (
    generalization_or_404,
    generalizations_of,
    overrides_of,
    written_in,
)

if TYPE_CHECKING:
    from webapp.replacements.looking_up import LookedUp

blueprint = Blueprint("replacements", __name__, url_prefix="/projects/<int:project_id>/ontology")

Answer = str | tuple[str, int] | BaseResponse


@blueprint.get("")
@open_to(Access.ADMINS, kinds=CHOOSING)
def index(project_id: int) -> Answer:
    """Show what the ontology knows of a term, and the rules of the project."""
    return _page(project_or_404(project_id), _rule_form_for(request.args.get("term", "").strip()))


@blueprint.post("")
@open_to(Access.ADMINS, kinds=CHOOSING)
def add(project_id: int) -> Answer:
    """Add a generalization, or forbid one."""
    project, form = project_or_404(project_id), RuleForm()
    if not form.validate_on_submit():
        return _page(project, form), 422
    try:
        row = operations.add_rule(
            db.session(), project, form.rule(), actor=current_user, at=utc_now()
        )
    except DomainError as error:
        return _page(project, form, refusal=error), error.status
    db.session.commit()
    flash(f"“{row.text}” is {row.action.label.lower()} from now on.", "success")
    return see_other(_address(project, term=row.term or None))


@blueprint.post("/rules/<int:generalization_id>/remove")
@open_to(Access.ADMINS, kinds=CHOOSING)
def remove(project_id: int, generalization_id: int) -> Answer:
    """Delete a rule."""
    project = project_or_404(project_id)
    row = generalization_or_404(db.session(), project, generalization_id)
    operations.remove_rule(db.session(), project, row, actor=current_user, at=utc_now())
    db.session.commit()
    flash(f"The rule about “{row.text}” is removed.", "success")
    return see_other(_address(project))


@blueprint.post("/propose")
@open_to(Access.ADMINS, kinds=CHOOSING)
def propose(project_id: int) -> Answer:
    """Propose again for documents that nobody has begun."""
    project = project_or_404(project_id)
    operations.request_proposals(db.session(), project, person=current_user, at=utc_now())
    db.session.commit()
    flash("New lists are being proposed in the background.", "success")
    return see_other(_address(project))


@blueprint.get("/rules.json")
@open_to(Access.ADMINS, kinds=CHOOSING)
def download(project_id: int) -> Response:
    """Send the rules as a file that another project can take in."""
    project = project_or_404(project_id)
    rules = overrides_of(db.session(), project).to_json()
    content = json.dumps(rules, ensure_ascii=False, indent=1) + "\n"
    response = Response(content, mimetype="application/json")
    response.headers.set("Content-Disposition", "attachment", filename="generalizations.json")
    return response


@blueprint.post("/rules")
@open_to(Access.ADMINS, kinds=CHOOSING)
def take_in(project_id: int) -> Answer:
    """Take in the rules of a file."""
    project, form = project_or_404(project_id), RulesFileForm()
    if not form.validate_on_submit():
        return _page(project, _rule_form_for(""), rules_file=form), 422
    try:
        value = json.load(form.file.data)
        number = operations.take_in(db.session(), project, value, actor=current_user, at=utc_now())
    except (ValueError, RecursionError) as error:
        raise DomainError("The file is not JSON.") from error
    db.session.commit()
    flash(f"{counted(number, 'rule is', 'rules are')} new.", "success")
    return see_other(_address(project))


def _address(project: Project, term: str | None = None) -> str:
    return url_for("replacements.index", project_id=project.id, term=term)


def _rule_form_for(term: str) -> RuleForm:
    return RuleForm(formdata=None, for_term=term)


def _page(
    project: Project,
    rule: RuleForm,
    *,
    rules_file: RulesFileForm | None = None,
    refusal: DomainError | None = None,
) -> str:
    form = LookUpForm(request.args)
    looked_up = problem = None
    if form.validate() and form.term.data:
        try:
            looked_up = _look_up(project, form)
        except OntologyUnavailableError as error:
            problem = error
    return render_template(
        "replacements/index.html",
        project=project,
        form=form,
        looked_up=looked_up,
        problem=problem,
        rule=rule,
        refusal=refusal,
        rules=generalizations_of(db.session(), project),
        written=written_in(db.session(), project),
        rules_file=rules_file or RulesFileForm(formdata=None),
        job=next(iter(latest_jobs(db.session(), project, JobKind.PROPOSE)), None),
    )


def _look_up(project: Project, form: LookUpForm) -> LookedUp:
    """Ask the ontology, whose linking is loaded with the first question of this process."""
    ontology = opened_ontology(current_app.extensions["palimpsest"])
    looking_up = import_module("webapp.replacements.looking_up")
    found: LookedUp = looking_up.look_up(
        form.term.data, form.type.data, ontology, overrides_of(db.session(), project)
    )
    return found
