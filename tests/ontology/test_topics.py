from __future__ import annotations

from ontology.topics import topic_of, topics_of


def test_a_text_speaks_of_the_topics_of_its_words():
    assert topics_of("The striker scored; the Judge was not told.") >= {"sport", "law"}


def test_a_stem_stands_for_all_its_endings_and_a_word_for_itself():
    assert topic_of("footballers") == "sport"
    assert topic_of("war") == "military"
    assert topic_of("warm") == ""


def test_what_speaks_of_nothing_has_no_topic():
    assert topics_of("Then it was over.") == frozenset()
