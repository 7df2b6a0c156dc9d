"""Mails (EML): who wrote to whom, when and of what, then the text, as one document a file.

Of a text that is there in two forms the plain one is taken. Attachments are named, as mail programs
do, and not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import EmailMessage

from annotation.errors import RecordError
from annotation.formats.encoding import decode
from annotation.formats.html_page import text_of
from annotation.formats.one_text import document_of
from annotation.formats.source import Source
from annotation.records import Document
from annotation.wording import counted

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
    try:
        message = message_from_bytes(source.read(source.size), policy=policy.default)
        headers = [f"{name}: {message[name]}" for name in _HEADERS if message[name]]
        leaves = list(_leaves(message))
    except (MessageError, LookupError, ValueError, AttributeError, RecursionError) as error:
        raise RecordError(f"the mail is broken and can't be read: {error}") from error
    texts, attachments = [], []
    for leaf in leaves:
        if _is_text(leaf):
            texts.append(_text(source, leaf))
        else:
            attachments.append(f"Attachment: {_name(leaf)}")
    parts = ["\n".join([*headers, *attachments]), *(text for text in texts if text.strip())]
    unread = [counted(len(attachments), "attachment")] if attachments else []
    yield document_of(source, "\n\n".join(parts), unread)


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


def _name(leaf: EmailMessage) -> str:
    """Name an attachment: by its file, a mail by its subject, else by its kind."""
    if filename := leaf.get_filename():
        return filename
    if leaf.get_content_type() == "message/rfc822":
        inner = next(iter(leaf.iter_parts()), None)
        if inner is not None and inner["Subject"]:
            return str(inner["Subject"])
    return leaf.get_content_type()


def _text(source: Source, leaf: EmailMessage) -> str:
    """Return what a part says, its line ends as on this machine; raises RecordError."""
    content = leaf.get_payload(decode=True)
    try:
        text, encoding = decode(
            content if isinstance(content, bytes) else b"", leaf.get_content_charset()
        )
    except UnicodeDecodeError as error:
        raise RecordError(f"broken {error.encoding} at byte {error.start} of a part") from error
    if encoding.is_guess:
        source.note(encoding.note)
    if leaf.get_content_type() == "text/html":
        return text_of(text)
    return text.replace("\r\n", "\n")
