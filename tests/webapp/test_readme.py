"""The commands of the README do what they say: each is typed, in a fresh home, in their order."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from ontology.entries import Entry, Kind
from ontology.index.writing import write_index
from tests.factories import Factory
from tests.processes import PALIMPSEST, finished
from tests.webapp.platform.test_home import open_to_others
from webapp.application import create_app
from webapp.core import store_sync
from webapp.platform.config import Config
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, AssignmentState, Document, Mention, Project, utc_now
from webapp.platform.resources import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = [
    block.splitlines()
    for block in re.findall(r"^```\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    if block.startswith("palimpsest ")
]
TOWNS = [("Oslo", "city in Norway"), ("Bergen", "city in Norway"), ("Malmö", "city in Sweden")]
INDEX = [Entry((town,), (kind, "city"), Kind.SETTLEMENT, 6.0) for town, kind in TOWNS]
DOCUMENTS = 24


def life(number: int) -> str:
    """Make a text of its own that names a town and a year."""
    town, year = TOWNS[number % len(TOWNS)][0], 1900 + number
    return f"She came to {town} in {year} and stayed for many winters."


def masked_mentions(path: Path) -> int:
    return sum(
        mention["identifier_type"] != "NO_MASK"
        for record in json.loads(path.read_text())
        for layer in record["annotations"].values()
        for mention in layer["entity_mentions"]
    )


def check_raw(folder: Path, output: str) -> int:
    """Check what became of the raw texts, and return how many mentions must be replaced."""
    mentions = masked_mentions(folder / "texts.json")
    assert mentions >= 2 * DOCUMENTS
    assert output.startswith(f"{mentions} mentions in {DOCUMENTS} documents")
    texts = [path.read_text() for path in (folder / "anonymized").iterdir()]
    assert len(texts) == DOCUMENTS
    assert not [text for text in texts if any(town in text for town, _ in TOWNS)]
    return mentions


@contextmanager
def at_home(home: Path) -> Iterator[None]:
    with create_app(Config.from_environment({"PALIMPSEST_HOME": str(home)})).app_context():
        yield
        db.session.remove()
        db.engine.dispose()


def submit_everything() -> None:
    """Do what annotators do in the browser: choose for every span, submit every document."""
    make = Factory(db.session)
    for assignment in db.session.scalars(select(Assignment)).all():
        document = Mention.document_id == assignment.document_id
        for mention in db.session.scalars(select(Mention).where(document)).all():
            (options, *_) = mention.generalizations.values()
            make.choice(assignment, mention, options[0])
        assignment.state, assignment.submitted_at = AssignmentState.SUBMITTED, utc_now()
    db.session.commit()
    ids = list(db.session.scalars(select(Document.id)))
    store_sync.write_all(db.session.scalars(select(Project.id)).one(), ids)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_commands_of_the_readme_run_as_they_are_typed(tmp_path):
    home, folder = tmp_path / "home", tmp_path / "folder"
    folder.mkdir()
    write_index(home / "ontology", {"cities": INDEX}, {})
    (folder / "guidelines.md").write_text("# Hide who it is")
    (folder / "interviews").mkdir()
    for number in range(DOCUMENTS):
        (folder / "interviews" / f"life {number}.txt").write_text(life(number))
    settings = {name: value for name, value in os.environ.items() if "PALIMPSEST_" not in name}
    settings |= {"PALIMPSEST_HOME": str(home), "PYTHONPATH": str(ROOT)}

    def type_in(line: str) -> str:
        done = finished(
            [*PALIMPSEST, *shlex.split(line)[1:]],
            cwd=folder,
            env=settings,
            umask=0o022,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        return done.stdout

    raw, before, after = BLOCKS
    outputs = [type_in(line) for line in raw]
    mentions = check_raw(folder, outputs[0])
    outputs = [type_in(line) for line in before]
    assert re.search(rf"^Lives +one_pass +{DOCUMENTS} ", outputs[-1], re.MULTILINE)
    with at_home(home):
        submit_everything()
    outputs = [type_in(line) for line in after]
    assert outputs[0].startswith("Version 1 ")
    assert f"{mentions} mentions, 2 annotators" in outputs[1]
    assert len(json.loads((folder / "dataset.json").read_text())) == DOCUMENTS
    assert outputs[-1] == "The store agrees with the database.\n"
    assert {path.name for path in home.iterdir()} >= {"models", "store", "training"}
    assert not {path for path in open_to_others(home) if not path.startswith("ontology/")}
