"""What else a span may mean: looked up while an annotator works, and chosen as their own words."""

from __future__ import annotations

import pytest

from tests.webapp.workbench_client import WorkbenchClient
from webapp.extensions import db
from webapp.models import (
    ChoiceOrigin,
    GeneralizationAction,
    ProjectGeneralization,
    ProjectKind,
    utc_now,
)

HTMX = {"HX-Request": "true"}


def address_of(workbench: WorkbenchClient, index: int = 1) -> str:
    return f"{workbench.address}/meanings/{workbench.mentions[index].id}"


@pytest.mark.usefixtures("namesakes")
def test_a_span_is_told_what_else_it_may_mean_without_what_it_offers(workbench: WorkbenchClient):
    part = workbench.client.get(address_of(workbench), headers=HTMX).text
    assert f'name="written-{workbench.mentions[1].id}" value="city in Minnesota"' in part
    assert "Oslo: city in Minnesota" in part
    assert 'value="city in Norway"' not in part
    assert 'value="city"' not in part
    assert "<html" not in part


@pytest.mark.usefixtures("namesakes")
def test_without_scripts_it_is_a_page_whose_buttons_choose(workbench: WorkbenchClient):
    address = address_of(workbench)
    assert address in workbench.client.get(workbench.address).text
    page = workbench.client.get(address).text
    assert f'action="{workbench.address}/choices"' in page
    field = f"written-{workbench.mentions[1].id}"
    assert workbench.post(**{field: "city in Minnesota"}).status_code == 303
    assert workbench.texts()[1] == "city in Minnesota"
    assert workbench.origins()[1] is ChoiceOrigin.WRITTEN


@pytest.mark.usefixtures("namesakes")
def test_what_the_project_forbids_is_no_meaning(workbench: WorkbenchClient):
    db.session.add(
        ProjectGeneralization(
            project_id=workbench.project.id,
            action=GeneralizationAction.FORBID,
            term="",
            text="city in Minnesota",
            created_at=utc_now(),
        )
    )
    db.session.commit()
    assert "Minnesota" not in workbench.client.get(address_of(workbench)).text


@pytest.mark.usefixtures("namesakes")
def test_what_nobody_knows_means_nothing_else(workbench: WorkbenchClient):
    assert "Nothing else is known" in workbench.client.get(address_of(workbench, 0)).text


@pytest.mark.usefixtures("namesakes")
def test_a_span_of_another_document_is_not_found(workbench: WorkbenchClient):
    assert workbench.client.get(f"{workbench.address}/meanings/999").status_code == 404


@pytest.mark.usefixtures("namesakes")
def test_where_nothing_is_replaced_there_are_none(workbench: WorkbenchClient):
    workbench.project.kind = ProjectKind.MASKING
    db.session.commit()
    assert workbench.client.get(address_of(workbench)).status_code == 404


def test_without_an_ontology_it_is_said(workbench: WorkbenchClient):
    page = workbench.client.get(address_of(workbench)).text
    assert "The ontology can&#39;t be asked" in page
    assert "Nothing else is known" not in page
