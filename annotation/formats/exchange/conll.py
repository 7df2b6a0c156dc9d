"""CoNLL: a token a line, a blank line after each sentence, a file for each split.

Columns, separated by tabs: token, offset of its first character in the text (code points), IOB2
tags of the semantic type and of the identifier type. Before each entry stand a line `-DOCSTART-`
and comments, `# key = JSON`. A token has one tag: of spans that overlap the longest is in the
columns, and a comment `# span` has each of the others, so that none is lost. Blanks are no tokens.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from spacy.tokens import Doc, Token

from annotation.formats.exchange.cards import write_card
from annotation.formats.exchange.entries import Entry, Span
from annotation.formats.exchange.splits import WITHOUT_SPLIT, SplitNames
from annotation.formats.exchange.tokens import apart, blank_pipeline, tokenized
from annotation.records import Json

_LINE_END = re.compile(r"[\r\n\u2028\u2029]")
_START = "-DOCSTART-\t-\tO\tO"


class ConllWriter:
    """Writes `train.conll`, `test.conll` and so on, with the card beside them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._nlp = blank_pipeline()
        self._sentencizer = self._nlp.add_pipe("sentencizer")
        self._names = SplitNames()
        self._files: dict[str, TextIO] = {}
        self._left_out = 0

    def add(self, document: Sequence[Entry]) -> None:
        """Write the entries of one document; raises RecordError for one split too many."""
        with self._nlp.memory_zone():  # else each new word stays in memory
            for name, entry in self._names.with_names(document):
                self._file(name).writelines(f"{line}\n" for line in self._lines(entry))

    def close(self, card: str) -> None:
        """Finish the files, and write the card."""
        if not self._files:
            self._file(WITHOUT_SPLIT)
        for file in self._files.values():
            file.close()
        if self._left_out:
            card = (
                f"{card.rstrip()}\n\n## Left out of the columns\n\nSpans that overlap a longer "
                f"one, or hold no token, stand in comments (`# span`): {self._left_out:,}.\n"
            )
        write_card(self._folder, card)

    def _file(self, name: str) -> TextIO:
        if name not in self._files:
            path = self._folder / f"{name}.conll"
            self._files[name] = path.open("w", encoding="utf-8", newline="\n")
        return self._files[name]

    def _lines(self, entry: Entry) -> Iterator[str]:
        readable = [span for span in entry.spans if span.text.strip()]
        spans, others = apart(readable, len(entry.text))
        others += [span for span in entry.spans if not span.text.strip()]
        self._left_out += len(others)
        yield from _head(entry, others)
        doc = self._sentencizer(tokenized(self._nlp, entry.text, spans))
        yield from _sentences(doc, spans)


def _head(entry: Entry, left_out: Sequence[Span]) -> Iterator[str]:
    yield _START
    yield ""
    values: dict[str, Json] = {
        "doc_id": entry.doc_id,
        "annotator": entry.annotator,
        "is_gold": entry.is_gold,
        "split": entry.split,
        "task": entry.task,
    }
    for key, value in values.items():
        yield f"# {key} = {_on_one_line(value)}"
    for span in left_out:
        place: list[Json] = [
            span.start,
            span.end,
            span.entity_type.value,
            span.identifier_type.value,
        ]
        yield f"# span = {_on_one_line(place)}"


def _sentences(doc: Doc, spans: Sequence[Span]) -> Iterator[str]:
    """Yield the lines of all tokens that are no blanks; no span goes over the end of a sentence.

    A sentence ends with a line, too: what stands in headings and lists has no full stop.
    """
    coming = list(reversed(spans))
    last: Span | None = None
    is_first, has_ended = True, False
    for token in doc:
        has_ended = has_ended or bool(token.is_sent_start) or _breaks_line(token)
        if token.is_space:
            continue
        while coming and coming[-1].end <= token.idx:
            coming.pop()
        span = coming[-1] if coming and coming[-1].start <= token.idx else None
        goes_on = span is not None and span is last
        if has_ended and not is_first and not goes_on:
            yield ""
        yield "\t".join((token.text, str(token.idx), *_tags(span, goes_on=goes_on)))
        last, is_first, has_ended = span, False, False
    if not is_first:
        yield ""


def _breaks_line(token: Token) -> bool:
    return bool(_LINE_END.search(token.text))


def _tags(span: Span | None, *, goes_on: bool) -> tuple[str, str]:
    if span is None:
        return "O", "O"
    begin = "I" if goes_on else "B"
    return f"{begin}-{span.entity_type.value}", f"{begin}-{span.identifier_type.value}"


def _on_one_line(value: Json) -> str:
    """Return JSON without a sign that anybody takes for the end of a line."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text.splitlines()) == 1 else json.dumps(value)
