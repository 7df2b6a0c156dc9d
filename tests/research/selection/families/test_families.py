"""What the published families have in common: sums, files, seeds, clear words for bad input."""

from __future__ import annotations

import json
import re
import sys

import numpy as np
import pytest

from annotation.options import Option
from annotation.types import IdentifierType, SemanticType
from learning.encoding import Encoder
from learning.errors import MissingLibraryError, TrainingError, VersionError
from selection import families
from selection.catalogue import RESEARCH_EXTRA
from selection.examples import Example, ExampleDocument
from selection.families import Training, family_named
from tests.encoders import write_electra

NEURAL = ["multiclass", "binary", "context-aware"]
PUBLISHED = [*NEURAL, "feature-based"]


def example(start, span, texts, chosen=None, kind=SemanticType.LOC):
    options = tuple(
        Option(text, number, number, None if text == "***" else "P31")
        for number, text in enumerate([*texts, "***"], start=1)
    )
    choices = {"ann": chosen} if chosen else {}
    place = f"m{start}"
    return Example(
        "",
        place,
        start,
        start + len(span),
        span,
        kind,
        IdentifierType.QUASI,
        place,
        options,
        choices,
    )


def document(number, *, chosen=True):
    """Places become their first text, dates are masked."""
    town, year = ("Oslo", "Bergen", "Turku")[number % 3], str(1960 + number)
    text = f"She left {town} in {year}. Then she came back."
    town_example = example(9, town, ["city", "place"], "city" if chosen else None)
    year_example = example(
        text.index(year), year, ["decade"], "***" if chosen else None, SemanticType.DATETIME
    )
    return ExampleDocument(f"d{number}", text, (town_example, year_example))


DOCUMENTS = [document(number) for number in range(8)]


def one_mention(span, texts, chosen=None, kind=SemanticType.LOC, doc_id="one"):
    return ExampleDocument(doc_id, f"From {span}.", (example(5, span, texts, chosen, kind),))


@pytest.fixture(scope="module")
def fitted(tiny_encoder):
    known = {}

    def fit(name):
        if name not in known:
            known[name] = family_named(name).fit(DOCUMENTS, Training(tiny_encoder, seed=3))
        return known[name]

    return fit


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_rule_is_learnt_and_figures_sum_to_one(fitted, name):
    places, dates = fitted(name).rank(document(9, chosen=False))
    assert places.sum() == pytest.approx(1)
    assert dates.sum() == pytest.approx(1)
    if name != "context-aware":  # sentences mean nothing to an encoder of random weights
        assert (places.argmax(), dates.argmax()) == (0, 1)


@pytest.mark.parametrize("name", PUBLISHED)
def test_what_was_chosen_is_never_looked_at_in_ranking(fitted, name):
    with_choices, without = document(4), document(4, chosen=False)
    for left, right in zip(
        fitted(name).rank(with_choices), fitted(name).rank(without), strict=True
    ):
        assert list(left) == list(right)


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_saved_model_gives_the_same_figures_and_holds_no_pickle(
    fitted, name, tmp_path, tiny_encoder_folder
):
    fitted(name).save(tmp_path)
    loaded = family_named(name).load(tmp_path, Encoder(tiny_encoder_folder))
    for old, new in zip(fitted(name).rank(DOCUMENTS[0]), loaded.rank(DOCUMENTS[0]), strict=True):
        assert new == pytest.approx(old, abs=1e-6)
    assert {path.suffix for path in tmp_path.iterdir()} <= {".json", ".safetensors"}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_same_seed_gives_the_same_model(fitted, name, tiny_encoder):
    again = family_named(name).fit(DOCUMENTS, Training(tiny_encoder, seed=3))
    for old, new in zip(fitted(name).rank(DOCUMENTS[1]), again.rank(DOCUMENTS[1]), strict=True):
        assert list(old) == list(new)


@pytest.mark.parametrize("name", PUBLISHED)
def test_lists_of_any_length_and_types_never_seen_get_figures(fitted, name):
    long = one_mention("Turku", [f"text {n}" for n in range(299)], kind=SemanticType.CODE)
    (probabilities,) = fitted(name).rank(long)
    assert len(probabilities) == 300
    assert probabilities.sum() == pytest.approx(1)
    (only,) = fitted(name).rank(one_mention("Turku", []))
    assert list(only) == [1]
    assert fitted(name).rank(ExampleDocument("none", "No mentions.", ())) == []


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize(
    "documents",
    [
        DOCUMENTS[:1],
        [one_mention("Oslo", [], "***")],
        [one_mention("Oslo", ["city"], "***", doc_id=f"d{n}") for n in range(3)],
        [one_mention("Oslo", [f"text {n}" for n in range(299)], "text 250"), DOCUMENTS[0]],
    ],
    ids=["one document", "only ***", "all masked", "300 candidates"],
)
def test_little_to_learn_from_still_gives_a_model(name, documents, tiny_encoder):
    model = family_named(name).fit(documents, Training(tiny_encoder))
    assert all(each.sum() == pytest.approx(1) for each in model.rank(document(2)))


@pytest.mark.parametrize("name", PUBLISHED)
def test_without_any_choice_there_is_a_clear_sentence(name, tiny_encoder):
    with pytest.raises(TrainingError, match="nobody has chosen"):
        family_named(name).fit([document(1, chosen=False)], Training(tiny_encoder))


@pytest.mark.parametrize("name", PUBLISHED)
def test_who_listens_to_the_progress_may_stop_it(name, tiny_encoder):
    def stop(_share, _doing):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        family_named(name).fit(DOCUMENTS, Training(tiny_encoder, on_progress=stop))


@pytest.mark.parametrize("name", [name for name in PUBLISHED if name != "context-aware"])
def test_a_group_left_out_is_not_seen(name, tiny_encoder):
    family = family_named(name)
    model = family.fit(DOCUMENTS[:3], Training(tiny_encoder, ablated=frozenset(family.groups)))
    (here,) = model.rank(one_mention("Oslo", ["city"], kind=SemanticType.LOC))
    (there,) = model.rank(one_mention("1960", ["decade"], kind=SemanticType.DATETIME))
    assert list(here) == list(there)


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_broken_folder_is_named(fitted, name, tmp_path, tiny_encoder):
    with pytest.raises(VersionError, match=tmp_path.name):
        family_named(name).load(tmp_path, tiny_encoder)
    fitted(name).save(tmp_path)
    next(tmp_path.glob("*.safetensors")).write_bytes(b"broken")
    with pytest.raises(VersionError, match=tmp_path.name):
        family_named(name).load(tmp_path, tiny_encoder)


@pytest.mark.parametrize("name", NEURAL)
def test_a_network_refuses_another_encoder_than_its_own(fitted, name, tmp_path):
    (tmp_path / "model").mkdir()
    fitted(name).save(tmp_path / "model")
    other = Encoder(write_electra(tmp_path / "electra"))
    with pytest.raises(VersionError, match="another text encoder"):
        family_named(name).load(tmp_path / "model", other)


def test_of_a_long_list_the_context_aware_family_compares_the_first_and_the_mask(fitted):
    (probabilities,) = fitted("context-aware").rank(
        one_mention("Oslo", [f"text {n}" for n in range(9)])
    )
    assert list(np.flatnonzero(probabilities)) == [0, 1, 2, 3, 4, 5, 9]


def test_the_vocabulary_of_counted_words_is_json(fitted, tmp_path):
    fitted("feature-based").save(tmp_path)
    settings = json.loads((tmp_path / "settings.json").read_text())
    assert {"oslo", "bergen", "turku"} <= set(settings["vocabulary"])


@pytest.mark.parametrize("library", ["xgboost", "catboost"])
def test_a_library_that_is_not_installed_is_named_with_its_extra(monkeypatch, library):
    monkeypatch.setattr(families, "import_module", lambda _name: _import_without(library))
    with pytest.raises(MissingLibraryError, match=f"{library}.*{re.escape(RESEARCH_EXTRA)}"):
        family_named("feature-based")


def _import_without(library):
    import importlib  # noqa: PLC0415 - the name in the module under test is replaced

    hidden = {
        name: sys.modules.pop(name) for name in list(sys.modules) if _is_hidden(name, library)
    }
    finder = type("Blocked", (), {"find_spec": staticmethod(_blocked(library))})
    sys.meta_path.insert(0, finder)
    try:
        return importlib.import_module("research.selection.families.feature_based")
    finally:
        sys.meta_path.remove(finder)
        sys.modules.update(hidden)


def _is_hidden(name, library):
    ours = {"research.selection.families.feature_based", "selection.families.stacking"}
    return name.partition(".")[0] == library or name in ours


def _blocked(library):
    def find_spec(name, _path=None, _target=None):
        if name == library:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    return find_spec
