"""Killed at any instant, the database holds every acknowledged choice and the store recovers."""

import os
import random
import subprocess
import sys
from collections import Counter

import pytest
from sqlalchemy import func, select

from annotation.records import MASK
from tests.factories import Factory
from tests.processes import started
from webapp.core import store_sync
from webapp.platform.extensions import db
from webapp.platform.models import Choice, Event, EventKind, Mention
from webapp.platform.resources import ROOT

KILLS = 12
LONGEST_LIFE = 20
"""Acknowledgements, at most, before the kill."""

GENERALIZATIONS = [*(f"generalization {number}" for number in range(1_000)), MASK]
SPANS = [
    ("Ada", "PERSON", "e1", GENERALIZATIONS),
    ("Oslo", "LOC", "e2", GENERALIZATIONS),
    ("1986", "MISC", "e3", GENERALIZATIONS),
]


@pytest.fixture
def project(any_app):  # noqa: ARG001 - the context must be there
    make = Factory(db.session)
    annotator = make.user()
    project = make.project(annotator)
    document = make.document(project, text="Ada moved to Oslo in 1986.", spans=SPANS)
    make.assignment(document, annotator)
    return project


def annotate_until_killed(config, start, *, chance):
    """Let a process annotate from some text of the lists on, kill it, return what it confirmed."""
    command = [sys.executable, "-m", "tests.webapp.workbench.killed_annotator", str(start)]
    with started(
        command,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ
        | {"PALIMPSEST_HOME": str(config.home), "PALIMPSEST_DATABASE_URL": config.database_url},
    ) as annotator:
        lines = [annotator.stdout.readline() for _ in range(chance.randint(1, LONGEST_LIFE))]
        for _ in range(chance.randrange(200_000)):
            pass  # so that the kill meets any instant of what comes next
        annotator.kill()
        lines += annotator.stdout.read().splitlines()
    assert annotator.returncode < 0, "it ended by itself"
    acknowledged = (line.split() for line in lines)
    return [
        (verb, int(mention), int(generalization)) for verb, mention, generalization in acknowledged
    ]


def stored_generalizations():
    """Return the generalization that is stored for each mention, -1 for none, in text order."""
    db.session.rollback()
    texts = db.session.scalars(
        select(Choice.text)
        .select_from(Mention)
        .outerjoin(Choice, Choice.mention_id == Mention.id)
        .order_by(Mention.start_offset)
    )
    return [-1 if text is None else GENERALIZATIONS.index(text) for text in texts]


def count_events(kind):
    return db.session.scalar(select(func.count()).where(Event.kind == kind))


@pytest.mark.slow
def test_a_process_killed_in_a_loop_loses_no_acknowledged_choice(any_app, project):
    chance = random.Random(11)  # noqa: S311 - decides when to kill, no secret
    generalizations, submissions = stored_generalizations(), 0
    for _ in range(KILLS):
        acknowledged = annotate_until_killed(
            any_app.extensions["palimpsest"], max(generalizations) + 1, chance=chance
        )
        promised = {
            mention: generalization
            for verb, mention, generalization in acknowledged
            if verb == "chosen"
        }
        done = Counter(verb for verb, _, _ in acknowledged)
        earlier, generalizations = generalizations, stored_generalizations()
        expected = [
            promised.get(index, generalization) for index, generalization in enumerate(earlier)
        ]
        # One more may have been stored whose acknowledgement did not get through.
        ahead = [
            generalization
            for generalization, least in zip(generalizations, expected, strict=True)
            if generalization != least
        ]
        assert len(ahead) <= 1
        assert all(generalization > max(earlier) for generalization in ahead)
        assert 0 <= count_events(EventKind.SUBMITTED) - submissions - done["submit"] <= 1
        submissions = count_events(EventKind.SUBMITTED)
        assert store_sync.verify(project).unreadable == ()
        store_sync.rebuild(project)
        assert store_sync.verify(project).is_clean
    assert submissions > 0
