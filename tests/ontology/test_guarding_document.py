"""No list gives back what other spans of its document hide."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.records import MASK
from ontology import proposing
from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.linking import offering
from ontology.overrides import Addition, Overrides
from ontology.proposing import propose
from ontology.reading import Reading
from tests.gazetteer import SURE
from tests.ontology.marking import FakeLayer, marked


def sense(term, *generalizations, kind=Kind.SETTLEMENT, source="cities", has_capital=True):
    return Sense(
        term, source, kind, generalizations, "", 1.0, is_exact=True, has_capital=has_capital
    )


def noun(term):
    return [sense(term, kind=Kind.CONCEPT, source="wordnet", has_capital=False)]


ATLAS = FakeLayer(
    {
        "Vik": [sense("Vik", "village in Texas", "village in the United States", "village")],
        "Voll": [sense("Voll", "suburb of Oslo", "suburb")],
        "Rådhuset": [sense("Rådhuset", "building of Norwegians", "building")],
        "senator": [sense("senator", "politician", "person")],
        "Kristiania": [sense("Oslo", "city")],
        "Oslo": [sense("Oslo", "city")],
        "university": noun("university"),
        "the": noun("the"),
    }
)


@pytest.fixture(autouse=True)
def _plain_linking(monkeypatch):
    def read(span, ontology):
        senses = ontology.lookup(span.text)
        return [Reading.from_sense(senses[0])] if senses else []

    monkeypatch.setattr(offering, "gather", read)
    monkeypatch.setattr(proposing, "load_scorer", lambda: SURE)


def first_list(text, overrides=None):
    document = propose(marked(text), Ontology([ATLAS]), overrides or Overrides())
    [texts] = next(document.iter_mentions()).replacement.generalizations.values()
    return texts


REST = ["village in the United States", "village", "place", MASK]


@pytest.mark.parametrize(
    "others",
    [
        "[[LOC:Texas]]",
        "[[LOC:TEXAS]]",
        "[[LOC:Texas’s]]",
        "[[ORG:Texas University]]",
        "[[MISC:the Texas Festival]]",
        "[[PERSON:Texas Jones]]",
        "[[LOC:Texas]] and [[LOC:Texas]]",
    ],
)
def test_a_candidate_that_holds_what_another_span_hides_falls_and_the_rest_stays(others):
    assert first_list(f"In [[LOC:Vik]], with {others}.") == REST


def test_what_stands_in_clear_elsewhere_gives_nothing_away():
    texts = first_list("In [[LOC:Vik]], with [[LOC:Texas]]. Texas is large.")
    assert texts == ["village in Texas", *REST]


def test_the_other_name_of_a_place_falls_like_its_own():
    assert first_list("[[LOC:Voll]] near [[LOC:Kristiania]]") == ["suburb", "place", MASK]
    assert first_list("[[LOC:Voll]] near [[LOC:Vik]]")[0] == "suburb of Oslo"


def test_a_word_of_the_same_stem_falls():
    assert first_list("[[LOC:Rådhuset]] of [[LOC:Norway]]") == ["building", "place", MASK]


def test_the_kind_of_something_may_be_what_another_span_says():
    assert first_list("a [[DEM:senator]] and [[DEM:politician]]")[0] == "politician"


def test_common_words_of_other_names_stay():
    texts = first_list("[[LOC:Vik]] by [[ORG:University of Ås]]", adding("Vik", "university town"))
    assert texts[0] == "university town"


def adding(term, text):
    return Overrides(added=(Addition(term, text),))


def test_what_a_project_adds_is_guarded_as_well():
    overrides = adding("Vik", "home of Ann")
    assert first_list("[[LOC:Vik]], [[PERSON:Ann Ås]]", overrides)[0] == "village in Texas"
    assert first_list("[[LOC:Vik]], [[PERSON:Bo Ås]]", overrides)[0] == "home of Ann"


def test_a_year_that_is_a_span_of_its_own_is_not_given_back():
    alone = first_list("on [[DATETIME:12 March 1986]] in [[LOC:Vik]]")
    assert "1986" in alone
    beside = first_list("on [[DATETIME:12 March 1986]], in [[DATETIME:1986]]")
    assert beside == [text for text in alone if "1986" not in text.split()]


@given(st.from_regex(r"[A-Z][a-z]{3,9}", fullmatch=True), st.sampled_from(["{}", "{}s", "{}'s"]))
def test_no_inflection_of_a_hidden_name_is_offered(name, form):
    text = f"town by {form.format(name)} farm"
    document = propose(
        marked(f"[[LOC:Qqq]] of [[PERSON:{name}]]"), Ontology([ATLAS]), adding("Qqq", text)
    )
    [texts] = next(document.iter_mentions()).replacement.generalizations.values()
    assert texts == ["place", MASK]
