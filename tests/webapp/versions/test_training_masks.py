"""A project's marked documents teach masks, beside what its choices teach of replacements."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from annotation.formats import Format, read_documents, to_json
from annotation.overlaying import SUGGESTIONS
from masking.snapshots import read_documents as read_snapshot
from ontology.index.writing import write_index
from tests.gazetteer import ENTRIES
from tests.masking.corrected_documents import corrected
from tests.webapp.versions.trainable import fake, lives, queued, reread, train, versions
from tests.webapp.workbench.marking import submitted
from webapp.cli import main
from webapp.core.jobs.runner import run_job
from webapp.platform.extensions import db
from webapp.platform.models import (
    Event,
    EventKind,
    JobKind,
    JobState,
    ProjectKind,
    Purpose,
    utc_now,
)
from webapp.versions import training as trainings
from webapp.versions.operations import new_mask_training
from webapp.versions.processes import TrainerError
from webapp.versions.queries import current_version, list_trained


@pytest.fixture
def home(monkeypatch, tmp_path, tiny_encoder_folder):
    """A home of its own for commands, with a tiny ontology and a tiny encoder."""
    home = tmp_path / "home"
    monkeypatch.setenv("PALIMPSEST_HOME", str(home))
    monkeypatch.setenv("PALIMPSEST_ENCODER", str(tiny_encoder_folder))
    for name in ("PALIMPSEST_ONTOLOGY", "PALIMPSEST_DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    home.mkdir(mode=0o700)
    write_index(home / "ontology", ENTRIES, {})
    return home


def run(*arguments, code=0):
    result = CliRunner().invoke(main, list(map(str, arguments)))
    assert result.exit_code == code, result.output
    return result


def write(path, documents):
    path.write_text(json.dumps([to_json(each, Format.TAB) for each in documents]))
    return path


def masked_in(path):
    [document] = read_documents(path)
    return {each.span_text for each in document.iter_mentions() if each.is_masked}


@pytest.mark.slow
def test_marked_documents_train_a_version_that_masks_and_can_be_put_back(
    home, tmp_path, monkeypatch
):
    marked = write(tmp_path / "marked.json", [corrected(number) for number in range(24)])
    run("project", "create", "Lives", "--kind", "masking")
    run("import", "--project", "Lives", marked)
    trained = run("train", "--project", "Lives", "--masks")
    assert "Version 1 was put to use: F1 of " in trained.stdout
    [version] = json.loads(run("versions", "--project", "Lives", "--json").stdout)
    assert (version["suggests"], version["in_use"], version["family"]) == ("masks", True, "masks")
    assert version["trained_on"] + version["held_out"] == 24

    text, aim = tmp_path / "new.txt", tmp_path / "out.json"
    text.write_text("Hans Nes was born in Larvik in 1961. The family was poor. Hans worked well.")
    said = run("mask", text, "-o", aim, "--project", "Lives")
    assert "has learnt" not in said.stderr
    assert {"Larvik", "1961"} <= masked_in(aim)
    [document] = read_documents(aim)
    assert {each.layout.extra["reason"] for each in document.iter_mentions()} >= {
        "learnt from corrected documents"
    }

    [manifest] = (home / "models").glob("*/manifest.json")
    trained_on = json.loads(manifest.read_text())["trained_on"]
    known = next(each for each in map(corrected, range(24)) if each.doc_id in trained_on)
    text.write_text(known.text)
    said = run("mask", text, "-o", aim, "--project", "Lives")
    assert "new: the model has learnt from this document." in said.stderr
    folder = tmp_path / "clean"
    said = run("sanitize", text, "-o", folder, "--style", "mask", "--project", "Lives")
    assert "1 document of them are those that the model of masks has learnt from." in said.stdout

    fake(monkeypatch)
    run("train", "--project", "Lives", "--masks")
    assert _in_use("Lives") == 2
    run("versions", "--project", "Lives", "--use", 1)
    assert _in_use("Lives") == 1
    refused = run("versions", "--project", "Lives", "--use", 7, code=1)
    assert "Project 'Lives' has no version 7." in refused.output
    check_that_damage_is_said(home, text, tmp_path)


def _in_use(name):
    found = json.loads(run("versions", "--project", name, "--json").stdout)
    return next(each["version"] for each in found if each["in_use"])


def check_that_damage_is_said(home, text, tmp_path):
    """A version that can't be opened is told in a line by whatever needs it, with its reason."""
    damaged = next((home / "models").glob("*/model/linear-span.safetensors"))
    damaged.chmod(0o600)
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"?")
    for command in (
        ["mask", text, "-o", tmp_path / "out.json", "--project", "Lives"],
        ["sanitize", text, "-o", tmp_path / "again", "--project", "Lives", "--processes", 1],
    ):
        assert (
            run(*command, code=1)
            .stderr.splitlines()[-1]
            .endswith("was changed after training; it is not opened.")
        )


def train_masks(project):
    """Run a training of masks as the worker does."""
    job = new_mask_training(project, seed=0, at=utc_now())
    db.session.add(job)
    db.session.commit()
    run_job(job.id)
    return reread(job)


def test_masks_and_replacements_of_a_project_have_versions_of_their_own(app, make, monkeypatch):  # noqa: ARG001 - jobs run in its context
    annotator = make.user()
    project = make.project(annotator)
    lives(make, project, annotator)
    fake(monkeypatch)
    assert train(project).state is JobState.DONE
    waiting = [each.id for each in queued(JobKind.SUGGEST)]
    job = train_masks(project)
    assert (job.state, job.message) == (JobState.DONE, "Version 2 was put to use: Right for 80 %.")
    replacements, masks = versions()
    assert (replacements.purpose, masks.purpose) == (Purpose.REPLACEMENTS, Purpose.MASKS)
    assert current_version(db.session(), project).id == replacements.id
    assert current_version(db.session(), project, Purpose.MASKS).id == masks.id
    assert [row.version.id for row in list_trained(db.session(), project)] == [replacements.id]
    assert [each.id for each in queued(JobKind.SUGGEST)] == waiting
    told = select(Event.details).where(Event.kind == EventKind.VERSION_PROMOTED).order_by(Event.id)
    assert [(each["version"], each["former"]) for each in db.session.scalars(told)] == [
        (1, None),
        (2, None),
    ]


def test_nothing_is_learnt_from_suggestions_that_nobody_corrected(app, make, tmp_path, monkeypatch):  # noqa: ARG001 - jobs run in its context
    project = make.project(kind=ProjectKind.MASKING)
    people = make.document(project, doc_id="people")
    submitted(make.assignment(people, annotator := make.user()), spans=6)
    people.layers[0].annotator_id = annotator.id
    suggested = make.document(project, doc_id="ours")
    suggested.layers[0].name = SUGGESTIONS
    db.session.commit()
    kept = tmp_path / "kept"

    def keep(_command, *, folder, **_others):
        kept.write_bytes((folder / "snapshot").read_bytes())
        raise TrainerError("Seen enough.")

    monkeypatch.setattr(trainings, "run_trainer", keep)
    assert train_masks(project).message == "Seen enough."
    [document] = read_snapshot(kept)
    assert document.doc_id == "people"
    assert list(document.iter_mentions())


def test_family_is_of_replacements(home):  # noqa: ARG001 - where the command works
    said = run("train", "--project", "Lives", "--masks", "--family", "ranker", code=2)
    assert "--family is of replacements" in said.output
