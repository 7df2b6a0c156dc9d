"""Documents of several annotators, and the steps of whoever settles them, for tests."""

from __future__ import annotations

from webapp.core.records import Layers, load_record
from webapp.curation.adjudication.forms import key_of
from webapp.curation.adjudication.loading import load
from webapp.platform.extensions import db

CITY, DECADE, MASK = "city in Norway", "date in the 1980s", "***"
SPANS = [
    ("Oslo", "LOC", "e1", [CITY, "city", MASK]),
    ("1986", "DATETIME", "e2", [DECADE, MASK]),
    ("Bergen", "LOC", "e3", [CITY, "city", MASK]),
]
TEXT = "From Oslo, 1986, to Bergen."


def loaded(project, document):
    db.session.expire_all()
    return load(db.session(), project, document)


def address(document, *steps):
    return "/".join([f"/projects/{document.project_id}/adjudication", str(document.id), *steps])


def take(client, project, document, number, text, headers=None, **form):
    """Take the reading of the row of this number that replaces its words by a text."""
    row = loaded(project, document).rows[number - 1]
    reading = next(each for each in row.row.readings if each and each[0].text == text)
    data = {"row": row.place, "seen": row.seen, "reading": key_of(reading)} | form
    return client.post(address(document, "verdict"), data=data, headers=headers)


def texts_settled(project, document):
    rows = loaded(project, document).rows
    return [row.reading and row.reading[0].text for row in rows]


def settle(client, document):
    return client.post(address(document, "settle"), follow_redirects=True)


def apply(client, document, **strategy):
    return client.post(address(document, "strategy"), data=strategy, follow_redirects=True)


def outgoing(document):
    db.session.expire_all()
    record = load_record(db.session(), document.id, only_final=True, layers=Layers.OUTGOING)
    return record.generalized_text
