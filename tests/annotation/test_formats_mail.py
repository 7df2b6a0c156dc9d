"""Mails: who, to whom, when, of what, and the text."""

from email.message import EmailMessage

import pytest

from annotation.formats import Format, detect_format
from tests.annotation.reading import Read, text_of
from tests.annotation.refusals import message


def mail(text="Dear Bo,\n\nIt is Tromsø.\n", subject="Où?"):
    found = EmailMessage()
    found["From"] = "Åse Berg <ase@example.org>"
    found["To"] = "Bo Lund <bo@example.org>"
    found["Subject"] = subject
    found["Date"] = "Fri, 12 Mar 2021 10:00:00 +0100"
    found["Message-ID"] = "<1@example.org>"
    found.set_content(text)
    return found


HEAD = (
    "From: Åse Berg <ase@example.org>\nTo: Bo Lund <bo@example.org>\nSubject: Où?\n"
    "Date: Fri, 12 Mar 2021 10:00:00 +0100"
)


@pytest.mark.parametrize("name", ["letter.eml", "letter.txt"])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_a_mail_is_its_headers_and_its_text(tmp_path, name, line_end):
    content = mail().as_bytes().replace(b"\n", line_end)
    assert text_of(tmp_path, content, name) == f"{HEAD}\n\nDear Bo,\n\nIt is Tromsø.\n"
    assert detect_format(tmp_path / "upload", name=name) is Format.EML


def test_of_two_forms_of_a_text_the_plain_one_is_read(tmp_path):
    both = mail("plain\n")
    both.add_alternative("<p>page</p>", subtype="html")
    assert text_of(tmp_path, both.as_bytes(), "a.eml") == f"{HEAD}\n\nplain\n"


def test_a_mail_that_is_only_a_page_is_read(tmp_path):
    page = mail()
    page.set_content("<p>Dear <b>Bo</b>,</p><p>it is Tromsø.", subtype="html", charset="latin-1")
    assert text_of(tmp_path, page.as_bytes(), "a.eml") == f"{HEAD}\n\nDear Bo,\nit is Tromsø."


def test_attachments_are_named_and_noted_and_not_read(tmp_path):
    full = mail("text\n")
    full.add_attachment("secret", filename="Åse.txt")
    full.add_attachment(b"x", maintype="image", subtype="png")
    full.add_attachment(mail(subject="Forwarded"))
    found = Read(tmp_path, full.as_bytes(), "a.eml")
    attachments = "Attachment: Åse.txt\nAttachment: image/png\nAttachment: Forwarded"
    assert found.texts == {"a": f"{HEAD}\n{attachments}\n\ntext\n"}
    assert found.notes == ["a.eml: not read, and not in its text: 3 attachments"]


@pytest.mark.parametrize("codec", ["utf-8", "cp1252"])
def test_headers_that_are_not_encoded_as_they_should_be_are_read(tmp_path, codec):
    text = "From: Søren <s@example.org>\nSubject: På Ås\n\nJeg bor i Tromsø."
    found = Read(tmp_path, f"Message-ID: <1>\n{text}".encode(codec), "a.eml")
    assert found.texts == {"a": text}
    guess = "a.eml: read as Windows-1252, which is a guess: look whether its letters are right"
    assert found.notes == ([] if codec == "utf-8" else [guess])


def test_a_part_in_an_unknown_encoding_is_guessed_and_noted(tmp_path):
    content = b"From: a@example.org\nMessage-ID: <1>\nContent-Type: text/plain; charset=x-none\n\n"
    found = Read(tmp_path, content + "Søren bor i Tromsø.".encode("cp1252"), "a.eml")
    assert found.texts == {"a": "From: a@example.org\n\nSøren bor i Tromsø."}
    assert "read as Windows-1252, which is a guess" in found.notes[0]


@pytest.mark.parametrize(
    ("content", "name", "expected"),
    [
        ("From: Anna\nTo: Bo\n\nDear Bo,", "letter.txt", Format.TEXT),
        ("From: Anna\nTo: Bo\n\nDear Bo,", "letter.eml", Format.EML),
        ("Anna: Hello.\nBo: Hello.\n", "talk.txt", Format.TEXT),
        ("Received: by x\n\tfor y\nFrom: a@example.org\n\nHi", "letter", Format.EML),
    ],
)
def test_a_letter_is_no_mail_unless_it_was_sent_or_is_called_so(tmp_path, content, name, expected):
    (tmp_path / "upload").write_text(content)
    assert detect_format(tmp_path / "upload", name=name) is expected


def test_a_mailbox_is_called_so(tmp_path):
    content = "From a@example.org Fri Mar 12 10:00:00 2021\nFrom: a@example.org\n\nHi"
    assert "the file is a mailbox (MBOX): export its mails" in message(
        tmp_path, content, name="mails.txt"
    )
