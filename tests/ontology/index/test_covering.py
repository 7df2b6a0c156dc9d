"""What a text covers: all that stands below it in most chains, each entry once."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontology.entries import Covered, Entry, Kind
from ontology.index.covering import CoverageCounter, close, covering_in
from ontology.index.reading import Index
from ontology.index.writing import write_index
from ontology.layers import Ontology

TEXTS = ("a", "b", "c", "d", "e", "f")


def entry(*chain: str, kind: Kind = Kind.CONCEPT, weight: float = 0.0, people: int = 0) -> Entry:
    return Entry(("name",), chain, kind, weight, inhabitants=people)


def count(*entries: Entry) -> dict[str, Covered]:
    texts = list(dict.fromkeys(text for each in entries for text in each.generalizations))
    counter = CoverageCounter()
    for each in entries:
        counter.add(tuple(map(texts.index, each.generalizations)), each)
    return dict(counter.count(texts))


def test_an_entry_counts_for_what_covers_the_texts_of_its_chain():
    covered = count(entry("court", "body"), entry("court", "body"), entry("court"))
    assert covered["court"].count == covered["body"].count == 3


def test_what_stands_above_a_text_in_half_of_its_chains_does_not_cover_it():
    covered = count(entry("bank", "shore"), entry("bank", "firm"))
    assert (covered["bank"].count, covered["shore"].count, covered["firm"].count) == (2, 1, 1)


def test_what_covers_is_covered_in_turn():
    covered = count(entry("a", "b"), entry("a"), entry("a", "b"), entry("b", "c"), *[entry("d")])
    assert covered["b"].count == 4
    assert count(entry("a", "b"), entry("b", "c"), entry("b", "c"))["c"].count == 3


def test_the_table_of_kinds_covers_where_no_chain_says_so():
    covered = count(entry("hospital"), entry("public body"))
    assert covered["organization"].count == 2
    assert covered["medical facility"].count == 1


def test_a_country_and_its_cities_have_the_same_inhabitants_and_weigh_each_for_itself():
    country = entry("country", "place", kind=Kind.COUNTRY, weight=2.0, people=5_000)
    cities = [
        entry("city", "place", kind=Kind.SETTLEMENT, weight=1.0, people=people)
        for people in (700, 300)
    ]
    unknown = entry("city", "place", kind=Kind.SETTLEMENT, weight=3.0)
    covered = count(country, *cities, unknown)
    assert covered["place"] == Covered(4, 5_000, 120.0)
    assert covered["city"] == Covered(3, 1_000, 20.0)


CHAINS = st.lists(
    st.lists(st.integers(0, len(TEXTS) - 1), unique=True, max_size=5).map(tuple), max_size=12
)


@given(CHAINS)
def test_the_count_is_of_the_entries_that_a_search_finds(chains):
    covered = count(*(entry(*(TEXTS[number] for number in chain)) for chain in chains))
    for text, found in covered.items():
        below, size = {text}, 0
        while len(below) > size:
            size = len(below)
            for each in TEXTS:
                holding = [chain for chain in chains if TEXTS.index(each) in chain]
                under = [
                    chain
                    for chain in holding
                    if any(
                        TEXTS[higher] in below
                        for higher in chain[chain.index(TEXTS.index(each)) + 1 :]
                    )
                ]
                above = {
                    higher: sum(
                        higher
                        in map(TEXTS.__getitem__, chain[chain.index(TEXTS.index(each)) + 1 :])
                        for chain in under
                    )
                    for higher in below
                }
                if any(2 * times > len(holding) for times in above.values()):
                    below.add(each)
        assert found.count == sum(
            bool(below & {TEXTS[number] for number in chain}) for chain in chains
        )


@given(CHAINS)
def test_what_covers_a_text_never_counts_less(chains):
    covered = count(*(entry(*(TEXTS[number] for number in chain)) for chain in chains))
    times = {chain: chains.count(chain) for chain in chains}
    for text, above in close(covering_in(times)).items():
        for higher in above:
            assert covered[TEXTS[higher]].count >= covered[TEXTS[text]].count


def test_an_index_answers_for_its_texts_and_for_no_others(tmp_path):
    oslo = Entry(("Oslo",), ("city in Norway", "city"), Kind.SETTLEMENT, 6.0, inhabitants=580_000)
    write_index(tmp_path, {"places": [oslo]}, {})
    index = Index(tmp_path)
    assert index.covered("city in Norway") == index.covered("city") == Covered(1, 580_000, 1e6)
    assert index.covered("Oslo") is index.covered("no\0text") is None


def test_of_several_indexes_the_one_counts_that_has_most(tmp_path):
    for name, cities in (("small", 1), ("large", 3)):
        places = [
            Entry((f"{name} {number}",), ("city",), Kind.SETTLEMENT) for number in range(cities)
        ]
        write_index(tmp_path / name, {"places": places}, {})
    ontology = Ontology([Index(tmp_path / "small"), Index(tmp_path / "large")])
    assert ontology.covered("city") == Covered(3, 0, 0.0)
    assert ontology.covered("town") is None
    assert ontology.count_entries() == 3


@pytest.mark.parametrize(
    "chain",
    [
        ("city in Norway", "city in Europe", "city", "populated place", "place"),
        ("public body", "organization"),
    ],
)
def test_what_the_real_index_covers_grows_along_a_list(embedded, chain):
    found = [embedded.covered(text).count for text in chain]
    assert all(before < after for before, after in pairwise(found)), found


def test_the_real_index_knows_the_cities_of_norway_and_their_inhabitants(embedded):
    covered = embedded.covered("city in Norway")
    assert 10 < covered.count < 40
    assert 1_000_000 < covered.inhabitants < 5_000_000
