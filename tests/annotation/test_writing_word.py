"""Word files that go out: in the layout that came in, with nothing in them but text and looks."""

import inspect
import io
import re
import shutil
import subprocess
import sys

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.changes import Change, changed
from annotation.formats.xml_trees import parse
from annotation.writing import WritingError
from annotation.writing.word import anonymized_word_file, new_word_file
from annotation.writing.word_cleaning import word
from annotation.writing.word_package import WordPart, check, pack
from tests.annotation.people_files import packed
from tests.annotation.word_files import (
    FULL,
    SPACES,
    STYLES,
    cell,
    members_of,
    paragraph,
    run,
    text_of_word_file,
    word_file,
)

TELLING = re.compile("anna|berg|storgata|oslo|mailto|example|2024|AB12", re.IGNORECASE)
REPLACED = {"Anna Berg": "[PERSON 1]", "Anna\tBerg": "***", "Storgata 1\n0155 Oslo": "[address]"}
REPLACED |= {"Berg AS": "[a firm]", "Berg": "[PERSON 1]"}


def changes_in(text, replaced):
    """The changes that put texts in the place of others, wherever they stand."""
    found = re.finditer("|".join(map(re.escape, replaced)), text)
    return [Change(*match.span(), replaced[match[0]]) for match in found]


def anonymized(content, replaced=REPLACED):
    text = text_of_word_file(content)
    return anonymized_word_file(content, text, changes_in(text, replaced))


@pytest.fixture(scope="module")
def full():
    return anonymized(FULL)


def test_the_text_is_that_of_the_file_with_its_changes(full):
    assert text_of_word_file(full).split("\n") == [
        "Letter of [PERSON 1]",
        "Dear [PERSON 1], hello. New. Hidden [PERSON 1].",
        "mail her or write here nowx",
        "Box of [PERSON 1]",
        "***\t",
        "[address]",
        "[PERSON 1]\tand",
        "sons",
        "[PERSON 1] was here.",
        "[a firm]",
        "page 1/2 by AB",
    ]


def test_nothing_else_in_the_archive_tells_of_anybody(full):
    assert TELLING.findall("".join(members_of(full).values())) == []
    assert TELLING.search("".join(members_of(FULL).values()))


def test_only_parts_that_are_needed_are_there_and_all_that_are_referred_to(full):
    members = members_of(full)
    kinds = {re.sub(r"\d", "", name) for name in members}
    assert kinds == {
        "[Content_Types].xml",
        "_rels/.rels",
        "word/_rels/document.xml.rels",
        *(f"word/{name}.xml" for name in ("document", "footer", "footnotes", "header")),
        *(f"word/{name}.xml" for name in ("numbering", "settings", "styles")),
    }
    links = members["word/_rels/document.xml.rels"]
    targets = {f"word/{target}" for target in re.findall(r'Target="([^"]+)"', links)}
    parts = {name for name in members if name.startswith("word/") and "rels" not in name}
    assert targets == parts - {"word/document.xml"}
    declared = set(re.findall(r'PartName="/([^"]+)"', members["[Content_Types].xml"]))
    assert declared == parts
    used = set(re.findall(r':id="(r\d+)"', members["word/document.xml"]))
    assert used <= set(re.findall(r'Id="(r\d+)"', links))
    assert len(used) == 2


def test_tracked_changes_comments_links_pictures_and_controls_are_gone(full):
    everything = "".join(members_of(full).values())
    gone = "ins del moveFrom delText rPrChange pPrChange hyperlink sdt comments commentReference "
    gone += "bookmarkStart drawing pict Fallback sym smartTag altChunk documentProtection nsid "
    gone += "attachedTemplate rsids docVars latentStyles"
    assert [name for name in gone.split() if re.search(rf"[:<]{name}[ />]", everything)] == []


def test_looks_stay_and_the_first_run_of_a_span_says_the_replacement(full):
    main = members_of(full)["word/document.xml"]
    assert '<w:rPr><w:b/></w:rPr><w:t xml:space="preserve">[PERSON 1]</w:t>' in main
    assert "<w:vanish/>" in main
    assert 'w:w="11906"' in main
    members = {re.sub(r"\d", "", name): content for name, content in members_of(full).items()}
    assert 'w:val="Style 3"' in members["word/styles.xml"]
    assert 'w:ascii="Georgia"' in members["word/styles.xml"]
    assert 'w:lvlText w:val="%1."' in members["word/numbering.xml"]
    assert "<w:evenAndOddHeaders/>" in members["word/settings.xml"]
    assert members["word/settings.xml"].count("compatSetting ") == 1


def test_numbers_of_pages_are_counted_still_and_no_other_field_is(full):
    [footer] = [text for name, text in members_of(full).items() if "footer" in name]
    assert "<w:instrText> PAGE </w:instrText>" in footer
    assert re.findall(r'w:instr="([^"]*)"', footer) == ["NUMPAGES"]
    main = members_of(full)["word/document.xml"]
    assert "fldChar" not in main


def test_another_program_opens_it_and_finds_the_same(full):
    opened = docx.Document(io.BytesIO(full))
    assert opened.paragraphs[0].text == "Letter of [PERSON 1]"
    assert opened.paragraphs[0].style.name == "Style 3"
    assert opened.paragraphs[0].style.base_style.name == "Heading 1"
    assert [each.text for each in opened.tables[0].rows[0].cells] == ["***", ""]
    assert opened.sections[0].header.paragraphs[0].text == "[a firm]"


@pytest.mark.slow
def test_libreoffice_opens_it(full, tmp_path):
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("no LibreOffice on the path")
    (tmp_path / "full.docx").write_bytes(full)
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    wanted = ["--headless", "--convert-to", "txt:Text (encoded):UTF8", "--outdir", tmp_path]
    subprocess.run(
        [program, profile, *wanted, tmp_path / "full.docx"], check=True, capture_output=True
    )
    lines = (tmp_path / "full.txt").read_text("utf-8-sig").split("\n")
    assert lines[:2] == ["Letter of [PERSON 1]", "Dear [PERSON 1], hello. New. Hidden [PERSON 1].1"]
    assert "    1. [address]" in lines


def test_what_another_program_wrote_is_rewritten():
    made = docx.Document()
    made.core_properties.author = "Anna Berg"
    made.add_heading("About Anna Berg", level=1)
    made.add_paragraph("Anna Berg left.", style="List Bullet")
    stream = io.BytesIO()
    made.save(stream)
    opened = docx.Document(io.BytesIO(anonymized(stream.getvalue())))
    found = [(each.text, each.style.name) for each in opened.paragraphs]
    assert found == [
        ("About [PERSON 1]", "Heading 1"),
        ("[PERSON 1] left.", "List Bullet"),
    ]


def test_the_same_bytes_come_of_the_same_file(full):
    assert anonymized(FULL) == full
    assert new_word_file("Anna\nBerg") == new_word_file("Anna\nBerg")


def test_paragraphs_that_a_span_joins_become_one_and_the_borders_of_cells_stay():
    rows = f"<w:tr>{cell(paragraph(run('Anna')))}{cell(paragraph(run('Berg')))}</w:tr>"
    content = word_file(
        "".join(map(paragraph, map(run, ["He is Anna", "of", "Berg today"])))
        + f"<w:tbl>{rows}</w:tbl>"
    )
    replaced = {"Anna\nof\nBerg": "[somebody]", "today\nAnna\tBerg": "***"}
    assert text_of_word_file(anonymized(content, replaced)) == "He is [somebody] ***\n\t"


def test_a_section_that_ends_within_a_span_still_ends():
    looks = "<w:sectPr><w:pgSz w:w='1000' w:h='1000'/></w:sectPr>"
    content = word_file(paragraph(run("Anna"), looks=looks) + paragraph(run("Berg")))
    made = anonymized(content, {"Anna\nBerg": "***"})
    assert text_of_word_file(made) == "***\n"
    assert "w:pgSz" in members_of(made)["word/document.xml"]


def test_tabs_and_breaks_in_a_span_go_and_one_can_be_replaced():
    inner = "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>"
    made = anonymized(word_file(paragraph(inner)), {"\t": "[x]", "\nc": "[y]"})
    assert text_of_word_file(made) == "a[x]b[y]"
    main = members_of(made)["word/document.xml"]
    assert "<w:tab/>" not in main
    assert "<w:br/>" not in main


words = st.lists(st.text("ab \t&<é🙂", min_size=1, max_size=4), min_size=1, max_size=3)


@given(st.lists(words, min_size=1, max_size=4), st.data())
def test_any_stretch_of_any_text_can_be_changed(lines, data):
    def written(text):
        text = text.replace("&", "&amp;").replace("<", "&lt;")
        return "<w:r><w:tab/></w:r>".join(run(piece) for piece in text.split("\t"))

    body = "".join(paragraph(*map(written, texts)) for texts in lines)
    content = word_file(body + paragraph(run("end")))
    text = text_of_word_file(content)
    assert text == "\n".join(["".join(texts) for texts in lines] + ["end"])
    borders = sorted(data.draw(st.sets(st.integers(0, len(text) - 3), max_size=6)))
    pairs = zip(borders[::2], borders[1::2], strict=False)
    changes = [Change(*pair, "***") for pair in pairs if text[slice(*pair)].strip("\n")]
    made = anonymized_word_file(content, text, changes)
    assert text_of_word_file(made) == changed(text, changes)


def test_a_file_that_no_longer_reads_as_the_document_is_refused():
    with pytest.raises(WritingError, match="its text is not where the document's is"):
        anonymized_word_file(FULL, "Anna", [])
    with pytest.raises(WritingError, match="can't be read any more"):
        anonymized_word_file(b"PK", "Anna", [])


def test_controls_in_controls_are_unwrapped_and_too_many_are_refused():
    begin, end = "<w:sdt><w:sdtContent>" * 120, "</w:sdtContent></w:sdt>" * 120
    content = word_file(paragraph(begin, run("deep"), end))
    assert text_of_word_file(anonymized(content)) == "deep"
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 200)
    try:
        with pytest.raises(WritingError, match="can't be read any more"):
            anonymized(content)
    finally:
        sys.setrecursionlimit(limit)


def test_text_in_a_place_that_can_not_be_copied_is_refused():
    shape = "<w:r><w:drawing><a:p><a:r><a:t>drawn</a:t></a:r></a:p></w:drawing></w:r>"
    content = word_file(paragraph(run("be"), shape, run("hind")))
    with pytest.raises(WritingError, match="another format"):
        anonymized(content)


@pytest.mark.parametrize(
    ("xml", "problem"),
    [
        ("<w:p><w:bookmarkStart w:name='Anna'/></w:p>", "says too much"),
        ("<w:p><w:pPr><w:pStyle w:val='Anna'/></w:pPr></w:p>", "says too much"),
        ("<w:p><m:oMath/></w:p>", "says too much"),
        ("<w:p>Anna</w:p>", "says too much"),
        ("<w:p><w:instrText>Anna</w:instrText></w:p>", "says too much"),
        ("<w:p/>Anna", "says too much"),
        ("<w:p><w:r><w:t>Anna</w:t></w:r></w:p>", "does not read as it should"),
    ],
)
def test_what_a_written_file_says_too_much_is_found(xml, problem):
    told = run("told")
    root = parse(
        f"<w:document {SPACES}><w:body><w:p>{told}</w:p>{xml}</w:body></w:document>".encode(), "x"
    )
    with pytest.raises(WritingError, match=problem):
        check(pack(root, []), "told\n" if xml.startswith("<w:p") else "told")


def test_a_part_that_has_no_business_there_is_found():
    body = word("document")
    body.append(word("body"))
    with pytest.raises(WritingError, match="a part too many"):
        check(pack(body, [WordPart("r9", "comments", word("comments"))]), "")


def test_fonts_of_a_theme_are_named_and_those_of_a_firm_are_not():
    theme = (
        "<a:minorFont><a:latin typeface='Calibri'/></a:minorFont>"
        "<a:majorFont><a:latin typeface='Berg Sans'/></a:majorFont>"
    )
    looks = "<w:rFonts w:ascii='Arial' w:asciiTheme='minorHAnsi' w:hAnsiTheme='majorHAnsi'/>"
    content = word_file(paragraph(run("text", looks)), {"styles": STYLES, "theme": theme})
    main = members_of(anonymized(content))["word/document.xml"]
    assert re.findall(r"<w:rFonts ([^/]*)/>", main) == ['w:ascii="Calibri"']


def test_a_new_file_has_a_paragraph_a_line_and_nothing_of_anybody():
    made = new_word_file("Anna\tleft.\r\n\n\x0cShe &  <I>")
    opened = docx.Document(io.BytesIO(made))
    assert [each.text for each in opened.paragraphs] == ["Anna\tleft.", "", "\ufffdShe &  <I>"]
    assert sorted(members_of(made)) == [
        "[Content_Types].xml",
        "_rels/.rels",
        "word/_rels/document.xml.rels",
        "word/document.xml",
        "word/styles2.xml",
    ]


def test_lines_of_a_new_file_run_as_their_first_letter_does():
    opened = docx.Document(io.BytesIO(new_word_file("1. אנה\nAnna אנה\n12")))
    assert [each._p.xpath("boolean(./w:pPr/w:bidi)") for each in opened.paragraphs] == [
        True,
        False,
        False,
    ]
    assert opened.styles.element.xpath("string(//w:rFonts/@w:ascii)") == "Calibri"


def variants():
    """Yield the file with a secret in the place of each of its values, one after the other."""
    members = members_of(FULL)
    for name, content in members.items():
        if name.startswith("word/") and name.endswith(".xml"):
            values = sorted(set(re.findall(r'[\s:](\w+)=(?:"([^"]*)"|\'([^\']*)\')', content)))
            for attribute, double, single in values:
                value = double or single
                if attribute in {"w", "mc", "r", "a", "m"}:  # namespaces
                    continue
                changed_part = re.sub(
                    rf"\b{attribute}=([\"']){re.escape(value)}\1",
                    rf"{attribute}=\1Secret\1",
                    content,
                )
                yield f"{name}: {attribute}={value}", packed(members | {name: changed_part})


def test_no_value_of_a_file_comes_out_that_is_none_of_the_format():
    tried, refused = dict(variants()), []
    assert len(tried) > 80
    for place, content in tried.items():
        try:
            made = anonymized(content)
        except WritingError:
            refused.append(place)
        else:
            assert "Secret" not in "".join(members_of(made).values()), place
    assert refused == ["word/footnotes.xml: id=2"]  # its number has to stay, and is none


def test_no_element_and_no_text_comes_out_that_is_none_of_the_format():
    strange = '<w:anna w:val="Secret">Secret<w:name w:val="Secret"/></w:anna><w:val>Secret</w:val>'
    members = members_of(FULL)
    for name, content in members.items():
        if name.startswith("word/") and name.endswith(".xml"):
            stuffed = re.sub(
                r"(<(?:w|a):(?!t\b|instrText\b)\w+[^<>]*(?<!/)>)", rf"\1{strange}", content
            )
            assert stuffed != content or "<w:" not in content
            made = anonymized(packed(members | {name: stuffed}))
            assert "Secret" not in "".join(members_of(made).values()), name
