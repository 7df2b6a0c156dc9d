"""Made-up people: the same each time, with texts that mentions fit, and pages in other words."""

import hashlib

from annotation.types import IdentifierType, SemanticType
from names.words import stems_of, words_of
from privacy.attacks import Target
from privacy.attacks.words import WordsAttack
from privacy.background import Background, Person, build
from privacy.people import TASK, make_people
from research.privacy.renderings import Rendering, render

PEOPLE = list(make_people(300))


def shingles(text, size=5):
    stems = stems_of(words_of(text))
    return {stems[place : place + size] for place in range(len(stems) - size + 1)}


def test_the_same_seed_makes_the_same_people():
    again = list(make_people(300))
    assert again == PEOPLE
    assert [each.page for each in make_people(5, seed=1)] != [each.page for each in PEOPLE[:5]]
    written = "\n".join(each.document.text + each.page for each in PEOPLE)
    digest = hashlib.sha256(written.encode()).hexdigest()
    assert digest.startswith("b5c08864c770"), "they are the same on every machine"


def test_fewer_people_are_the_first_of_more():
    assert list(make_people(20)) == PEOPLE[:20]


def test_everybody_has_a_key_and_a_name_of_their_own():
    assert len({each.key for each in PEOPLE}) == len(PEOPLE)
    names = {each.document.task for each in PEOPLE}
    assert len(names) == len(PEOPLE)
    for each in PEOPLE:
        name = each.document.task.removeprefix(TASK)
        assert name in each.document.text
        assert name in each.page


def test_texts_are_as_long_as_short_biographies():
    for each in PEOPLE:
        assert 80 <= len(each.document.text.split()) <= 250
        assert 80 <= len(each.page.split()) <= 250


def test_no_slot_of_a_sentence_stays_unfilled():
    for each in PEOPLE:
        assert not set("{}/") & set(each.document.text + each.page)


def test_all_types_and_identifier_types_are_there():
    mentions = [mention for each in PEOPLE for mention in each.document.iter_mentions()]
    assert {mention.entity_type for mention in mentions} == set(SemanticType)
    assert {mention.identifier_type for mention in mentions} == set(IdentifierType)


def test_all_mentions_of_the_person_name_one_entity():
    for each in PEOPLE:
        direct = {
            mention.entity_id
            for mention in each.document.iter_mentions()
            if mention.entity_type is SemanticType.PERSON
            and mention.identifier_type is IdentifierType.DIRECT
        }
        assert direct == {"person"}


def test_pages_tell_the_facts_in_other_words():
    copies = [each.key for each in PEOPLE if shingles(each.document.text) & shingles(each.page)]
    assert len(copies) < len(PEOPLE) / 20


def test_originals_find_nearly_everybody_and_words_in_clear_some(tmp_path):
    build((Person(each.key, each.page) for each in PEOPLE), tmp_path / "people", protected=[])
    attack = WordsAttack(Background.open(tmp_path / "people"))

    def found(rendering):
        texts = [(each.key, render(each.document, rendering)) for each in PEOPLE[:100]]
        return sum(attack.run(Target(text, key)).rank == 1 for key, text in texts)

    assert found(Rendering.ORIGINAL) >= 98
    assert 5 <= found(Rendering.MASKED) <= 50
