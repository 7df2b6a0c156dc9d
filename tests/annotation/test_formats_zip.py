"""ZIP archives: many files at once, each read as what it is."""

import io
import re
import stat
import zipfile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from annotation.formats import Format, detect_format, places
from annotation.formats.zip_archive import is_hidden
from tests.annotation.people_files import docx, odt, packed, paragraphs, pdf
from tests.annotation.reading import Read
from tests.annotation.refusals import message, refusal

FILES = {
    "2021/letter.txt": "Anna",
    "2021/letter.pdf": pdf(["Anna"]),
    "2021/report.docx": docx(paragraphs("Anna")),
    "note.odt": odt("<text:p>Anna</text:p>"),
    "page.html": "<html><p>Anna",
    "read.md": "# Anna",
    "mail.eml": "From: Anna\nMessage-ID: <1>\n\nAnna",
    "anna.marked.txt": "[Anna](PERSON)",
    "rows/some.csv": "id,text\n1,Anna\n",
    "rows/lines.jsonl": '{"text": "Anna"}\n{"text": "Anna", "doc_id": "own"}\n',
}


def test_every_file_is_read_as_what_it_is_and_named_by_its_place(tmp_path):
    found = Read(tmp_path, packed(FILES), "files.zip")
    assert (found.faults, found.notes) == ([], [])
    assert list(found.texts) == [
        *("2021/letter.txt", "2021/letter.pdf", "2021/report", "note", "page", "read", "mail"),
        *("anna", "rows/some/1", "rows/lines-1", "own"),
    ]
    assert all("Anna" in text for text in found.texts.values())
    assert detect_format(tmp_path / "upload", name="files.docx") is Format.ZIP


def test_what_people_did_not_put_there_is_passed_over(tmp_path):
    members = {
        "__MACOSX/._a.txt": "x",
        ".DS_Store": "x",
        "folder/": "",
        "folder/.hidden/a.txt": "x",
        "folder/~$a.docx": "x",
        "Thumbs.db": "x",
        "folder/a.txt": "Anna",
    }
    assert Read(tmp_path, packed(members), "a.zip").texts == {"folder/a": "Anna"}


def test_a_bad_file_does_not_stop_the_others_and_is_named_with_its_place(tmp_path):
    members = {
        "a.txt": "Anna",
        "empty.txt": "",
        "scan.pdf": pdf([]),
        "inner.zip": packed({"b.txt": "Bo", "too.txt": "", "deep.zip": packed({"c.txt": "Cy"})}),
        "rows.csv": "id,text\n1,\n2,Eva\n",
        "list.json": '[{"doc_id": "x"}]',
        "photo.png": b"\x89PNG\r\n\x1a\n",
        "z.txt": "Zoë",
    }
    found = Read(tmp_path, packed(members), "a.zip")
    assert found.texts == {"a": "Anna", "inner/b": "Bo", "rows/2": "Eva", "z": "Zoë"}
    starts = [
        "a.zip / empty.txt: the file is empty",
        "a.zip / scan.pdf: the PDF has no text",
        "a.zip / inner.zip / too.txt: the file is empty",
        "a.zip / inner.zip / deep.zip: it is an archive in an archive in an archive",
        "a.zip / rows.csv: row 2: its text is empty",
        "a.zip / list.json: document 'x': text is missing",
        "a.zip / photo.png: the file is a picture (PNG)",
    ]
    assert [
        problem[: len(start)] for problem, start in zip(found.problems, starts, strict=True)
    ] == starts


def test_archives_in_an_archive_are_unpacked_up_to_the_same_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr("annotation.formats.zip_archive.MAX_UNPACKED_BYTES", 5_000)
    inner = {f"{name}.zip": packed({f"{name}.txt": "x" * 3_000}) for name in "ab"}
    found = Read(tmp_path, packed(inner | {"c.txt": "Cy"}), "a.zip")
    assert list(found.texts) == ["a/a", "b/b"]
    assert "c.txt: the archive unpacks to more than" in found.problems[0]


def test_without_somebody_to_hear_of_faults_the_first_one_is_raised(tmp_path):
    content = packed({"a.txt": "Anna", "b.txt": ""})
    assert str(refusal(tmp_path, content, name="a.zip")) == "a.zip / b.txt: the file is empty"


def test_notes_say_which_file_they_are_of_and_the_text_column_is_that_of_all_tables(tmp_path):
    members = {
        "a.txt": "Søren bor i Tromsø.".encode("cp1252"),
        "b.csv": "name,story\nAnna,long\n",
    }
    found = Read(tmp_path, packed(members), "a.zip", text_column="story")
    assert found.texts == {"a": "Søren bor i Tromsø.", "b-2": "long"}
    assert found.notes[0].startswith("a.zip / a.txt: read as Windows-1252")


def test_too_large_files_are_refused_by_what_they_unpack_to(tmp_path, monkeypatch):
    monkeypatch.setattr("annotation.formats.zip_archive.MAX_MEMBER_BYTES", 1024 * 1024)
    monkeypatch.setattr("annotation.formats.zip_archive.MAX_UNPACKED_BYTES", 1_500_000)
    members = {"bomb.txt": "a" * 50_000_000, "a.txt": "a" * 1_000_000, "b.txt": "b" * 1_000_000}
    found = Read(tmp_path, packed(members | {"c.txt": "c"}), "a.zip")
    assert list(found.texts) == ["a", "b"]
    assert found.problems == [
        "a.zip / bomb.txt: unpacked, it has more than 1 MiB",
        "a.zip / c.txt: the archive unpacks to more than 1 MiB: split it into several",
    ]


def test_a_list_of_members_that_would_fill_the_memory_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr("annotation.formats.packed._MAX_DIRECTORY_BYTES", 65_600)
    content = packed({f"{number:050}": "" for number in range(1_000)})
    assert "too many members" in message(tmp_path, content, name="a.zip")


def test_an_encrypted_member_a_link_and_a_torn_one_are_named(tmp_path):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        link = zipfile.ZipInfo("link.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr(zipfile.ZipInfo("secret.txt"), "Anna")
        archive.writestr(zipfile.ZipInfo("torn.txt"), "a text that is torn")
        archive.writestr(zipfile.ZipInfo("whole.txt"), "Anna")
    content = bytearray(stream.getvalue().replace(b"is torn", b"is born"))
    entry = content.rindex(b"PK\x01\x02", 0, content.rindex(b"secret.txt"))
    for at in (entry + 8, content.index(b"secret.txt") - 24):  # both places say it is encrypted
        content[at] |= 1
    found = Read(tmp_path, bytes(content), "a.zip")
    assert found.texts == {"whole": "Anna"}
    assert [problem.partition(": ")[2][:22] for problem in found.problems] == [
        "it is a link, not a fi",
        "it is encrypted: unpac",
        "it is broken in the ar",
    ]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (packed({}), "the archive holds no file"),
        (packed({".hidden": "x"}), "the archive holds no file"),
        (packed({"a.txt": "x"})[:40], "the ZIP archive is broken or cut off"),
    ],
)
def test_an_archive_that_cannot_be_read_says_why(tmp_path, content, problem):
    assert problem in message(tmp_path, content, name="a.zip")


def test_names_in_utf8_are_read_even_where_the_archive_does_not_say_so(tmp_path):
    content = packed({"Åse.txt": "Anna"})
    silent = bytearray(content)
    for name in re.finditer("Åse".encode(), content):
        header = content.rindex(b"PK", 0, name.start())
        flags = header + (7 if content[header + 2] == 3 else 9)
        assert silent[flags] == 8
        silent[flags] = 0
    assert list(Read(tmp_path, bytes(silent), "a.zip").texts) == ["Åse"]


def test_progress_is_told_up_to_the_size_of_the_file(tmp_path):
    progress = []
    content = packed({f"{number}.txt": "Anna" * 1_000 for number in range(9)})
    Read(tmp_path, content, "a.zip", on_progress=progress.append)
    progress = [each for each in progress if each]
    assert progress == sorted(progress)
    assert len(progress) == 9
    assert progress[-1] <= len(content)


names = st.text(st.sampled_from("ab./é~"), min_size=1, max_size=8)


@example({"a.b", "a.c", "a.b.c"})
@given(st.sets(names.filter(lambda name: name.strip("./")), max_size=8))
def test_no_two_files_have_one_name(paths):
    named = places(paths)
    assert set(named) == paths
    assert len(set(named.values())) == len(paths)


@pytest.mark.parametrize(
    ("path", "expected"),
    [("a/b.txt", False), ("a.b/c~.txt", False), (".a/b", True), ("a/.b", True)],
)
def test_hidden_files_begin_with_a_dot(path, expected):
    assert is_hidden(path) is expected
