"""The trained recognizer learns what people mask, and is the same wherever it is opened."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace

import pytest

from annotation.reading.text import read_document
from learning.encoding import Encoder
from learning.errors import TrainingError, VersionError
from masking.operating_points import OperatingPoint
from masking.recognizers.trained import TrainedRecognizer
from tests.encoders import write_electra
from tests.marked_layers import annotated
from tests.masking.corrected_documents import corrected, resources

LEARNT = [corrected(number) for number in range(8)]
NEW = "Hans Nes was born in Larvik in 1961. The family was poor. Hans, a nurse, worked well."


@pytest.fixture(scope="module")
def foundation(tiny_encoder):
    return resources(tiny_encoder)


@pytest.fixture(scope="module")
def recognizer(foundation):
    return TrainedRecognizer.fit(LEARNT, foundation)


def found(recognizer, text):
    doc = recognizer.resources.pipeline.parse(text)
    return [(text[span.start : span.end], span) for span in recognizer.recognize(doc)]


def test_what_people_masked_is_masked_in_a_new_text_and_what_they_let_stand_is_not(recognizer):
    masked = " ".join(words for words, _ in found(recognizer, NEW))
    assert all(word in masked for word in ("Hans Nes", "Larvik", "1961"))
    assert not any(word in masked for word in ("family", "nurse", "worked"))


def test_types_are_trained_on_the_mentions(recognizer):
    types = {words: span.entity_type.value for words, span in found(recognizer, NEW)}
    assert types["Hans Nes"] == "PERSON"
    assert types["1961"] == "DATETIME"


def test_a_score_is_a_probability_above_the_threshold(recognizer):
    scores = [span.score for _, span in found(recognizer, NEW)]
    assert scores
    least = recognizer.thresholds[OperatingPoint.BALANCED]
    assert all(least <= score <= 1 for score in scores)


def test_more_is_masked_for_privacy_than_for_utility(recognizer):
    doc = recognizer.resources.pipeline.parse(NEW)
    covered = [
        sum(span.end - span.start for span in recognizer.recognize(doc, point))
        for point in (OperatingPoint.PRIVACY, OperatingPoint.BALANCED, OperatingPoint.UTILITY)
    ]
    assert covered == sorted(covered, reverse=True)


def test_the_same_documents_train_the_same_recognizer(recognizer, foundation, tmp_path):
    again = TrainedRecognizer.fit(LEARNT, foundation)
    assert written(again, tmp_path / "again") == written(recognizer, tmp_path / "first")


def test_letters_apart_from_their_accents_teach_the_same(foundation, tmp_path):
    name = unicodedata.normalize("NFD", "José Núñez")
    apart = [annotated("d9", Kim=f"Then [{name}|n|DIRECT] left [Tromsø|p|QUASI|LOC]."), *LEARNT]
    joined = list(map(read_document, apart))
    assert joined[0].text != apart[0].text
    taught, again = (TrainedRecognizer.fit(each, foundation) for each in (apart, joined))
    assert written(taught, tmp_path / "apart") == written(again, tmp_path / "joined")


def written(recognizer, folder):
    folder.mkdir()
    recognizer.save(folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_is_saved_is_opened_again_to_the_last_bit(recognizer, foundation, tmp_path):
    recognizer.save(tmp_path)
    opened = TrainedRecognizer.open(tmp_path, foundation)
    doc = foundation.pipeline.parse(NEW)
    assert opened.tag(doc).masked.tobytes() == recognizer.tag(doc).masked.tobytes()
    assert found(opened, NEW) == found(recognizer, NEW)


def test_with_another_encoder_it_is_not_opened(recognizer, tmp_path):
    recognizer.save(tmp_path)
    other = Encoder(write_electra(tmp_path / "electra"))
    with pytest.raises(VersionError, match="trained with another encoder"):
        TrainedRecognizer.open(tmp_path, resources(other))


@pytest.mark.parametrize("features", [{}, {"set of features": "others"}])
def test_what_was_trained_on_other_features_is_not_opened(
    recognizer, foundation, tmp_path, features
):
    recognizer.save(tmp_path)
    settings = json.loads((tmp_path / "settings.json").read_text())
    del settings["set of features"]
    (tmp_path / "settings.json").write_text(json.dumps(settings | features))
    with pytest.raises(VersionError, match="another set of features"):
        TrainedRecognizer.open(tmp_path, foundation)


@pytest.mark.parametrize("name", ["settings.json", "crf.bin", "linear-span.safetensors"])
@pytest.mark.parametrize("content", [None, b"", b"no model"])
def test_a_broken_folder_is_refused(recognizer, foundation, tmp_path, name, content):
    recognizer.save(tmp_path)
    (tmp_path / name).unlink()
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(VersionError):
        TrainedRecognizer.open(tmp_path, foundation)


def test_a_long_text_is_read_to_its_end(recognizer):
    text = NEW + " Nothing else was said." * 200 + " Later came Ivar Ness of Drammen in 1983."
    masked = [words for words, span in found(recognizer, text) if span.start > len(text) - 50]
    assert any("1983" in words for words in masked)


@pytest.mark.parametrize("text", ["", " ", "\n\n", "…", "Yes"])
def test_where_nothing_identifies_nothing_is_masked(recognizer, text):
    assert found(recognizer, text) == []


def test_layers_of_several_annotators_are_all_trained_on(foundation):
    both = [
        replace(each, layers=(*each.layers, replace(each.layers[0], name="Lee", mentions=())))
        for each in LEARNT
    ]
    torn = TrainedRecognizer.fit(both, foundation)
    one_sided = TrainedRecognizer.fit(LEARNT, foundation)
    doc = foundation.pipeline.parse(NEW)
    assert torn.tag(doc).masked.max() < one_sided.tag(doc).masked.max()


def test_one_document_does_not_suffice(foundation):
    with pytest.raises(TrainingError, match="at least 2 corrected documents, and there is 1"):
        TrainedRecognizer.fit(LEARNT[:1], foundation)


def test_documents_without_masks_teach_nothing(foundation):
    bare = [annotated(f"b{each}", Kim=f"Text [number|n|NO_MASK] {each}.") for each in range(3)]
    with pytest.raises(TrainingError, match="nothing to learn from"):
        TrainedRecognizer.fit(bare, foundation)
