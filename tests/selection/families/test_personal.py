import json

import numpy as np
import pytest

from annotation.records import MASK
from learning.errors import TrainingError, VersionError
from selection.families import Training, family_named
from selection.payload import SuggestionPayload
from selection.precomputing import payload_of
from selection.suggesting import Suggester
from tests.selection.example_documents import (
    chosen_by,
    document,
    masks,
    takes_first,
    training_documents,
)


@pytest.fixture(scope="module")
def trained(tiny_encoder):
    return family_named("personal").fit(training_documents(), Training(tiny_encoder))


@pytest.fixture(scope="module")
def saved(trained, tmp_path_factory):
    version = tmp_path_factory.mktemp("version")
    (version / "model").mkdir()
    trained.save(version / "model")
    return version


def best(probabilities, each):
    return [
        example.candidates[int(row.argmax())]
        for example, row in zip(each.examples, probabilities, strict=True)
    ]


def test_who_always_masks_is_soon_suggested_the_mask_and_who_never_does_is_not(trained):
    new = document("new", 12)
    masking = trained.replay(chosen_by(new, ann=masks), "ann", [])
    taking = trained.replay(chosen_by(new, ann=takes_first), "ann", [])
    assert best(masking, new)[4:] == [MASK] * 8
    assert MASK not in best(taking, new)[4:]


def test_other_documents_of_the_annotator_tell_before_the_first_choice(trained):
    new = chosen_by(document("new"), ann=takes_first)
    strict = [chosen_by(document(f"old{n}"), ann=masks) for n in range(3)]
    lenient = [chosen_by(document(f"old{n}"), ann=takes_first) for n in range(3)]
    after_masks = trained.replay(new, "ann", strict)[0][-1]
    after_texts = trained.replay(new, "ann", lenient)[0][-1]
    assert after_masks > after_texts


def test_no_later_choice_is_looked_at(trained):
    new = document("new", 12)
    sequences = [
        trained.replay(chosen_by(new, ann=choose), "ann", [])
        for choose in (masks, lambda number, each: MASK if number < 2 else each.candidates[0])
    ]
    same = [np.array_equal(one, other) for one, other in zip(*sequences, strict=True)]
    assert all(same[:3])
    assert not all(same)


def test_nobody_elses_choices_in_the_document_are_looked_at(trained):
    alone = chosen_by(document("new"), ann=masks)
    among = chosen_by(alone, other=takes_first)
    for one, other in zip(
        trained.replay(alone, "ann", []), trained.replay(among, "ann", []), strict=True
    ):
        assert np.array_equal(one, other)
    for one, other in zip(trained.rank(alone), trained.rank(among), strict=True):
        assert np.array_equal(one, other)


def test_the_document_itself_is_no_history(trained):
    new = chosen_by(document("new"), ann=masks)
    for with_it, without in zip(
        trained.replay(new, "ann", [new]), trained.replay(new, "ann", []), strict=True
    ):
        assert np.array_equal(with_it, without)


def test_figures_are_probabilities_and_rank_is_the_rankers(trained):
    new = document("new")
    for probabilities in (*trained.replay(new, "nobody", []), *trained.rank(new)):
        assert probabilities.min() >= 0
        assert probabilities.sum() == pytest.approx(1)
    for ours, theirs in zip(trained.rank(new), trained.base.rank(new), strict=True):
        assert np.array_equal(ours, theirs)


def test_a_loaded_model_says_the_same(trained, saved, tiny_encoder):
    loaded = family_named("personal").load(saved / "model", tiny_encoder)
    new = chosen_by(document("new"), strict=masks)
    for one, other in zip(
        trained.replay(new, "strict", training_documents()),
        loaded.replay(new, "strict", training_documents()),
        strict=True,
    ):
        assert np.array_equal(one, other)


def stored(payload):
    """A payload as a web process reads it from the database."""
    return SuggestionPayload.from_json(json.loads(json.dumps(payload.to_json())))


def test_the_web_process_suggests_what_the_model_predicts(trained, saved):
    new = chosen_by(document("new", 12), lenient=takes_first)
    history = [each for each in training_documents() if "lenient" in each.annotators]
    payload = stored(payload_of(trained, new, "lenient", history))
    suggester = Suggester.open(saved)
    chosen: dict[str, str] = {}
    for example, probabilities in zip(
        new.examples, trained.replay(new, "lenient", history), strict=True
    ):
        found = suggester.suggest(payload, chosen)[example.mention_id]
        assert found.text == example.candidates[int(probabilities.argmax())]
        assert found.confidence == pytest.approx(probabilities.max(), abs=1e-4)
        chosen[example.mention_id] = example.choices["lenient"]
    assert suggester.suggest(payload, chosen) == {}


def test_texts_that_are_not_offered_and_unknown_annotators_do_no_harm(trained, saved):
    new = document("new")
    suggester = Suggester.open(saved)
    payload = stored(payload_of(trained, new, None, []))
    plain = suggester.suggest(payload, {})
    told = suggester.suggest(
        payload, {new.examples[0].mention_id: "a text of one's own", "x": MASK}
    )
    assert len(plain) == len(new.examples)
    assert told == {key: each for key, each in plain.items() if key != "new-0"}
    empty = payload_of(trained, document("none", 2).__class__("none", "", ()), "ann", [])
    assert suggester.suggest(empty, {}) == {}


def test_a_single_document_is_enough_to_start(tiny_encoder):
    only = chosen_by(document("only"), ann=masks)
    model = family_named("personal").fit([only], Training(tiny_encoder))
    assert model.replay(document("new"), "ann", [only])[0].sum() == pytest.approx(1)


def test_choices_that_are_not_offered_teach_nothing_and_break_nothing(tiny_encoder):
    odd = chosen_by(document("odd"), ann=lambda _number, _each: "a text of one's own")
    model = family_named("personal").fit([odd, training_documents()[0]], Training(tiny_encoder))
    assert len(model.replay(odd, "ann", [])) == len(odd.examples)


def test_without_any_choice_there_is_nothing_to_learn(tiny_encoder):
    with pytest.raises(TrainingError, match="annotate one first"):
        family_named("personal").fit([document("bare")], Training(tiny_encoder))


def test_a_folder_of_another_format_is_named(saved, tmp_path):
    with pytest.raises(VersionError, match="holds no personal model"):
        Suggester.load(tmp_path)
    weights = json.loads((saved / "model" / "annotator.json").read_text())
    (tmp_path / "annotator.json").write_text(json.dumps(weights | {"here/something": 1.0}))
    with pytest.raises(VersionError, match="train a new one"):
        Suggester.load(tmp_path)
    (tmp_path / "annotator.json").write_text("12")
    with pytest.raises(VersionError, match="Train a new one"):
        Suggester.load(tmp_path)


def test_a_version_of_0_1_gives_its_base_probabilities(trained, tmp_path):
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "personal.json").write_text("{}")
    new = document("new")
    payload = SuggestionPayload.of(new, trained.rank(new))
    found = Suggester.open(tmp_path).suggest(payload, {new.examples[0].mention_id: MASK})
    assert {key: each.confidence for key, each in found.items()} == {
        key: max(each)
        for key, each in zip(payload.mentions, payload.probabilities, strict=True)
        if key != new.examples[0].mention_id
    }
