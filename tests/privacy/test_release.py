"""What is written for release: texts with random ids, the key to them, counts for the report."""

import io
import json
import zipfile

import pytest

from annotation.writing import Anonymizer
from privacy.gate import Gated, digest_of_text, judge
from privacy.release import ReleaseCounts, ReleaseFolder, ReleaseForm, key_as_csv, key_as_json
from tests.annotation.masking import Dictionary, document
from tests.annotation.word_files import text_of_word_file
from tests.privacy.test_gate import NOW, attack, check

TEXTS = [f"Anna Berg has {number} books." for number in range(12)]
NAMES = [f"anna-{number}" for number in range(12)]
BERG = ("Anna Berg", "PERSON", "PERSON 1")
ANONYMIZER = Anonymizer(Dictionary())


def release(folder, form):
    target = ReleaseFolder(folder, form)
    for name, text in zip(NAMES, TEXTS, strict=True):
        target.add(ANONYMIZER.anonymize(document(text, BERG)), name)
    return target.finish(), target.key


def texts_of(path):
    """Return the texts of a released file by their ids, in the order in which they stand."""
    if path.suffix == ".jsonl":
        lines = map(json.loads, path.read_text().splitlines())
        return {line["id"]: line["text"] for line in lines}
    with zipfile.ZipFile(path) as archive:
        contents = {name.partition(".")[0]: archive.read(name) for name in archive.namelist()}
    is_word = next(iter(contents.values())).startswith(b"PK")
    return {
        number: text_of_word_file(content) if is_word else content.decode()
        for number, content in contents.items()
    }


@pytest.mark.parametrize("form", ReleaseForm)
def test_the_key_leads_from_each_text_to_its_document_and_the_order_tells_nothing(tmp_path, form):
    path, key = release(tmp_path, form)
    texts = texts_of(path)
    assert list(texts) == sorted(key)
    for number, text in texts.items():
        of_document = key[number].removeprefix("anna-")
        assert text == f"[PERSON 1] has {of_document} books."
    assert {each.name for each in tmp_path.iterdir()} == {path.name}


def test_another_release_of_the_same_texts_has_other_ids_in_another_order(tmp_path):
    orders = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        path, key = release(tmp_path / name, ReleaseForm.JSONL)
        orders.append([key[number] for number in texts_of(path)])
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1]) == sorted(NAMES)


def test_members_of_archives_have_no_dates(tmp_path):
    path, _ = release(tmp_path, ReleaseForm.DOCX)
    with zipfile.ZipFile(path) as archive:
        packed = [*archive.infolist()]
        for name in archive.namelist():
            with zipfile.ZipFile(io.BytesIO(archive.read(name))) as inner:
                packed += inner.infolist()
    assert {each.date_time for each in packed} == {(1980, 1, 1, 0, 0, 0)}


def test_a_key_is_a_table_or_an_object():
    key = {"b2": 'the "second"', "a1": "the first"}
    assert json.loads(key_as_json(key)) == key
    assert key_as_csv(key).decode() == 'id,doc_id\r\na1,the first\r\nb2,"the ""second"""\r\n'


def judged(found, last):
    digest = digest_of_text(found.text)
    return judge(found, text_digest=digest, check=last, background_at=NOW)


def test_the_report_counts_what_was_hidden_and_found_and_names_no_word_of_it():
    counts = ReleaseCounts()
    place = ("Oslo", "LOC", "Oslo")
    decided = document("Anna Berg left Oslo.", BERG, place)
    found = ANONYMIZER.anonymize(decided)
    last = check(found.text, attack(0.95), attack(0.4, by="meaning", rank=3), k=1)
    counts.add(decided, judged(found, last), last, is_unmasked=False)
    bare = document("She left.")
    counts.add(bare, Gated((), {}), None, is_unmasked=True)
    report = counts.to_json()
    assert report["hidden"] == {
        "spans": 1,
        "by_type": {"Person": 1},
        "by_identifier": {"Quasi-identifier": 1},
        "left_as_they_were": 1,
        "texts_with_nothing_hidden": 1,
    }
    assert [(each["by"], each["found_first"]) for each in report["attacks"]] == [
        ("meaning", 0),
        ("words", 1),
    ]
    assert report["texts_not_attacked"] == 1
    assert report["people"] == {"texts_counted": 1, "texts_that_fit_one": 1}
    assert report["meaning_kept"] == 0.6
    said = json.dumps(report)
    assert not any(word in said for word in ("Anna", "Berg", "Oslo"))
