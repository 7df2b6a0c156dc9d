"""Mails (EML): who wrote to whom, when and of what, then the text, as one document a file.

Of a text that is there in two forms the plain one is taken. Attachments are named, as mail programs
do, and not read.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cached_property

from annotation.errors import RecordError
from annotation.formats.encoding import Encoding, decode, detect_encoding
from annotation.formats.html_page import text_of
from annotation.formats.one_text import document_of
from annotation.formats.source import Source
from annotation.formatting import counted
from annotation.records import Document

SUFFIX = ".eml"
_HEADERS = ("From", "To", "Cc", "Subject", "Date")
_HEADER = re.compile(r"([!-9;-~]+):[ \t]?.*(?:\r?\n[ \t]+.*)*(?:\r?\n|\Z)")
_ON_THE_WAY = frozenset({"received", "message-id", "mime-version", "return-path", "content-type"})
"""What programs add to a mail, and nobody writes at the head of a letter."""
_TEXTS = frozenset({"text/plain", "text/html"})


def looks_like_mail(name: str, head: str) -> bool:
    """Whether a text begins with a mail's headers; a letter that only says From and To does not."""
    names: set[str] = set()
    position = 0
    while found := _HEADER.match(head, position):
        names.add(found[1].lower())
        position = found.end()
    is_mail = bool(names & _ON_THE_WAY) or name.lower().endswith(SUFFIX)
    return "from" in names and is_mail


def read(source: Source) -> Iterator[Document]:
    """Read the file as one document without mentions; raises RecordError."""
    content = source.read(source.size)
    try:
        mail = _Mail(message_from_bytes(content, policy=policy.default), content)
        text, attachments = mail.text(), mail.attachments
    except RecordError:
        raise
    except Exception as error:  # what a broken mail makes of its parser is anybody's guess
        raise RecordError(f"the mail is broken and can't be read: {error}") from error
    for note in sorted(mail.notes):
        source.note(note)
    unread = [counted(len(attachments), "attachment")] if attachments else []
    yield document_of(source, text, unread)


class _Mail:
    """A parsed mail and the notes on its reading; each method may raise anything."""

    def __init__(self, message: EmailMessage, content: bytes) -> None:
        self._message = message
        self._content = content
        self._leaves = list(_leaves(message))
        self.notes: set[str] = set()
        self.attachments = [self._name(leaf) for leaf in self._leaves if not _is_text(leaf)]

    def text(self) -> str:
        """Put together headers, names of attachments, and texts."""
        values = {name: self._header(self._message, name) for name in _HEADERS}
        head = [f"{name}: {value}" for name, value in values.items() if value]
        head += [f"Attachment: {name}" for name in self.attachments]
        texts = [self._text(leaf) for leaf in self._leaves if _is_text(leaf)]
        return "\n\n".join(["\n".join(head), *(text for text in texts if text.strip())])

    def _header(self, message: EmailMessage, name: str) -> str:
        """Return a header's value; letters that are not encoded as they should be are read, too."""
        found = (str(value) for key, value in message.raw_items() if key.lower() == name.lower())
        raw = next(found, "").encode("ascii", "surrogateescape")
        value = self._decode(raw, None if raw.isascii() else self._encoding)
        return str(policy.default.header_fetch_parse(name, value)) if value else ""

    def _name(self, leaf: EmailMessage) -> str:
        """Name an attachment: by its file, a mail by its subject, else by its kind."""
        if filename := leaf.get_filename():
            return filename.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        inner = next(iter(leaf.iter_parts()), None) if leaf.is_multipart() else None
        subject = self._header(inner, "Subject") if isinstance(inner, EmailMessage) else ""
        return subject or leaf.get_content_type()

    def _text(self, leaf: EmailMessage) -> str:
        """Return what a part says, its line ends as on this machine."""
        content = leaf.get_payload(decode=True)
        text = self._decode(content if isinstance(content, bytes) else b"", _declared(leaf))
        is_page = leaf.get_content_type() == "text/html"
        return text_of(text) if is_page else text.replace("\r\n", "\n")

    def _decode(self, content: bytes, encoding: Encoding | None) -> str:
        text, found = decode(content, encoding)
        if found.is_guess:
            self.notes.add(found.note)
        return text

    @cached_property
    def _encoding(self) -> Encoding:
        """The encoding of the mail as a whole: a header alone is too short to guess by."""
        return detect_encoding(io.BytesIO(self._content))


def _declared(leaf: EmailMessage) -> Encoding | None:
    charset = leaf.get_content_charset()
    return Encoding(charset) if charset else None


def _leaves(message: EmailMessage) -> Iterator[EmailMessage]:
    """Yield the parts that hold something, of alternatives the one to read."""
    if not message.is_multipart() or message.get_content_type() == "message/rfc822":
        yield message
        return
    parts = [part for part in message.iter_parts() if isinstance(part, EmailMessage)]
    if message.get_content_type() == "multipart/alternative":
        plain = [part for part in parts if part.get_content_type() == "text/plain"]
        parts = plain[:1] or parts[-1:]
    for part in parts:
        yield from _leaves(part)


def _is_text(leaf: EmailMessage) -> bool:
    is_file = leaf.get_content_disposition() == "attachment" or leaf.get_filename()
    return not is_file and leaf.get_content_type() in _TEXTS
