"""The reason of a candidate travels with the record, and other tools lose nothing by it."""

import copy

import pytest

from annotation.errors import RecordError
from annotation.formats import document_from_json, document_to_json
from annotation.records import Origin
from tests.annotation.refusals import GOOD

SAILOR = {"source": "wordnet", "sense": "sailor: a member of a crew"}


def record(**origins):
    """The good record with a reason for its candidate."""
    made = copy.deepcopy(GOOD)
    made["annotations"]["a1"]["entity_mentions"][0]["replacement"]["origins"] = origins
    return made


def replacement_of(document):
    (mention,) = document.iter_mentions()
    return mention.replacement


def test_reasons_are_read_and_written_back_as_they_were():
    given = record(sailor=SAILOR, person={"source": "floor", "sense": ""})
    document = document_from_json(given)
    assert replacement_of(document).origins == {
        "sailor": Origin("wordnet", "sailor: a member of a crew"),
        "person": Origin("floor", ""),
    }
    assert document_to_json(document) == given


def test_the_count_of_covered_terms_that_older_files_have_is_read_past():
    document = document_from_json(record(sailor=SAILOR | {"below": 40}))
    assert document_to_json(document) == record(sailor=SAILOR)


def test_a_record_without_reasons_gets_no_key_for_them():
    assert document_to_json(document_from_json(GOOD)) == GOOD


@pytest.mark.parametrize(
    ("origin", "problem"),
    [
        ("wordnet", "origins.sailor: expected an object, found a string"),
        ({"sense": ""}, "origins.sailor.source is missing"),
        ({"source": "wordnet"}, "origins.sailor.sense is missing"),
        (SAILOR | {"colour": "red"}, "origins.sailor has an unknown key 'colour'"),
    ],
)
def test_a_broken_reason_is_refused_by_its_place(origin, problem):
    with pytest.raises(RecordError, match="em1") as caught:
        document_from_json(record(sailor=origin))
    assert problem in str(caught.value)
