"""From a snapshot to a version: the same for the same seed, kept back where it is worse."""

import numpy as np
import pytest

from learning.errors import LearningError, TrainingError
from learning.promotion import fingerprint
from learning.versions import read_manifest
from selection import exchange, training
from selection.training import train
from tests.selection.annotated import document, documents
from tests.selection.planned import again, silent


class Oracle:
    """Knows everybody's choice, and nothing of other documents."""

    def __init__(self, known):
        self.votes = {
            example.mention_id: example.votes / example.votes.sum()
            for each in known
            for example in each.examples
        }

    def model_for(self, _document):
        return self

    def rank(self, document):
        return [self.votes[example.mention_id] for example in document.examples]


@pytest.mark.parametrize("family", ["baseline", "ranker", "personal"])
def test_the_same_snapshot_and_seed_give_the_same_model_bytes(plan, family):
    first = train(again(plan, "v1", family=family), silent)
    second = train(again(plan, "v2", family=family), silent)
    assert dict(first.files) == dict(second.files)
    assert first.scores == second.scores
    assert (family != "baseline") == any(name.startswith("model/") for name in first.files)


def test_a_version_equal_to_the_current_one_is_promoted(plan):
    train(plan, silent)
    manifest = train(again(plan, "v2", current=plan.out, current_name="version 1"), silent)
    assert manifest.scores.new == manifest.scores.current == manifest.scores.baseline
    assert manifest.verdict.promoted
    assert "version 1: " in manifest.verdict.reason


def test_a_version_worse_than_the_current_one_is_kept_back(plan, monkeypatch):
    train(plan, silent)
    oracle = Oracle(exchange.read_documents(plan.snapshot))
    monkeypatch.setattr(training, "open_version", lambda _folder, _encoder: oracle)
    manifest = train(again(plan, "v2", current=plan.out, current_name="version 1"), silent)
    assert manifest.scores.current == 1
    assert manifest.scores.new == 0
    assert not manifest.verdict.promoted
    assert manifest.verdict.reason.endswith("Refused: it does worse than version 1.")
    assert read_manifest(plan.out.with_name("v2")).verdict == manifest.verdict


def test_a_version_worse_than_the_baseline_is_kept_back(plan, monkeypatch):
    exchange.write_documents(plan.snapshot, documents(12, chosen=0))
    monkeypatch.setattr(training, "_fitted", lambda *_: Nothing())
    manifest = train(plan, silent)
    assert (manifest.scores.new, manifest.scores.baseline) == (0, 1)
    assert manifest.verdict.reason.endswith("Refused: it does worse than the first replacement.")


class Nothing:
    """Has no answer to anything."""

    def rank(self, document):
        return [np.zeros(len(example.options)) for example in document.examples]

    def save(self, folder):
        pass


def test_the_current_version_is_tried_on_nothing_it_has_learnt_from(plan):
    train(plan, silent)
    exchange.write_documents(plan.snapshot, documents(20, chosen=1))
    later = train(again(plan, "v2", current=plan.out), silent)
    learnt = set(read_manifest(plan.out).trained_on.values())
    assert learnt
    assert later.held_out
    assert not learnt & set(later.held_out.values())
    assert not set(later.trained_on) & set(later.held_out)


def test_a_current_version_that_has_learnt_from_everything_is_not_compared(plan):
    seen = train(plan, silent).seen
    known = [each for each in documents(12, chosen=1) if fingerprint(each) in seen]
    exchange.write_documents(plan.snapshot, known)
    manifest = train(again(plan, "v2", current=plan.out, current_name="version 1"), silent)
    assert manifest.scores.current is None
    assert manifest.verdict.promoted
    assert "Not held against version 1, which has learnt from all" in manifest.verdict.reason


def test_a_current_version_that_can_not_be_opened_is_not_compared(plan, tmp_path):
    train(plan, silent)
    other = tmp_path / "other"
    other.mkdir()
    for file in plan.encoder.iterdir():
        (other / file.name).write_bytes(file.read_bytes())
    (other / "config.json").write_text('{"hidden_size": 16, "other": 1}', encoding="utf-8")
    manifest = train(again(plan, "v2", current=plan.out, encoder=other), silent)
    assert manifest.verdict.promoted
    assert "was trained with the text encoder" in manifest.verdict.reason
    manifest = train(again(plan, "v3", current=tmp_path / "gone"), silent)
    assert manifest.verdict.promoted
    assert "holds no version" in manifest.verdict.reason


def test_figures_are_drawn_and_belong_to_the_version(plan):
    manifest = train(again(plan, "v1", family="personal"), silent)
    drawn = {name.removeprefix("figures/") for name in manifest.files if "figures/" in name}
    assert {"confusion.svg", "reliability.svg", "learning.svg", "importance.svg"} == drawn
    assert manifest.measures["examples"] == manifest.scores.choices
    untried = train(again(plan, "v2", family="personal", on_everything=True), silent)
    assert [name for name in untried.files if "figures/" in name] == ["figures/importance.svg"]


def test_progress_never_goes_back(plan):
    shares = []
    train(again(plan, "v1", family="personal"), lambda share, _doing: shares.append(share))
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] < 1


def test_nothing_annotated_and_an_encoder_that_is_not_there_are_said_so(plan, tmp_path):
    with pytest.raises(LearningError, match="There is no encoder folder"):
        train(again(plan, "v1", encoder=tmp_path / "none"), silent)
    exchange.write_documents(plan.snapshot, [document("d1")])
    with pytest.raises(TrainingError, match="No document is annotated"):
        train(again(plan, "v1", on_everything=True), silent)
