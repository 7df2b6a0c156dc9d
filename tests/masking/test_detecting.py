"""The whole way from raw text to suggested mentions."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given, settings

from annotation.overlaying import DOES_NOT_READ_AS, SUGGESTIONS
from annotation.records import Document, Mention
from annotation.types import IdentifierType, SemanticType
from masking.detecting import Detector
from masking.operating_points import OperatingPoint
from tests.masking.texts import TEXTS

MAIL = (
    "From: Tuva Lindqvist <tuva.lindqvist@post.example>\r\n"
    "Dear Dr Ebner,\r\n\r\n"
    "I was born in Bergen on 4 May 1961 and live at 12 Mill Road, Leeds. My passport number is "
    "3119585 and my phone +47 22 12 34 56. Odd Ebner, your brother, saw me with Selma Ruud in "
    "1986. Yours, T. L.\r\n"
)


def document(text: str, **fields) -> Document:
    return Document(doc_id="d", text=text, **fields)


@pytest.fixture(scope="session")
def mentions_in(detector):
    """The suggested mentions of a text."""

    def detect(text: str, point: str = "balanced", protect=(), **fields) -> tuple[Mention, ...]:
        asked = OperatingPoint(point)
        [layer] = detector.detect(document(text, **fields), point=asked, protect=protect).layers
        assert layer.name == SUGGESTIONS
        return layer.mentions

    return detect


def hidden(mentions, *types: IdentifierType) -> set[str]:
    wanted = types or (IdentifierType.DIRECT, IdentifierType.QUASI)
    return {each.span_text for each in mentions if each.identifier_type in wanted}


def test_names_codes_and_addresses_of_a_mail_are_direct(mentions_in):
    direct = hidden(mentions_in(MAIL, protect=["Tuva Lindqvist"]), IdentifierType.DIRECT)
    assert direct >= {
        "Tuva Lindqvist",
        "tuva.lindqvist@post.example",
        "12 Mill Road",
        "3119585",
        "+47 22 12 34 56",
        "T. L.",
    }
    assert not direct & {"Selma Ruud", "Bergen", "4 May 1961"}


def test_what_else_tells_of_the_person_is_quasi(mentions_in):
    quasi = hidden(mentions_in(MAIL, protect=["Tuva Lindqvist"]), IdentifierType.QUASI)
    assert quasi >= {"Bergen", "4 May 1961", "Selma Ruud"}


def test_another_person_can_be_protected_and_so_can_several(mentions_in):
    one = hidden(mentions_in(MAIL, protect=["Ruud"]), IdentifierType.DIRECT)
    assert "Selma Ruud" in one
    assert "Tuva Lindqvist" not in one
    both = mentions_in(MAIL, protect=["Ruud", "Lindqvist"])
    assert {"Selma Ruud", "Tuva Lindqvist"} <= hidden(both, IdentifierType.DIRECT)


def test_the_task_names_who_is_protected(mentions_in):
    mentions = mentions_in(MAIL, task="Hide who this is: Selma Ruud")
    assert "Selma Ruud" in hidden(mentions, IdentifierType.DIRECT)


def test_what_one_operating_point_hides_the_more_private_hides(mentions_in):
    utility, balanced, privacy = (
        hidden(mentions_in(MAIL, point)) for point in ("utility", "balanced", "privacy")
    )
    assert utility <= balanced <= privacy
    assert {each.span_text for each in mentions_in(MAIL, "privacy")} == privacy


def test_mentions_say_how_sure_they_are_and_why(mentions_in):
    for mention in mentions_in(MAIL):
        assert 0 <= mention.layout.extra["score"] <= 1
        assert mention.layout.extra["reason"]


def test_the_same_text_gets_the_same_mentions(mentions_in):
    assert mentions_in(MAIL) == mentions_in(MAIL)


def test_layers_and_masked_text_of_before_are_replaced(detector):
    before = detector.detect(document("Tuva went to Bergen.", generalized_text="*** went."))
    assert before.generalized_text is None
    assert len(detector.detect(before).layers) == 1


@pytest.mark.parametrize(
    "text", ["", " ", "\n", "word", "\x00\x01\x02\ufffd", "½", "....", "\u202e"]
)
def test_a_text_that_says_nothing_has_no_mentions(mentions_in, text):
    assert hidden(mentions_in(text)) == set()


def test_initials_are_masked_as_the_name_is_that_they_stand_for(mentions_in):
    text = "Ms Yewande Adeyemi-Brooks came with Selma Ruud. YAB and S.R. slept badly. BBC said so."
    mentions = {each.span_text: each for each in mentions_in(text)}
    for initials, name in (("YAB", "Ms Yewande Adeyemi-Brooks"), ("S.R.", "Selma Ruud")):
        short, full = mentions[initials], mentions[name]
        assert short.entity_type is full.entity_type is SemanticType.PERSON
        assert (short.entity_id, short.identifier_type) == (full.entity_id, full.identifier_type)
        assert short.layout.extra["score"] == full.layout.extra["score"]


def test_what_could_be_read_stays_what_it_is_and_is_masked(detector):
    text = "Tuva Lindqvist likes Bergen and the geologist. Call +47 22 12 34 56."
    doc = detector.pipeline.parse(text)
    readable = ["Lindqvist", "likes", "22"]
    marks = detector.mark(document(text), doc, point=OperatingPoint.UTILITY, readable=readable)
    masked = {each.span_text: each for each in marks.iter_mentions() if each.is_masked}
    assert masked["Tuva Lindqvist"].entity_type is SemanticType.PERSON
    assert masked["likes"].entity_type is SemanticType.MISC
    assert masked["+47 22 12 34 56"].layout.extra["reason"].startswith("phone number")


def test_a_single_name_is_found(mentions_in):
    assert hidden(mentions_in("Tuva Lindqvist", protect=["Tuva"])) == {"Tuva Lindqvist"}


@pytest.mark.parametrize(
    "text",
    [
        "Tuva bor i Solvangata 12 i Bergen og har fødselsnummer 15086905091.",
        "Вера Орлова lives in Москва with 李明 at 12 Mill Road, Leeds.",
        "\x89PNG\r\n\x1a\n\x00\x00IHDR Tuva\x00\x00 771 \x1f\x8b\x08",
        "שלום Tuva \u202eBergen\u202c 😀👩‍👩‍👧 4 May 1961",
    ],
)
def test_other_languages_scripts_and_bytes_get_an_honest_result(mentions_in, text):
    mentions = mentions_in(text)
    assert all(text[each.start : each.end] == each.span_text != "" for each in mentions)
    assert all(one.end <= two.start for one, two in pairwise(mentions))


def test_codes_and_addresses_are_found_in_any_language(mentions_in):
    text = "Tuva bor i Solvangata 12 i Bergen og har fødselsnummer 15086905091."
    assert {"Solvangata 12", "15086905091"} <= hidden(mentions_in(text), IdentifierType.DIRECT)


@settings(max_examples=40)
@given(TEXTS)
def test_mentions_lie_where_they_say_and_apart(mentions_in, text):
    end = 0
    for mention in mentions_in(text, protect=["Zé"]):
        assert end <= mention.start < mention.end
        assert text[mention.start : mention.end] == mention.span_text
        end = mention.end


def test_codes_are_never_left_unmasked(mentions_in):
    codes = [each for each in mentions_in(MAIL, "utility") if each.entity_type is SemanticType.CODE]
    assert codes
    assert {each.identifier_type for each in codes} == {IdentifierType.DIRECT}


def test_a_long_text_keeps_what_each_of_its_parts_has(mentions_in):
    letter = MAIL.replace("\r\n", " ") + "\n\n"
    codes = [
        each.span_text
        for each in mentions_in(letter * 60)
        if each.span_text in {"3119585", "+47 22 12 34 56", "12 Mill Road"}
    ]
    assert len(codes) == 3 * 60


def test_equal_strings_are_masked_alike(mentions_in):
    mentions = mentions_in("Odd Ebner, Odd Ebner met. ODD EBNER! Odd Ebner left in 1961, 1961.")
    scores = {}
    for each in mentions:
        scores.setdefault(each.span_text, set()).add(each.layout.extra["score"])
    assert all(len(found) == 1 for found in scores.values())


@pytest.mark.parametrize("text", ["they call me tuva at the mill. then tuva left.", "Thanks, Tuva"])
def test_who_is_only_introduced_or_addressed_is_hidden(mentions_in, text):
    assert {"tuva", "Tuva"} & hidden(mentions_in(text))


def test_letters_apart_from_their_accents_are_read_as_one(mentions_in):
    text = (
        "Zoë Brontë met José García in Malmö. Later Zoë Brontë wrote to Renée Zölner, and in "
        "2010 she moved to Besançon with Ángel Núñez. ZOË is how she signs."
    )
    apart = unicodedata.normalize("NFD", text)
    composed, found = mentions_in(text), mentions_in(apart)
    assert all(each.span_text == apart[each.start : each.end] for each in found)
    assert [unicodedata.normalize("NFC", each.span_text) for each in found] == [
        each.span_text for each in composed
    ]
    assert [each.identifier_type for each in found] == [each.identifier_type for each in composed]
    assert {"Zoë Brontë", "ZOË", "Renée Zölner"} <= {each.span_text for each in composed}
    name = unicodedata.normalize("NFD", "Renée Zölner")
    assert name in hidden(mentions_in(apart, protect=[name]), IdentifierType.DIRECT)


FORM = (
    "Section C.\nName\tBridget Castellanos\nDOB:\t12/03/1961\nSeen by\tDr Sorensen\n"
    "Quentin Ravenscroft came along.\nSubject: Noël Bouchard 👨‍👩‍👧\n"
)


def test_nothing_that_is_found_crosses_lines_cells_or_labels(mentions_in):
    found = {each.span_text for each in mentions_in(FORM, "privacy")}
    assert found >= {"Bridget Castellanos", "Dr Sorensen", "Quentin Ravenscroft", "Noël Bouchard"}
    assert not found & {"Subject", "DOB"}
    assert not any(set("\t\n:👨") & set(words) for words in found)


def test_one_name_is_one_entity_of_one_type(mentions_in):
    text = "We met Dolores Vega. At the desk: DOLORES VEGA\nHi Dolores,\nDolores Vega left. Vega!"
    found = [each for each in mentions_in(text) if "vega" in each.span_text.casefold()]
    assert {each.entity_type for each in found} == {SemanticType.PERSON}
    assert len({each.entity_id for each in found}) == 1


def test_a_text_that_is_not_read_says_so_in_its_layer(detector):
    arabic = detector.detect(document("ولدت ليلى حداد في دمشق عام 1980"))
    english = detector.detect(document(MAIL))
    assert [each.layers[0].layout.extra for each in (arabic, english)] == [
        {DOES_NOT_READ_AS: "English"},
        {},
    ]
    assert {each.span_text for each in arabic.iter_mentions()} <= {"1980"}


def test_times_told_by_events_are_hidden_for_privacy_alone(mentions_in):
    text = "We went home the week after the landslide."
    told = {"week after the landslide"}
    assert hidden(mentions_in(text, "privacy")) >= told
    assert not hidden(mentions_in(text)) & told


def test_a_share_is_hidden_whole(mentions_in):
    assert "one in six" in hidden(mentions_in("And one in six was ill.", "privacy"))


def test_special_categories_are_hidden_at_balanced_but_not_for_utility(mentions_in):
    text = "My aunt is bisexual. He was convicted of arson."
    special = {"bisexual", "arson"}
    assert hidden(mentions_in(text)) >= special
    assert not hidden(mentions_in(text, "utility")) & special


def test_without_an_ontology_no_word_is_common_and_slips_of_a_protected_name_are_found(pipeline):
    bare = Detector.zero_shot(pipeline, None)
    marked = bare.detect(document("Dear Gunnhild, did gunhild write?"), protect=["Gunnhild Moe"])
    mentions = list(marked.iter_mentions())
    assert hidden(mentions, IdentifierType.DIRECT) == {"Gunnhild", "gunhild"}
