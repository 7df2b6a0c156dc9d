"""Web pages: the text that a reader of the page, or of the file, finds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.formats import Format, detect_format
from annotation.formats.html_page import text_of as text_of_page
from tests.annotation.reading import Read, text_of
from tests.annotation.refusals import message


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>Anna\n <b>Berg</b> lived</p> <p>in Oslo.", "Anna Berg lived\nin Oslo."),
        ("one<br>two<br><br>three", "one\ntwo\n\nthree"),
        ("<ul><li>one<li><p>two</p></ul>three", "one\ntwo\nthree"),
        ("a<div> <div>b </div></div> c<hr>d", "a\nb\nc\nd"),
        ("<pre>a  b\n c</pre><p>d  e", "a  b\n c\nd e"),
        (
            "<table><tr><th>Name<th> <th>Born</tr><tr><td><p>Anna</p><p>B</p><td>x<td>1986"
            "</table>after",
            "Name\t\tBorn\nAnna\nB\tx\t1986\nafter",
        ),
        ("a<script>var b</script><style>p {}</style><!-- c -->d", "ad"),
        ('<p style="display:none">hidden</p><p hidden>too</p>', "hidden\ntoo"),
        ("R&amp;D&nbsp;&#8211; &#x1F642;", "R&D\xa0– 🙂"),
        ('<img alt="Anna"><a title="Berg" href="x">link</a>', "link"),
        ("a <i> b </i> c", "a b c"),
    ],
)
def test_a_page_reads_as_it_is_seen(tmp_path, body, text):
    assert text_of(tmp_path, f"<!DOCTYPE html><html><body>{body}", "page.txt") == text


def test_the_title_is_text(tmp_path):
    page = "<html><head><title>Anna Berg</title><meta name=a content=b></head><p>lived"
    assert text_of(tmp_path, page, "anna.html") == "Anna Berg\nlived"


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.txt", "<!doctype html><p>Anna", Format.HTML),
        ("a", "\n<!-- saved -->\n<HTML lang=en><p>Anna", Format.HTML),
        ("a.html", "<p>Anna", Format.HTML),
        ("a.txt", "<p>Anna", Format.TEXT),
        ("a.html", "Anna wrote <b>.", Format.TEXT),
    ],
)
def test_a_page_is_known_by_its_first_tag(tmp_path, name, content, expected):
    (tmp_path / "upload").write_text(content)
    assert detect_format(tmp_path / "upload", name=name) is expected


@pytest.mark.parametrize(
    ("declared", "codec", "text"),
    [
        ("<meta charset=iso-8859-1>", "cp1252", "“Tromsø”"),
        ('<meta http-equiv="x" content="text/html; charset=windows-1251">', "cp1251", "Анна"),
        ('<meta charset="gb2312">', "gb18030", "王小明"),
        ("<meta charset=iso-8859-1>", "utf-8", "Tromsø"),
        ("", "utf-16", "Tromsø"),
    ],
)
def test_the_encoding_is_the_one_that_is_declared_if_it_can_be(tmp_path, declared, codec, text):
    page = f"<html><head>{declared}</head><p>{text}</p>".encode(codec)
    assert text_of(tmp_path, page, "page.html") == text


@pytest.mark.parametrize("declared", ["utf-8", "nonsense", "base64", "ascii"])
def test_an_encoding_that_is_declared_and_wrong_is_guessed(tmp_path, declared):
    page = f"<html><meta charset={declared}><p>Søren bor i Tromsø, på Ås.".encode("cp1252")
    found = Read(tmp_path, page, "page.html")
    assert found.texts == {"page": "Søren bor i Tromsø, på Ås."}
    assert [note for note in found.notes if "a guess" in note] or declared == "ascii"


def test_answers_to_answers_are_read_to_the_deepest(tmp_path):
    page = "<html>" + "<blockquote>" * 400 + "deep" + "</blockquote>" * 400 + "after"
    assert text_of(tmp_path, page, "a.html") == "deep\nafter"


def test_a_page_without_text_or_with_too_much_depth_is_refused(tmp_path):
    assert "there is no text" in message(tmp_path, "<html><script>x</script>", name="a.html")
    problem = message(tmp_path, "<html>" + "<div>" * 9_000 + "Anna", name="a.html")
    assert "the page can't be read on" in problem


words = st.text(st.sampled_from("abcé<&>🙂"), min_size=1)


@given(st.lists(st.lists(words, min_size=1), min_size=1))
def test_no_word_of_a_page_is_lost(blocks):
    escape = str.maketrans({"<": "&lt;", ">": "&gt;", "&": "&amp;"})
    page = "".join(f"<p>{' <b>x</b> '.join(w.translate(escape) for w in b)}</p>" for b in blocks)
    assert text_of_page(f"<html>{page}") == "\n".join(" x ".join(block) for block in blocks)
