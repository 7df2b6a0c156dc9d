"""What else a span may mean: looked up while an annotator works, and chosen as their own words."""

from __future__ import annotations

from dataclasses import replace
from socket import socket

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.factories import Factory, sign_in
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import (
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


@pytest.mark.usefixtures("namesakes")
def test_a_live_wikidata_that_does_not_answer_is_named(
    app: Flask, client: FlaskClient, make: Factory, config: Config
):
    annotator = make.user("nora")
    document = make.document(
        make.project(annotator), text="Zorvak.", spans=[("Zorvak", "MISC", "e1", ["thing"])]
    )
    make.assignment(document, annotator)
    [mention] = document.layers[0].mentions
    address = f"/projects/{document.project_id}/documents/{document.id}/meanings/{mention.id}"
    with socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        endpoint = f"http://127.0.0.1:{taken.getsockname()[1]}/w/api.php"
        app.extensions["palimpsest"] = replace(config, wikidata_endpoint=endpoint)
        sign_in(client, annotator)
        page = client.get(address).text
    assert "The live Wikidata did not answer" in page
    assert "Nothing else is known" not in page
