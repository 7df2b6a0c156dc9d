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
from webapp import store_sync
from webapp.config import Config
from webapp.extensions import db
from webapp.models import Choice, Event, EventKind, Mention

KILLS = 12
LONGEST_LIFE = 20
"""Acknowledgements, at most, before the kill."""

RUNGS = [*(f"rung {number}" for number in range(1_000)), MASK]
SPANS = [
    ("Ada", "PERSON", "e1", RUNGS),
    ("Oslo", "LOC", "e2", RUNGS),
    ("1986", "MISC", "e3", RUNGS),
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
    """Let a process annotate from a rung on and kill it; return what it had acknowledged."""
    command = [sys.executable, "-m", "tests.webapp.killed_annotator", str(start)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Config.PROJECT_ROOT,
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
    return [(verb, int(mention), int(rung)) for verb, mention, rung in acknowledged]


def stored_rungs():
    """Return the rung that is stored for each mention, -1 for none, in text order."""
    db.session.rollback()
    texts = db.session.scalars(
        select(Choice.text)
        .select_from(Mention)
        .outerjoin(Choice, Choice.mention_id == Mention.id)
        .order_by(Mention.start_offset)
    )
    return [-1 if text is None else RUNGS.index(text) for text in texts]


def count_events(kind):
    return db.session.scalar(select(func.count()).where(Event.kind == kind))


@pytest.mark.slow
def test_a_process_killed_in_a_loop_loses_no_acknowledged_choice(any_app, project):
    chance = random.Random(11)  # noqa: S311 - decides when to kill, no secret
    rungs, submissions = stored_rungs(), 0
    for _ in range(KILLS):
        acknowledged = annotate_until_killed(
            any_app.extensions["palimpsest"], max(rungs) + 1, chance=chance
        )
        promised = {mention: rung for verb, mention, rung in acknowledged if verb == "chosen"}
        done = Counter(verb for verb, _, _ in acknowledged)
        earlier, rungs = rungs, stored_rungs()
        expected = [promised.get(index, rung) for index, rung in enumerate(earlier)]
        # One more may have been stored whose acknowledgement did not get through.
        ahead = [rung for rung, least in zip(rungs, expected, strict=True) if rung != least]
        assert len(ahead) <= 1
        assert all(rung > max(earlier) for rung in ahead)
        assert 0 <= count_events(EventKind.SUBMITTED) - submissions - done["submit"] <= 1
        submissions = count_events(EventKind.SUBMITTED)
        assert store_sync.verify(project).unreadable == ()
        store_sync.rebuild(project)
        assert store_sync.verify(project).is_clean
    assert submissions > 0
