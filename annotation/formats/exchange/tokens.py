"""Tokens for formats that need them: a text cut as spaCy cuts it, and at the borders of its spans.

A span may begin or end within a word, or have blanks at its ends; such tokens are cut, so that each
span is a run of whole tokens. Together the tokens are the text, character by character.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, cast

import spacy
from spacy.attrs import IS_PUNCT, IS_SPACE
from spacy.language import Language
from spacy.tokens import Doc

from annotation.formats.exchange.entries import Span

LANGUAGE = "en"
"""Whose rules spaCy cuts by; of other languages it knows blanks and punctuation all the same."""


def blank_pipeline() -> Language:
    """Make a pipeline that cuts texts into tokens and knows nothing else."""
    nlp: Any = spacy.blank(LANGUAGE)
    getters = nlp.vocab.lex_attr_getters
    # What else spaCy works out for each word takes more time than all the rest.
    nlp.vocab.lex_attr_getters = {name: getters[name] for name in (IS_PUNCT, IS_SPACE)}
    return cast("Language", nlp)


def tokenized(nlp: Language, text: str, spans: Iterable[Span]) -> Doc:
    """Cut a text into tokens, so that each span is a run of them."""
    starts, ends = set[int](), set[int]()
    for span in spans:
        starts.add(span.start)
        ends.add(span.end)
    borders = starts | ends
    words, spaces = list[str](), list[bool]()
    for token in nlp.tokenizer(text):
        after = token.idx + len(token.text)
        is_own = bool(token.whitespace_) and (after in starts or after + 1 in ends)
        words += _pieces(token.text, token.idx, borders)
        spaces += [False] * (len(words) - len(spaces))
        if is_own:
            words.append(token.whitespace_)
            spaces.append(False)
        else:
            spaces[-1] = bool(token.whitespace_)
    return Doc(nlp.vocab, words=words, spaces=spaces)


def _pieces(word: str, at: int, borders: Collection[int]) -> Iterator[str]:
    begin = 0
    for place in range(1, len(word)):
        if at + place in borders:
            yield word[begin:place]
            begin = place
    yield word[begin:]


def apart(spans: Iterable[Span], length: int) -> tuple[list[Span], list[Span]]:
    """Choose spans that do not overlap, and return them and the others, both in text order.

    Of those that overlap the longest is taken, and the first of equals. `length` is the text's.
    """
    covered = bytearray(length)
    chosen, others = list[Span](), list[Span]()
    for span in sorted(spans, key=lambda each: (each.start - each.end, each.start)):
        if any(covered[span.start : span.end]):
            others.append(span)
        else:
            covered[span.start : span.end] = b"\1" * (span.end - span.start)
            chosen.append(span)
    return sorted(chosen, key=_place), sorted(others, key=_place)


def _place(span: Span) -> tuple[int, int]:
    return span.start, -span.end
