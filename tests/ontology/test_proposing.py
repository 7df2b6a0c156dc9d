from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.records import MASK, Replacement
from annotation.types import IdentifierType, SemanticType
from names.folding import fold
from ontology import coreference, proposing
from ontology.entries import Kind, Sense
from ontology.guarding import contains_original
from ontology.layers import Ontology
from ontology.linking import offering
from ontology.overrides import Addition, Overrides, Prohibition
from ontology.proposing import Proposer, propose, propose_for
from ontology.reading import Generator, Reading
from ontology.scoring.model import Model, Scorer
from tests.gazetteer import SURE
from tests.ontology.marking import FakeLayer, marked, span_of


def common_noun(noun):
    return replace(known(noun, "institution"), source="wordnet", has_capital=False)


def known(name, *generalizations, kind=Kind.SETTLEMENT):
    return Sense(
        name,
        "cities",
        kind,
        generalizations,
        generalizations[0],
        1.0,
        is_exact=True,
        has_capital=True,
    )


UNSURE = Scorer(Model({}, 0.0), Model({"by=rule": 3.0}, 1.0))
"""A scorer that believes most what words around a span say."""

ATLAS = FakeLayer(
    {
        "Vik": [known("Vik", "village in Norway", "village", "place")],
        "Oslo": [known("Oslo", "capital of Norway", "city in Norway", "city")],
        "University of Vik": [known("University of Vik", "university in Norway", "university")],
        "Vik Prize": [known("Vik Prize", "music award", "award")],
        "Vik FK": [known("Vik FK", "sports team", "organization")],
        "Norwegian": [known("Norwegian", "Germanic language", "language")],
        "university": [common_noun("university")],
    },
    {"village in Norway": 300, "city in Norway": 60, "village": 9000, "city": 8000},
)


def read_plainly(span, ontology):
    if span.before.endswith("river "):
        return [Reading(("river", "body of water"), "wordnet", "by the words before")]
    senses = ontology.lookup(span.text)
    return [Reading.from_sense(senses[0])] if senses else []


@pytest.fixture(autouse=True)
def _plain_linking(monkeypatch):
    monkeypatch.setattr(offering, "gather", read_plainly)
    monkeypatch.setattr(proposing, "load_scorer", lambda: SURE)


def lists(text, entities=(), overrides=None, layer=ATLAS):
    document = propose(marked(text, entities), Ontology([layer]), overrides or Overrides())
    return [only(mention.replacement) for mention in document.iter_mentions()]


def only(replacement: Replacement) -> list[str]:
    ((_, texts),) = replacement.iter_lists()
    return texts


def test_a_list_ends_with_the_floor_of_its_type_and_the_mask():
    assert lists("in [[LOC:Vik]]") == [["village in Norway", "village", "place", MASK]]


def test_what_nobody_knows_gets_the_floor_of_its_type():
    assert lists("in [[LOC:Xyz]] by [[ORG:Xyz]] as [[DEM:xyz]]") == [
        ["place", MASK],
        ["organization", MASK],
        [MASK],
    ]


def test_what_is_no_such_thing_gets_no_floor():
    assert lists("[[ORG:Vik Prize]] and [[LOC:Vik FK]]") == [
        ["music award", "award", MASK],
        ["sports team", "organization", MASK],
    ]


def test_the_floor_never_repeats_the_original():
    assert lists("[[LOC:the place]] of [[ORG:Organizations]]") == [[MASK], [MASK]]


def test_every_list_passes_the_guards():
    assert lists("from [[LOC:Oslo]]") == [["city in Norway", "city", "place", MASK]]


def test_the_reasons_tell_source_and_sense():
    replacement = propose_for(span_of("in [[LOC:Vik]]"), Ontology([ATLAS]))
    assert list(replacement.generalizations) == ["cities"]
    origin = replacement.origins["village in Norway"]
    assert (origin.source, origin.sense) == ("cities", "Vik: village in Norway")
    floor = propose_for(span_of("in [[LOC:Xyz]]"), Ontology([ATLAS])).origins["place"]
    assert floor.source == "floor"


def test_persons_dates_and_quantities_are_left_to_rules():
    document = marked("[[PERSON:Ada Berg]], born [[DATETIME:12 March 1986]], met [[PERSON:Bo]].")
    proposed = propose(document, Ontology([ATLAS]))
    first, date, second = (mention.replacement for mention in proposed.iter_mentions())
    assert [only(first), only(second)] == [["PERSON 1", MASK], ["PERSON 2", MASK]]
    assert list(date.generalizations) == ["heuristics"]
    assert "1986" in only(date)


def test_a_mention_that_is_not_masked_is_left_alone():
    document = marked("in [[LOC:Vik]]")
    layer = document.layers[0]
    mention = replace(layer.mentions[0], identifier_type=IdentifierType.NO_MASK)
    document = replace(document, layers=(replace(layer, mentions=(mention,)),))
    assert propose(document, Ontology([ATLAS])) == document


def test_the_surest_mention_of_a_name_speaks_for_all(monkeypatch):
    monkeypatch.setattr(proposing, "load_scorer", lambda: UNSURE)
    rivers = lists("[[LOC:Vik]] is deep. She swam in the river [[LOC:Vik]].")
    assert rivers == [["river", "body of water", "place", MASK]] * 2


def test_a_demographic_follows_its_own_sentence(monkeypatch):
    def read_people(span, ontology):
        is_people = span.before.endswith("is ")
        people = Reading(("Scandinavian", "European"), "demonyms", "")
        return [people] if is_people else read_plainly(span, ontology)

    monkeypatch.setattr(offering, "gather", read_people)
    people, language = lists("She is [[DEM:Norwegian]] and speaks [[DEM:Norwegian]].")
    assert people[0] == "Scandinavian"
    assert language[0] == "Germanic language"


def test_a_short_name_is_read_by_the_fullest_linked_one():
    text = "[[ORG:University of Vik]] is old. [[ORG:Vik]] is new."
    linked = lists(text, ["e1", "e1"])
    assert linked[0] == linked[1] == ["university in Norway", "university", "organization", MASK]
    apart = lists(text, ["e1", "e2"])
    assert apart[1][0] == "village in Norway"


def test_an_acronym_is_read_by_the_linked_name_that_it_stands_for():
    linked = lists("the [[ORG:University of Vik]] (the [[ORG:UV]])", ["e1", "e1"])
    assert linked[1][0] == "university in Norway"


def test_a_linked_name_that_is_no_longer_form_does_not_speak_for_another():
    linked = lists("[[ORG:University of Vik]] beat [[ORG:The Eagles]]", ["e1", "e1"])
    assert linked[1] == ["organization", MASK]


def test_what_else_a_span_may_mean_comes_with_what_its_list_lacks(monkeypatch):
    def read_all(span, ontology):
        cue = Reading(("river",), "heuristics", "cue", generator=Generator.BEFORE)
        return [*map(Reading.from_sense, ontology.lookup(span.text)), cue]

    monkeypatch.setattr(offering, "gather", read_all)
    town = known("Vik", "town in Sweden", "town", "place")
    award = known("Vik", "award", "prize")
    layer = FakeLayer({"Vik": [*ATLAS.lookup("Vik"), town, award]})
    span = span_of("in [[LOC:Vik]]")
    overrides = Overrides((), (Prohibition("", "prize"),))
    proposer = Proposer(span.surroundings, Ontology([layer]), overrides)
    [offered] = proposer.propose(span).generalizations.values()
    assert offered[:2] == ["village in Norway", "village"]
    others = [reading.generalizations for reading in proposer.alternatives(span)]
    assert others == [("town in Sweden", "town"), ("award",)]


def test_a_span_is_scored_once_for_its_list_and_its_other_meanings(monkeypatch):
    scored = []

    def read_and_count(span, ontology):
        scored.append(span.text)
        return read_plainly(span, ontology)

    monkeypatch.setattr(offering, "gather", read_and_count)
    named = []
    names_of = proposing.names_of
    monkeypatch.setattr(proposing, "names_of", lambda span: named.append(span) or names_of(span))
    span = span_of("in [[LOC:Vik]]")
    overrides = Overrides((), (Prohibition("", "village"),))
    proposer = Proposer(span.surroundings, Ontology([ATLAS]), overrides)
    proposer.propose(span)
    list(proposer.alternatives(span))
    assert scored == ["Vik"]
    assert named == [span]


def test_what_leaks_does_not_count_in_the_choice_of_a_reading(monkeypatch):
    """A reading of which only leaks are left says nothing, however sure it is."""

    def read_both(span, _):
        leaking = Reading(("Oslo suburb", "Oslo district"), "cities", "")
        return [leaking, Reading(("village",), "wordnet", "")] if span.text == "Vik" else []

    monkeypatch.setattr(offering, "gather", read_both)
    assert lists("in [[LOC:Vik]] by [[LOC:Oslo]]")[0] == ["village", "place", MASK]


def test_where_a_rule_reads_a_span_it_means_nothing_else():
    span = span_of("on [[DATETIME:3 May 1990]]")
    assert list(Proposer(span.surroundings, Ontology([ATLAS])).alternatives(span)) == []


def test_what_the_project_adds_counts_for_inflected_and_longer_names_too():
    added = Addition("University of Vik", "northern university")
    overrides = Overrides((added, Addition("weaver", "craftsperson")), ())
    text = "[[ORG:University of Vik]] is old. [[ORG:Vik]] is new. They are [[DEM:weavers]]."
    long, short, weavers = lists(text, ("u", "u", "w"), overrides=overrides)
    assert long[0] == short[0] == "northern university"
    assert weavers == ["craftsperson", MASK]


def test_what_is_forbidden_for_the_longer_name_is_for_the_short_one():
    overrides = Overrides((), (Prohibition("University of Vik", "university in Norway"),))
    text = "[[ORG:University of Vik]] is old. [[ORG:Vik]] is new."
    expected = [["university", "organization", MASK]] * 2
    assert lists(text, ("u", "u"), overrides=overrides) == expected


def test_a_text_that_the_project_adds_says_which_namesake_is_meant(monkeypatch):
    def read_both(span, ontology):
        return [Reading.from_sense(sense) for sense in ontology.lookup(span.text)]

    scorer = Scorer(Model({}, 0.0), Model({"likeliest": 1.0}, 0.5))
    monkeypatch.setattr(offering, "gather", read_both)
    monkeypatch.setattr(proposing, "load_scorer", lambda: scorer)
    layer = FakeLayer({"Moss": [known("Moss", "mire"), known("Moss", "plant", "organism")]})
    assert lists("saw [[MISC:Moss]]", layer=layer)[0][0] == "plant"
    for text in ("mire", "Mire"):
        added = Overrides((Addition("Moss", text),), ())
        assert lists("saw [[MISC:Moss]]", overrides=added, layer=layer) == [[text, MASK]]


def test_a_project_adds_and_forbids():
    overrides = Overrides(
        (Addition("Vik", "fjord village"),), (Prohibition("", "village in norway"),)
    )
    document = propose(marked("in [[LOC:Vik]]"), Ontology([ATLAS]), overrides)
    (mention,) = document.iter_mentions()
    assert only(mention.replacement) == ["fjord village", "village", "place", MASK]
    assert mention.replacement.origins["fjord village"].source == "project"


def test_choices_stay_where_the_new_list_offers_their_text():
    document = marked("in [[LOC:Vik]]")
    layer = document.layers[0]
    chosen = Replacement({"P31": ["hamlet", MASK]}, {"village": ("a",), "hamlet": ("b",)})
    mention = replace(layer.mentions[0], replacement=chosen)
    document = replace(document, layers=(replace(layer, mentions=(mention,)),))
    (mention,) = propose(document, Ontology([ATLAS])).iter_mentions()
    assert mention.replacement.selection == {"village": ("a",)}


names = st.sampled_from(["Vik", "Oslo", "Norwegian", "the place", "Xyz 1986", "12 May", "Ada Berg"])
types = st.sampled_from(SemanticType)


@settings(deadline=None)  # the first document loads calendars
@given(st.lists(st.tuples(types, names), min_size=1, max_size=5), st.data())
def test_every_list_of_every_type_keeps_the_promises(spans, data):
    text = " and ".join(f"[[{kind}:{name}]]" for kind, name in spans)
    entities = data.draw(st.lists(st.sampled_from("ab"), min_size=len(spans), max_size=len(spans)))
    document = propose(marked(text, entities), Ontology([ATLAS]))
    for mention in document.iter_mentions():
        texts = only(mention.replacement)
        assert texts[-1] == MASK
        assert len({fold(each) for each in texts}) == len(texts)
        assert not any(contains_original(each, mention.span_text) for each in texts[:-1])
        assert set(mention.replacement.origins) == set(texts[:-1])


def test_twice_as_many_mentions_are_twice_the_work(monkeypatch):
    counts = []
    done = coreference._is_fuller
    for size in (100, 200):
        calls = []
        monkeypatch.setattr(coreference, "_is_fuller", lambda *a, c=calls: c.append(a) or done(*a))
        names = ", ".join("[[LOC:Oslo]], [[ORG:Vik]], [[ORG:Vik FK]]" for _ in range(size))
        entities = [f"e{number % 3}" for number in range(3 * size)]
        propose(marked(names, entities), Ontology([ATLAS]))
        counts.append(len(calls))
    assert 0 < counts[1] <= 2.5 * counts[0]
