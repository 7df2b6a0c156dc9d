"""Texts in other encodings than UTF-8: detected by their mark, or guessed, which is noted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats.encoding import decode
from tests.annotation.reading import Read, text_of

TEXTS = {
    "cp1252": [
        "Tromsø",
        "“café”",
        "Åse Bjørnstad bodde i Tromsø fra 1986.",
        "Die Straße in München ist schön, sagte Frau Müller.",
        "L’élève était âgé de 12 ans, né à Orléans.",
    ],
    "cp1250": ["Pani Małgorzata Dąbrowska urodziła się w Łodzi.", "Jiří Dvořák se narodil v Brně."],
    "cp1251": ["Анна Берг жила в Осло с 1986 года."],
    "koi8-r": ["Анна Берг жила в Осло с 1986 года."],
    "cp1253": ["Η Άννα Μπεργκ ζούσε στο Όσλο από το 1986."],
    "cp1254": ["İstanbul'da yaşayan Ayşe Yılmaz öğretmendi ve çok çalıştı."],
    "cp1255": ["אנה ברג גרה באוסלו מאז שנת 1986 וכתבה ספרים."],
    "cp1256": ["عاشت آنا بيرغ في أوسلو منذ عام 1986 وكتبت الروايات."],
    "cp932": ["山田太郎は一九八六年に東京で生まれました。"],
    "euc-jp": ["山田太郎は一九八六年に東京で生まれました。"],
    "gb18030": ["王小明一九八六年出生在北京，他写了三本小说。"],
    "big5": ["王小明一九八六年出生在臺北，他寫了三本小說。"],
    "cp949": ["김철수는 1986년에 서울에서 태어났다."],
    "mac-roman": ["Åse Bjørnstad bodde i Tromsø fra 1986, og hun “skrev” bøker."],
    "cp850": ["Åse Bjørnstad bodde i Tromsø fra 1986, og hun skrev bøker."],
}
CASES = [(codec, text) for codec, texts in TEXTS.items() for text in texts]


@pytest.mark.parametrize(("codec", "text"), CASES)
@pytest.mark.parametrize("before", ["", "She wrote it.\n" * 30_000])
def test_the_encoding_of_a_text_is_guessed_and_that_is_said(tmp_path, codec, text, before):
    found = Read(tmp_path, (before + text).encode(codec), "a.txt")
    assert found.texts == {"a": before + text}
    [note] = found.notes
    assert note.startswith("a.txt: read as ")
    assert note.endswith(", which is a guess: look whether its letters are right")


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["a.txt", "a.marked.txt", "a.md"])
def test_a_byte_order_mark_is_no_guess_nor_are_zeros_between_letters(tmp_path, codec, name):
    assert text_of(tmp_path, "Anna lived in Tromsø.".encode(codec), name) == "Anna lived in Tromsø."


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le"])
def test_json_may_be_utf16(tmp_path, codec):
    content = '{"doc_id": "a", "text": "Tromsø"}'.encode(codec)
    assert text_of(tmp_path, content, "a.jsonl") == "Tromsø"


@given(st.text(st.characters(codec="utf-8")))
def test_what_is_utf8_is_never_guessed(text):
    read, encoding = decode(text.encode())
    assert read == text.removeprefix("\ufeff") or "\0" in text
    assert not encoding.is_guess or "\0" in text
