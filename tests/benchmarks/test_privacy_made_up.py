"""What the benchmarks of privacy make: people of drawn facts."""

from __future__ import annotations

from benchmarks.privacy.counting import make_profiles
from tests.privacy.people import make_document


def test_people_of_drawn_facts_are_so_many_and_the_same_every_time():
    documents = [make_document()]
    profiles = list(make_profiles(documents, 50))
    assert profiles == list(make_profiles(documents, 50))
    assert len({each.person for each in profiles}) == 50
    assert profiles[0].person == "ada-berg"
    offered = {"ada berg", "bergen", "city in norway", "city", "company", "railway company"}
    assert profiles[0].texts == offered
    assert all(each.texts <= offered for each in profiles)


def test_of_more_documents_than_people_the_first_are_taken():
    documents = [make_document()]
    assert len(list(make_profiles(documents, 1))) == 1
    assert not list(make_profiles(documents, 0))
