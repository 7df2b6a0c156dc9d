"""The choices that the first model learns from keep to the sample and to its guidelines."""

import json
from collections import Counter, defaultdict

import pytest

from annotation.formats import read_documents
from annotation.options import options_of
from annotation.records import MASK
from annotation.types import SemanticType
from webapp.versions.sample import AUTHORS, CHOICES, SAMPLE, checksum, load_sample

RECORDS = list(read_documents(SAMPLE))
CHOSEN = json.loads(CHOICES.read_text(encoding="utf-8"))
MASKED = [
    (record.doc_id, mention)
    for record in RECORDS
    for mention in record.iter_mentions()
    if mention.is_masked and mention.replacement is not None
]


def test_every_masked_mention_has_a_choice_and_no_other_does():
    wanted = defaultdict(set)
    for doc_id, mention in MASKED:
        wanted[doc_id].add(mention.mention_id)
    assert {doc_id: set(chosen) for doc_id, chosen in CHOSEN.items()} == wanted


def test_every_choice_is_offered_for_its_mention():
    for doc_id, mention in MASKED:
        offered = [option.text for option in options_of(mention.replacement)]
        assert CHOSEN[doc_id][mention.mention_id] in offered, mention.mention_id


def test_they_are_no_baseline_and_no_mask_everywhere():
    first, masks = 0, 0
    for doc_id, mention in MASKED:
        text = CHOSEN[doc_id][mention.mention_id]
        first += text == options_of(mention.replacement)[0].text
        masks += text == MASK
    assert 0.4 < first / len(MASKED) < 0.8
    assert masks > 10


def test_an_entity_is_replaced_alike_throughout():
    texts = defaultdict(set)
    for doc_id, mention in MASKED:
        offered = options_of(mention.replacement)
        texts[doc_id, mention.entity_id, offered].add(CHOSEN[doc_id][mention.mention_id])
    assert all(len(chosen) == 1 for chosen in texts.values())


@pytest.mark.parametrize(
    ("entity_type", "safe"), [(SemanticType.CODE, "***"), (SemanticType.PERSON, "PERSON ")]
)
def test_what_identifies_by_itself_never_stays_readable(entity_type, safe):
    for doc_id, mention in MASKED:
        if mention.entity_type is entity_type:
            assert CHOSEN[doc_id][mention.mention_id].startswith(safe)


def test_the_sample_becomes_annotated_documents():
    documents = load_sample()
    assert [document.doc_id for document in documents] == [record.doc_id for record in RECORDS]
    chosen = Counter(
        example.choices.get(AUTHORS, "") for document in documents for example in document.examples
    )
    del chosen[""]
    assert chosen == Counter(text for each in CHOSEN.values() for text in each.values())
    assert {name for document in documents for name in document.annotators} > {AUTHORS}
    assert len(checksum()) == 64
