"""What annotators and reviewers say of work to one another."""

from __future__ import annotations

from webapp.platform.errors import DomainError

MAX_COMMENT = 2_000
"""Characters: a page of writing, and nothing that a list could not show."""


class CommentError(DomainError):
    """A comment says nothing, or too much."""

    def __init__(self) -> None:
        super().__init__(f"Write a comment of 1 to {MAX_COMMENT:,} characters.")


def checked_comment(text: str) -> str:
    """Return what a comment says; raises CommentError."""
    text = text.strip()
    if not text or len(text) > MAX_COMMENT or "\0" in text:
        raise CommentError
    return text


def comment_on_word(word: str) -> str:
    """Return what is said of a word in clear that still gives somebody away."""
    return f"“{word}” still gives away who this is about."
