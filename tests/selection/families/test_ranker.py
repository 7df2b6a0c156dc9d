"""The ranker learns what is chosen, says how sure it is, and takes whatever it is given."""

import json
from collections.abc import Sequence

import numpy as np
import pytest

from annotation.options import Option
from annotation.types import IdentifierType, SemanticType
from learning.encoding import Encoder
from learning.errors import TrainingError, VersionError
from selection.examples import Example, ExampleDocument
from selection.families import Training
from selection.families.ranker import (
    FAMILY,
    Logit,
    RankerModel,
    Votes,
    fit_with_left_out,
    out_of_fold,
)

TOWNS = ("Arendal", "Bergen", "Drammen", "Hamar", "Kongsberg", "Lillehammer", "Molde", "Narvik")


def _example(
    doc_id: str,
    text: str,
    span: str,
    texts: Sequence[str],
    chosen: str | None,
    kind: SemanticType = SemanticType.LOC,
) -> Example:
    options = [
        Option(each, number, number, None if each == "***" else "P31")
        for number, each in enumerate((*texts, "***"), start=1)
    ]
    start = text.index(span)
    return Example(
        doc_id=doc_id,
        mention_id=f"{doc_id}-{span}",
        start=start,
        end=start + len(span),
        span_text=span,
        entity_type=kind,
        identifier_type=IdentifierType.QUASI,
        entity_id=span,
        options=tuple(options),
        choices={} if chosen is None else {"ada": chosen},
    )


def _document(number: int, *, is_annotated: bool = True) -> ExampleDocument:
    """Towns become a town, never a settlement; years are always masked."""
    doc_id, town, year = f"d{number}", TOWNS[number % len(TOWNS)], str(1900 + number)
    text = f"She moved to {town}. In {year} she left."
    town_choice, year_choice = ("town", "***") if is_annotated else (None, None)
    return ExampleDocument(
        doc_id,
        text,
        (
            _example(doc_id, text, town, ("town", "settlement"), town_choice),
            _example(doc_id, text, year, ("20th century",), year_choice, SemanticType.DATETIME),
        ),
    )


DOCUMENTS = [_document(number) for number in range(12)]
UNSEEN = _document(70, is_annotated=False)


@pytest.fixture(scope="module")
def model(tiny_encoder: Encoder) -> RankerModel:
    return FAMILY.fit(DOCUMENTS, Training(tiny_encoder))


def test_it_learns_what_is_chosen(model: RankerModel):
    town, year = model.rank(UNSEEN)
    assert np.argmax(town) == 0
    assert np.argmax(year) == 1
    assert town[0] > 0.7 < year[1]


def test_the_figures_of_each_mention_sum_to_one(model: RankerModel):
    for probabilities, example in zip(model.rank(UNSEEN), UNSEEN.examples, strict=True):
        assert probabilities.shape == (len(example.options),)
        assert probabilities.sum() == pytest.approx(1)
        assert (probabilities > 0).all()


def test_choices_in_the_document_change_nothing(model: RankerModel):
    chosen = _document(70)
    for one, other in zip(model.rank(UNSEEN), model.rank(chosen), strict=True):
        assert (one == other).all()


def test_a_saved_model_gives_the_very_same_figures(
    model: RankerModel, tiny_encoder: Encoder, tmp_path
):
    model.save(tmp_path)
    loaded = FAMILY.load(tmp_path, tiny_encoder)
    for one, other in zip(model.rank(UNSEEN), loaded.rank(UNSEEN), strict=True):
        assert (one == other).all()
    assert not list(tmp_path.glob("*.pkl"))


def test_the_same_seed_gives_the_same_model(model: RankerModel, tiny_encoder: Encoder):
    again = FAMILY.fit(DOCUMENTS, Training(tiny_encoder))
    for one, other in zip(model.rank(UNSEEN), again.rank(UNSEEN), strict=True):
        assert (one == other).all()


def test_a_folder_without_a_ranker_is_refused(model: RankerModel, tiny_encoder: Encoder, tmp_path):
    with pytest.raises(VersionError, match="holds no ranker"):
        FAMILY.load(tmp_path, tiny_encoder)
    model.save(tmp_path)
    (tmp_path / "forest-0.txt").write_text("no trees", encoding="utf-8")
    with pytest.raises(VersionError, match="holds no ranker"):
        FAMILY.load(tmp_path, tiny_encoder)


@pytest.mark.parametrize(
    "change",
    [{}, {"forests": 1}, {"forests": 1, "temperature": "warm", "without": []}, []],
)
def test_settings_that_say_nothing_are_refused(
    change, model: RankerModel, tiny_encoder: Encoder, tmp_path
):
    model.save(tmp_path)
    (tmp_path / "ranker.json").write_text(json.dumps(change), encoding="utf-8")
    with pytest.raises(VersionError, match="holds no ranker"):
        FAMILY.load(tmp_path, tiny_encoder)


def test_features_have_shares_of_the_gain(model: RankerModel):
    importance = model.importance()
    assert sum(importance.values()) == pytest.approx(1)
    assert list(importance.values()) == sorted(importance.values(), reverse=True)
    assert {name.split("/")[0] for name in importance} == set(FAMILY.groups)


@pytest.mark.parametrize("group", FAMILY.groups)
def test_a_group_of_features_can_be_left_out(group: str, tiny_encoder: Encoder):
    training = Training(tiny_encoder, ablated=frozenset({group}))
    without = FAMILY.fit(DOCUMENTS[:3], training)
    assert isinstance(without, RankerModel)
    assert not [name for name in without.importance() if name.startswith(f"{group}/")]
    assert len(without.rank(UNSEEN)) == 2


def test_what_lies_beyond_all_that_was_seen_counts_as_its_edge():
    values = np.array([[1.0, 0], [0, 3], [2, 1], [0, 0]])
    votes = Votes(np.array([2, 2]), np.array([1.0, 0, 1, 0]), np.ones(4))
    masks = np.array([False, True, False, True])
    logit = Logit.fit(values, masks, votes)
    beyond = np.array([[9.0, -5], [0, 40]])
    edge = np.array([[2.0, 0], [0, 3]])
    assert logit.scores(beyond, masks[:2]) == pytest.approx(logit.scores(edge, masks[:2]))
    first, mask = logit.scores(values[:2], masks[:2])
    assert first > mask


def test_leaving_everything_out_is_refused(tiny_encoder: Encoder):
    training = Training(tiny_encoder, ablated=frozenset(FAMILY.groups))
    with pytest.raises(TrainingError, match="keep one"):
        FAMILY.fit(DOCUMENTS[:3], training)


@pytest.mark.parametrize("documents", [[], [UNSEEN]])
def test_nothing_annotated_is_nothing_to_learn_from(documents, tiny_encoder: Encoder):
    with pytest.raises(TrainingError, match="no annotated document"):
        FAMILY.fit(documents, Training(tiny_encoder))


def test_one_document_is_enough_to_begin_with(tiny_encoder: Encoder):
    lone = FAMILY.fit(DOCUMENTS[:1], Training(tiny_encoder))
    assert all(probabilities.sum() == pytest.approx(1) for probabilities in lone.rank(UNSEEN))


def test_all_masked_is_learnt_as_all_masked(tiny_encoder: Encoder):
    text = "She lived in Oslo."
    masked = [
        ExampleDocument(f"m{n}", text, (_example(f"m{n}", text, "Oslo", ("city",), "***"),))
        for n in range(6)
    ]
    (probabilities,) = FAMILY.fit(masked, Training(tiny_encoder)).rank(masked[0])
    assert probabilities[1] > probabilities[0]


def test_only_lists_of_nothing_but_the_mask(tiny_encoder: Encoder):
    text = "She lived in Oslo."
    bare = ExampleDocument("b", text, (_example("b", text, "Oslo", (), "***"),))
    (probabilities,) = FAMILY.fit([bare], Training(tiny_encoder)).rank(bare)
    assert list(probabilities) == [1.0]


def test_what_was_never_seen_is_ranked_all_the_same(model: RankerModel):
    text = "A ￼ strange one 🜁.\n\nSee"
    texts = [f"candidate {number}" for number in range(300)]
    strange = ExampleDocument(
        "s",
        text,
        (
            _example("s", text, "strange", texts, None, SemanticType.MISC),
            _example("s", text, "🜁", (), None, SemanticType.CODE),
        ),
    )
    many, lone = model.rank(strange)
    assert many.shape == (301,)
    assert many.sum() == pytest.approx(1)
    assert list(lone) == [1.0]


def test_a_document_without_mentions_has_no_figures(model: RankerModel):
    assert model.rank(ExampleDocument("e", "", ())) == []


def test_figures_left_out_come_from_models_that_have_not_seen_the_document(tiny_encoder: Encoder):
    """A list found in one document alone teaches the others nothing, so it stays undecided."""
    text = "They sold a zither."
    odd = ExampleDocument("odd", text, (_example("odd", text, "zither", ("lute",), "lute"),))
    turned = ExampleDocument("odd", text, (_example("odd", text, "zither", ("lute",), "***"),))
    training = Training(tiny_encoder)
    one = out_of_fold([*DOCUMENTS, odd], training)
    other = out_of_fold([*DOCUMENTS, turned], training)
    assert (one[-1][0] == other[-1][0]).all()
    assert [len(each) for each in one] == [2] * len(DOCUMENTS) + [1]


def test_figures_left_out_are_calibrated_as_the_model_is(tiny_encoder: Encoder):
    heard: list[float] = []
    training = Training(tiny_encoder, on_progress=lambda share, _doing: heard.append(share))
    fitted, left_out = fit_with_left_out(DOCUMENTS[:6], training)
    raw = out_of_fold(DOCUMENTS[:6], Training(tiny_encoder))
    assert fitted.temperature != 1
    assert np.argmax(left_out[0][0]) == np.argmax(raw[0][0])
    assert heard == sorted(heard)
    assert heard[-1] == 1


def test_one_document_left_out_leaves_nothing_to_say(tiny_encoder: Encoder):
    (probabilities,) = out_of_fold(DOCUMENTS[:1], Training(tiny_encoder))
    assert list(probabilities[0]) == pytest.approx([1 / 3] * 3)
