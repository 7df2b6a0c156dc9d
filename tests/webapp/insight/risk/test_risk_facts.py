"""What the worker computes anew: no more than what was said since changes."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from privacy.anonymity import People
from tests.webapp.insight.risk.risky import compute, risky
from tests.webapp.workbench.workbench_client import WorkbenchClient
from webapp.platform.extensions import db
from webapp.platform.models import Document, DocumentRisk, Mention


@pytest.fixture
def computed(make, workbench: WorkbenchClient) -> WorkbenchClient:
    document = risky(make, workbench)
    compute(document.project)
    return document


def stored(document_id: int) -> DocumentRisk:
    db.session.expire_all()
    return db.session.get_one(DocumentRisk, document_id)


def mention_of(doc_id: str, text: str) -> Mention:
    wanted = select(Mention).join(Document, Document.id == Mention.document_id)
    found = db.session.scalar(wanted.where(Document.doc_id == doc_id, Mention.span_text == text))
    assert found is not None
    return found


def test_where_nobody_says_anything_new_nothing_is_counted(computed, monkeypatch):
    monkeypatch.setattr(People, "payload", None)
    assert compute(computed.project).message == "0 documents counted anew, 0 texts checked."


def test_what_is_said_of_others_makes_no_figures_anew_that_it_leaves_alone(computed):
    before = stored(computed.document.id)
    made_at, facts = before.made_at, before.facts
    mention_of("painter", "painter").generalizations = {"list": ["craftsperson", "person", "***"]}
    db.session.commit()
    assert compute(computed.project).message.startswith("1 document counted anew")
    after = stored(computed.document.id)
    assert after.made_at == made_at  # so that its check holds
    assert after.facts != facts
    assert compute(computed.project).message.startswith("0 documents counted anew")


def test_what_is_said_of_others_makes_figures_anew_that_it_changes(computed):
    before = stored(computed.document.id).made_at
    mention_of("painter", "painter").generalizations = {"list": ["scientist", "***"]}
    db.session.commit()
    assert compute(computed.project).message.startswith("2 documents counted anew")
    assert stored(computed.document.id).made_at > before


def test_a_span_that_is_another_now_makes_figures_anew(computed):
    mention = mention_of("falconer", "Oslo")
    mention.start_offset, mention.span_text = mention.start_offset - 3, "in Oslo"
    db.session.commit()
    before = stored(computed.document.id).payload
    compute(computed.project)
    assert stored(computed.document.id).payload != before
