from __future__ import annotations

from dataclasses import replace

from research.errors import SearchError
from research.masking.indicators.web_search import LOWER_BOUND, WebSearch, WebSearchKind, names
from research.masking.search import Page, SearchAnswer
from tests.research.masking.indicators.documents import DOCUMENTS, mentions_of


class Engine:
    identity, recipient = "an engine", None

    def __init__(self, answer=None, error=None):
        self.answer, self.error = answer, error
        self.asked = []

    def search(self, name, span):
        self.asked.append((name, span))
        if self.error:
            raise self.error
        return self.answer(span) if callable(self.answer) else self.answer


NAME, TRADE, TOWN, *_ = mentions_of(DOCUMENTS[0])


def risk(engine, mention=TOWN):
    found = WebSearch(engine).assess(DOCUMENTS[0], [NAME, mention])
    return found[1]


def test_a_page_that_names_the_person_is_a_risk():
    engine = Engine(SearchAnswer([Page("News", f"{NAME.span_text} was there")], 3))
    assert risk(engine).probability == 1
    assert engine.asked == [(NAME.span_text, TOWN.span_text)]


def test_from_a_hundred_hits_on_a_span_is_a_risk():
    assert LOWER_BOUND == 100
    assert risk(Engine(SearchAnswer([], 99))).probability == 0
    assert risk(Engine(SearchAnswer([], 100))).probability == 1


def test_the_name_itself_is_not_sent_alone():
    engine = Engine(SearchAnswer([], 0))
    (found,) = WebSearch(engine).assess(DOCUMENTS[0], [NAME])
    assert (found.probability, engine.asked) == (1, [])


def test_a_search_that_fails_leaves_the_indicator_undecided():
    found = risk(Engine(error=SearchError("The search engine was too slow to answer.")))
    assert (found.probability, found.evidence) == (
        None,
        "The search engine was too slow to answer.",
    )


def test_a_document_that_names_nobody_is_not_searched():
    engine = Engine(SearchAnswer([], 500))
    (found,) = WebSearch(engine).assess(replace(DOCUMENTS[0], task=None), [TOWN])
    assert (found.probability, engine.asked) == (None, [])


def test_the_bound_and_the_shares_are_fitted(resources):
    """Towns have 5,000 hits, trades 300: a bound of 100 would mask both."""
    towns = {mentions_of(each)[2].span_text for each in DOCUMENTS}
    engine = Engine(lambda span: SearchAnswer([], 5000 if span in towns else 300))
    fitted = WebSearchKind().fit(DOCUMENTS, replace(resources, search_client=engine))
    _, trade, town, *_ = fitted.assess(DOCUMENTS[1], mentions_of(DOCUMENTS[1]))
    assert fitted.lower_bound == 5000
    assert trade.probability < 0.2
    assert town.probability > 0.8


def test_a_name_is_named_by_all_of_its_words_in_any_order():
    assert names(Page("Moss, Ada", ""), "Ada Moss")
    assert not names(Page("Moss", "a plant"), "Ada Moss")
