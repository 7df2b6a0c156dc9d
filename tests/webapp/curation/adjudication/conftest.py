"""Fixtures of the tests of adjudication."""

from __future__ import annotations

import pytest

from tests.factories import sign_in
from tests.webapp.curation.adjudication.adjudicating import CITY, DECADE, MASK, SPANS, TEXT
from tests.webapp.submissions import submitted
from webapp.platform.models import Role


@pytest.fixture
def reviewer(make, client):
    person = make.user("Ria", role=Role.REVIEWER)
    sign_in(client, person)
    return person


@pytest.fixture
def project(make, reviewer):
    return make.project(reviewer)


@pytest.fixture
def document(make, project):
    """A document of three: a majority on the first span, a tie on the second, all on the third."""
    document = make.document(project, text=TEXT, spans=SPANS)
    submitted(make, document, make.user("Ada Berg"), CITY, DECADE, "city")
    submitted(make, document, make.user("Ben Moe"), CITY, MASK, "city")
    return document


@pytest.fixture
def of_three(make, document):
    """The same with a third annotator, who is against the others on the first span."""
    submitted(make, document, make.user("Cleo Dahl"), "city", DECADE, "city")
    return document
