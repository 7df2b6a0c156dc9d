"""From marked documents to a version of masks that is tried, stored, opened and reported."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path

import pytest

from annotation.records import Layout
from learning.encoding import Encoder
from learning.errors import TrainingError, VersionError
from learning.promotion import fingerprint
from learning.versions import verify
from masking import snapshots
from masking.detecting import Detector
from masking.operating_points import STEPS, OperatingPoint
from masking.training import Plan, train
from masking.versions import open_version
from ontology.index.writing import write_index
from ontology.layers import Ontology
from tests.encoders import write_electra
from tests.gazetteer import ENTRIES
from tests.marked_layers import annotated
from tests.masking.corrected_documents import corrected

DOCUMENTS = [corrected(number) for number in range(12)]
ROOT = Path(__file__).parents[2]


def silent(_share: float, _doing: str) -> None:
    """Ignore the progress."""


@pytest.fixture(scope="module")
def first(tmp_path_factory, tiny_encoder_folder) -> Plan:
    """A first version, trained."""
    folder = tmp_path_factory.mktemp("masks")
    write_index(folder / "ontology", ENTRIES, {})
    snapshots.write_documents(folder / "snapshot", DOCUMENTS)
    plan = Plan(
        folder / "snapshot",
        folder / "models" / "v1",
        "2026-03-01T10:00:00+00:00",
        encoder=tiny_encoder_folder,
        ontology=folder / "ontology",
    )
    train(plan, silent)
    return plan


@pytest.fixture(scope="module")
def zero_shot(pipeline, first) -> Detector:
    return Detector.zero_shot(pipeline, Ontology.open(first.ontology))


def test_snapshots_come_back_as_they_were_written(first):
    found = list(snapshots.read_documents(first.snapshot))
    assert [(each.doc_id, each.text) for each in found] == [
        (each.doc_id, each.text) for each in DOCUMENTS
    ]
    assert [list(map(bare, each.iter_mentions())) for each in found] == [
        list(each.iter_mentions()) for each in DOCUMENTS
    ]


def bare(mention):
    """Forget in which order a record's keys stood."""
    return dataclasses.replace(mention, layout=Layout())


def test_a_version_is_tried_on_documents_that_it_has_not_seen(first):
    manifest = verify(first.out)
    assert not set(manifest.trained_on.values()) & set(manifest.held_out.values())
    assert len(manifest.trained_on) + len(manifest.held_out) == len(DOCUMENTS)
    assert manifest.held_out
    assert set(manifest.measures["points"]) == set(OperatingPoint)
    steps = manifest.measures["steps"]
    assert [steps[0], steps[-1]] == [manifest.measures["points"][p] for p in ("privacy", "utility")]
    assert len(steps) == STEPS
    assert manifest.measures["untrained"]["balanced"]["f1"] == manifest.scores.baseline
    assert "current" not in manifest.measures
    balanced = manifest.measures["points"]["balanced"]
    assert balanced["f1"] == manifest.scores.new
    assert manifest.scores.choices > 0
    assert "held-out word" in manifest.verdict.reason
    assert "without training: " in manifest.verdict.reason


def test_an_opened_version_masks_as_people_did_and_knows_what_it_has_seen(first, zero_shot):
    opened = open_version(first.out, zero_shot, Encoder.open(first.encoder))
    new = corrected(40)
    found = opened.model_for(new).detect(dataclasses.replace(new, layers=()))
    masked = {each.span_text for each in found.iter_mentions() if each.is_masked}
    assert {new.text.split(" was ")[0], "1990"} <= masked
    trained_on = verify(first.out).trained_on.values()
    assert [opened.has_seen(each) for each in DOCUMENTS] == [
        fingerprint(each) in trained_on for each in DOCUMENTS
    ]
    assert not opened.has_seen(new)


def test_the_next_version_is_held_against_it_on_documents_new_to_both(first):
    snapshot = first.snapshot.with_name("more")
    snapshots.write_documents(snapshot, [*DOCUMENTS, *(corrected(n) for n in range(20, 26))])
    plan = dataclasses.replace(
        first,
        snapshot=snapshot,
        out=first.out.with_name("v2"),
        current=first.out,
        current_name="version 1",
    )
    manifest = train(plan, silent)
    assert manifest.scores.current is not None
    assert manifest.measures["current"]["balanced"]["f1"] == manifest.scores.current
    assert "version 1: " in manifest.verdict.reason
    assert not set(manifest.held_out.values()) & set(verify(first.out).trained_on.values())


def test_a_first_version_of_few_documents_is_kept_back(first):
    plan = dataclasses.replace(first, out=first.out.with_name("v3"), first_needs=20)
    verdict = train(plan, silent).verdict
    assert not verdict.promoted
    assert verdict.reason.endswith("Refused: a first model needs 20 documents, this one had 12.")


@pytest.mark.parametrize(
    ("documents", "message"),
    [
        ([corrected(1)], "There is 1 annotated document"),
        (
            [annotated(f"b{each}", Kim=f"Text [number|n|NO_MASK] {each}.") for each in range(9)],
            "nothing to learn from",
        ),
    ],
)
def test_what_does_not_suffice_leaves_no_version(first, documents, message):
    snapshot = first.snapshot.with_name("few")
    snapshots.write_documents(snapshot, documents)
    plan = dataclasses.replace(first, snapshot=snapshot, out=first.out.with_name("none"))
    with pytest.raises(TrainingError, match=message):
        train(plan, silent)
    assert not plan.out.exists()


def test_with_another_encoder_a_version_is_not_opened(first, zero_shot, tmp_path):
    with pytest.raises(VersionError, match="another encoder"):
        open_version(first.out, zero_shot, Encoder(write_electra(tmp_path)))


def test_the_trainer_is_a_program_that_writes_messages_as_lines(first):
    plan = dataclasses.replace(first, out=first.out.with_name("child"))
    names = ("snapshot", "out", "encoder", "ontology")
    options = [f"--{name}={getattr(plan, name)}" for name in names]
    ended = subprocess.run(  # by a new interpreter: others are forked, with all imported
        [sys.executable, "-m", "masking", "train", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    *progress, last = map(json.loads, ended.stdout.splitlines())
    shares = [line["progress"] for line in progress]
    assert shares == sorted(shares)
    manifest = verify(plan.out)
    assert last == {"done": json.loads(json.dumps(manifest.summary().to_json()))}
    assert manifest.files == verify(first.out).files
    output = ended.stdout + ended.stderr
    assert not any(name in output for name in ("Ada", "Berg", "Bergen", '"d0"', " d0"))
