"""The tables of what annotators differ in, and the places that they lead to."""

import re

import pytest
from sqlalchemy import delete

from annotation.types import IdentifierType
from tests.factories import Factory, sign_in
from tests.webapp.curation.review.reviewing import read_sanitized
from tests.webapp.submissions import compute_agreement
from tests.webapp.workbench.marking import TAKEN_BACK, choose, mark, submitted
from webapp.insight.agreement.computing import compute_layer_report
from webapp.insight.agreement.stored import disagreements_from_json
from webapp.platform.extensions import db
from webapp.platform.models import AgreementSnapshot, Document, Mention, ProjectKind, Role

LEFT_OSLO = "identifier_types.LOC.QUASI.NO_MASK"


@pytest.fixture
def make(any_app):  # noqa: ARG001 - the context must be there
    return Factory(db.session)


@pytest.fixture
def reviewer(make):
    return make.user("Ria", role=Role.REVIEWER)


@pytest.fixture
def project(make, reviewer):
    return make.project(reviewer, kind=ProjectKind.ONE_PASS)


@pytest.fixture
def document(make, project):
    return make.document(project)


@pytest.fixture
def browser(any_app, reviewer):
    client = any_app.test_client()
    sign_in(client, reviewer)
    return client


@pytest.fixture
def works(make, project, document):
    """Let Kim leave Oslo readable, which Lou hides, and compute how far they agree."""
    kim, lou = (make.assignment(document, make.user(name)) for name in ("Kim", "Lou"))
    spans = db.session.query(Mention).order_by(Mention.start_offset).all()
    mark(kim, "Oslo", TAKEN_BACK)
    choose(kim, {span: "***" for span in spans if span.span_text != "Oslo"})
    choose(lou, dict.fromkeys(spans, "***"))
    submitted(kim, spans=5)
    submitted(lou, spans=6)
    compute_agreement(make, project)
    return kim, lou


def places(browser, project, cell):
    answer = browser.get(f"/projects/{project.id}/agreement/places?cell={cell}")
    assert answer.status_code == 200
    return answer.text


def test_a_count_leads_to_its_places_and_these_to_the_work_of_each(browser, project, works):
    kim, lou = works
    page = browser.get(f"/projects/{project.id}/agreement").text
    assert f"/agreement/places?cell={LEFT_OSLO}" in page
    assert "/agreement/places?cell=hidden_by_some.LOC" in page
    found = places(browser, project, LEFT_OSLO)
    assert "<mark>Oslo</mark>" in found
    start = kim.document.text.index("Oslo")
    review = f"/projects/{project.id}/review"
    assert re.search(rf'{review}/{kim.id}#unmasked">Kim</a>\s*: Place, no mask', found)
    assert re.search(rf'{review}/{lou.id}#text-{start}">Lou</a>\s*: Place, quasi', found)
    for work in works:
        read_sanitized(browser, work)
    assert f'id="text-{start}"' in browser.get(f"{review}/{lou.id}").text
    assert 'id="unmasked"' in browser.get(f"{review}/{kim.id}").text


def test_who_annotates_the_document_reads_no_place_in_it(browser, make, project, reviewer, works):
    make.assignment(works[0].document, reviewer)
    found = places(browser, project, LEFT_OSLO)
    assert "Some stand in documents that you annotate yourself" in found
    assert "Kim" not in found
    assert "Oslo" not in found


def test_places_in_documents_removed_since_are_left_out(browser, project, works):
    db.session.execute(delete(Document).where(Document.id == works[0].document_id))
    db.session.commit()
    found = places(browser, project, LEFT_OSLO)
    assert "Some stood in documents that were removed since" in found
    assert "Oslo" not in found


@pytest.mark.usefixtures("works")
@pytest.mark.parametrize("cell", ["", "links", "entity_types.LOC", "hidden_by_some.LOC.ORG", "%00"])
def test_what_nobody_differs_in_is_said_in_words(browser, project, cell):
    assert "nobody differs in this way" in places(browser, project, cell)


@pytest.mark.usefixtures("works")
def test_figures_of_before_places_were_kept_are_shown_without_links(browser, project):
    snapshot = db.session.get(AgreementSnapshot, project.id)
    old = snapshot.report["marks"]["disagreements"]
    kept = {key: old[key] for key in ("entity_types", "identifier_types")}
    marks = snapshot.report["marks"] | {"disagreements": kept}
    snapshot.report = snapshot.report | {"marks": marks}
    db.session.commit()
    page = browser.get(f"/projects/{project.id}/agreement").text
    assert "Two identifier types for one span" in page
    assert "/agreement/places" not in page
    assert "nobody differs" not in places(browser, project, LEFT_OSLO)


@pytest.mark.usefixtures("works")
def test_what_is_stored_reads_as_it_was_computed(project):
    report = compute_layer_report(db.session(), project)
    assert report is not None
    stored = db.session.get(AgreementSnapshot, project.id).report["marks"]
    assert disagreements_from_json(stored) == report.disagreements


def test_a_masking_project_names_the_places_and_leads_to_the_work(browser, make, reviewer):
    project = make.project(reviewer, kind=ProjectKind.MASKING)
    document = make.document(project, spans=[])
    for name, kind in (("Kim", IdentifierType.DIRECT), ("Lou", IdentifierType.QUASI)):
        work = make.assignment(document, make.user(name))
        mark(work, "Oslo", kind)
        submitted(work, spans=1)
    compute_agreement(make, project)
    found = places(browser, project, "identifier_types.LOC.DIRECT.QUASI")
    assert "<mark>Oslo</mark>" in found
    assert f"/projects/{project.id}/documents/{document.id}/text" in found
    assert f"/projects/{project.id}/review/" in found


def test_a_masking_project_ends_with_its_result_and_says_what_alpha_leaves_out(
    browser, make, reviewer
):
    project = make.project(reviewer, kind=ProjectKind.MASKING)
    page = f"/projects/{project.id}/agreement"
    compute_agreement(make, project)
    assert "There is nothing to compare yet." in browser.get(page).text
    document = make.document(project, spans=[])
    for name in ("Kim", "Lou"):
        work = make.assignment(document, make.user(name))
        mark(work, "Oslo", IdentifierType.QUASI)
        submitted(work, spans=1)
    compute_agreement(make, project)
    shown = browser.get(page).text
    assert "What is hidden" in shown
    assert "α leaves it out" in " ".join(shown.split())
    assert "Nobody has submitted" not in shown
    assert "What it is replaced by" not in shown
