"""Anonymized texts to hand out: what they say, in which file, and what keeps them back."""

import pytest

from annotation.formats.record_shape import document_from_json
from annotation.hidden_words import NoLexicon
from annotation.rendering import as_chosen, generalized_text_of, without_brackets
from annotation.writing import Anonymizer, Form, chosen_by, written
from ontology.rules.grammar import fit
from tests.annotation.word_files import text_of_word_file

TEXT = "Ann Berg moved to Oslo <1986>.\nAnn Berg & co\tleft."
SPANS = [("Ann Berg", "PERSON", "PERSON 1"), ("Oslo", "LOC", "city"), ("1986", "DATETIME", "***")]
SPANS += [("Ann Berg", "PERSON", "PERSON 1")]


def document(choices=None, *, text=TEXT, spans=SPANS, whose="Kim"):
    """A document in which `choices` are the texts chosen for the spans, None for none."""
    chosen = [span[2] for span in spans] if choices is None else choices
    mentions, start = [], 0
    for number, ((words, kind, _), choice) in enumerate(zip(spans, chosen, strict=True)):
        start = text.index(words, start)
        mentions.append(
            {
                "entity_mention_id": f"m{number}",
                "entity_id": f"e{number}",
                "entity_type": kind,
                "identifier_type": "QUASI",
                "span_text": words,
                "start_offset": start,
                "end_offset": start + len(words),
                "replacement": {
                    "generalizations": {"list": [choice, "***"] if choice else ["***"]},
                    "generalization_selection": {choice: [whose]} if choice else {},
                },
            }
        )
        start += len(words)
    layers = {"spans": {"entity_mentions": mentions}}
    return document_from_json({"doc_id": "ann", "text": text, "annotations": layers})


def anonymized(*choices, **others):
    return Anonymizer(NoLexicon(), fit, **others).anonymize(document(list(choices) or None))


def test_choices_stand_in_brackets_and_in_their_sentences():
    found = anonymized()
    assert found.text == "[PERSON 1] moved to [a city] <***>.\n[PERSON 1] & co\tleft."
    assert found.problems == ()


def test_without_brackets_and_without_grammar():
    found = Anonymizer(NoLexicon(), without_brackets(as_chosen)).anonymize(document())
    assert found.text == "PERSON 1 moved to city <***>.\nPERSON 1 & co\tleft."
    bare = Anonymizer(NoLexicon()).anonymize(document())
    assert bare.text == generalized_text_of(document())


def test_the_word_before_a_span_changes_with_it_and_not_that_of_another_span():
    spans = [("architect", "DEM", "person")]
    found = Anonymizer(NoLexicon(), fit).anonymize(
        document(None, text="She is an architect.", spans=spans)
    )
    assert found.text == "She is a [person]."
    assert written(found, Form.HTML).decode().count("She is a <mark>[person]</mark>.") == 1
    spans = [("plan a", "MISC", "idea"), ("architect", "DEM", "person")]
    found = Anonymizer(NoLexicon(), fit).anonymize(
        document(None, text="By plan a architect.", spans=spans)
    )
    assert found.text == "By [idea] [person]."


def test_what_is_left_as_it_is_has_no_brackets_and_is_no_change():
    found = anonymized("PERSON 1", "Oslo", "1986", "PERSON 1")
    assert found.text == "[PERSON 1] moved to Oslo <1986>.\n[PERSON 1] & co\tleft."
    assert len(found.changes) == 2
    assert found.problems == ()


def test_a_name_that_is_left_is_told():
    [problem, *_] = anonymized("PERSON 1", "city", "***", "Ann Berg").problems
    assert "“Ann Berg” is still readable in the generalized text" in problem


def test_a_span_without_a_choice_keeps_all_of_it_back():
    found = anonymized("PERSON 1", None, "***", None)
    assert found.problems == ("2 spans without a choice",)
    assert found.changes == ()


def test_a_text_without_spans_goes_out_where_somebody_said_so():
    bare = document(None, text="Nobody here.", spans=[])
    anonymizer = Anonymizer(NoLexicon())
    assert anonymizer.anonymize(bare).problems == (
        "nothing is marked: its text would go out whole",
    )
    assert anonymizer.anonymize(bare, may_be_unmasked=True).problems == ()


def test_the_choices_of_one_annotator_alone():
    assert chosen_by(document(), "Kim") == document()
    found = Anonymizer(NoLexicon()).anonymize(chosen_by(document(), "Lou"))
    assert found.problems == ("4 spans without a choice",)


def test_plain_text_is_the_text_as_it_stands():
    assert written(anonymized(), Form.TEXT).decode() == anonymized().text


def test_a_page_is_escaped_marked_and_whole():
    page = written(anonymized("PERSON 1", "a <b>", "***", "PERSON 1"), Form.HTML).decode()
    assert '<p dir="auto"><mark>[PERSON 1]</mark> moved to <mark>[a &lt;b&gt;]</mark>' in page
    assert "&lt;<mark>***</mark>&gt;.</p>\n" in page
    assert '<p dir="auto"><mark>[PERSON 1]</mark> &amp; co\tleft.</p>' in page
    assert '<meta charset="utf-8">' in page
    for absent in ("lang=", "<script", "http", "<link", "src="):
        assert absent not in page


def test_a_new_word_file_says_the_same():
    assert text_of_word_file(written(anonymized(), Form.DOCX)) == anonymized().text


@pytest.mark.parametrize("form", Form)
def test_every_form_has_a_name_on_the_network_and_the_same_bytes_every_time(form):
    assert "/" in form.media_type
    assert written(anonymized(), form) == written(anonymized(), form)
