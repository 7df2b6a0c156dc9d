"""Texts with judged spans: what each is, and what may stand in its place.

A file has a JSON object a line: `text`, in which a masked span stands as `[[Oslo|LOC]]`, and
`spans`, in the order of the text those of the types that are judged, each with its `text` and
`right`, from the most specific to the most general, and `wrong`, where a wrong one was expected.
"""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from annotation.records import MASK, Document, Mention
from annotation.types import IdentifierType, SemanticType
from names.folding import fold
from ontology.phrases import singular
from ontology.spans import LINKED, Span, Surroundings
from ontology.taxonomy import TAXONOMY

_MARK = re.compile(r"\[\[(?P<text>[^\[\]|]+)\|(?P<type>[A-Z]+)\]\]")
_ARTICLE = re.compile(r"^(?:an?|the) ")


@dataclass(frozen=True)
class JudgedSpan:
    """A span with what may stand in its place; `document` names its text."""

    document: str
    domain: str
    span: Span
    right: tuple[str, ...]
    verdicts: Mapping[str, bool]

    def verdict(self, candidate: str) -> bool | None:
        """Tell whether a candidate is right; None where nobody has judged it."""
        key = key_of(candidate)
        if key in self.verdicts:
            return self.verdicts[key]
        return True if any(_covers(key, key_of(right)) for right in self.right) else None


Verdicts = Mapping[tuple[str, str, str], bool]
"""(document, string, candidate) → whether a reader found it right."""


def read_verdicts(path: Path) -> dict[tuple[str, str, str], bool]:
    """Read a table of verdicts: document, string, candidate, verdict."""
    with path.open(encoding="utf-8", newline="") as file:
        return {
            (row["document"], row["string"], row["candidate"]): row["verdict"] == "right"
            for row in csv.DictReader(file)
        }


def read_judged(path: Path, verdicts: Verdicts) -> list[JudgedSpan]:
    """Read a file of judged texts; raises ValueError, which names the line."""
    by_span = _by_span(verdicts)
    found: list[JudgedSpan] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            found.extend(_read_text(json.loads(line), by_span))
        except (KeyError, ValueError) as error:
            raise ValueError(f"{path}, line {number}: {error}") from error
    return found


def judged_of(
    documents: Iterable[Document], verdicts: Verdicts, *, with_choices: bool
) -> Iterator[JudgedSpan]:
    """Yield the strings of annotated documents, each once.

    `with_choices` takes what annotators chose for right, where no verdict says otherwise.
    """
    by_span = _by_span(verdicts)
    for document in documents:
        seen: set[tuple[SemanticType, str]] = set()
        for layer in document.layers[:1]:
            for span in Surroundings(document.text, layer.mentions).spans:
                key = (span.type, span.text)
                if span.type in LINKED and key not in seen:
                    seen.add(key)
                    own = by_span.get((document.doc_id, span.text), {})
                    chosen = span.mention.replacement.selection if span.mention.replacement else {}
                    right = {key_of(text): True for text in chosen if with_choices and text != MASK}
                    yield JudgedSpan(document.doc_id, "corpus", span, (), right | own)


def _by_span(verdicts: Verdicts) -> dict[tuple[str, str], dict[str, bool]]:
    found: defaultdict[tuple[str, str], dict[str, bool]] = defaultdict(dict)
    for (document, string, candidate), is_right in verdicts.items():
        found[document, string][key_of(candidate)] = is_right
    return found


def _read_text(
    record: Mapping[str, object], verdicts: Mapping[tuple[str, str], Mapping[str, bool]]
) -> Iterator[JudgedSpan]:
    marked, name = str(record["text"]), str(record["id"])
    surroundings = read_marked(marked, name)
    spans = [span for span in surroundings.spans if span.type in LINKED]
    rows = record["spans"]
    if not isinstance(rows, list) or [span.text for span in spans] != [row["text"] for row in rows]:
        raise ValueError(f"the spans of {name} are not those marked in its text")
    for span, row in zip(spans, rows, strict=True):
        wrong = {key_of(text): False for text in row.get("wrong", ())}
        own = wrong | dict(verdicts.get((name, span.text), {}))
        yield JudgedSpan(name, str(record["domain"]), span, tuple(row["right"]), own)


def read_marked(marked: str, name: str) -> Surroundings:
    """Return a text with its marked spans as masked mentions."""
    text, end = "", 0
    mentions: list[Mention] = []
    for mark in _MARK.finditer(marked):
        text += marked[end : mark.start()]
        number = f"{name}-{len(mentions)}"
        mentions.append(
            Mention(
                mention_id=number,
                entity_id=number,
                entity_type=SemanticType(mark["type"]),
                start=len(text),
                end=len(text) + len(mark["text"]),
                span_text=mark["text"],
                identifier_type=IdentifierType.QUASI,
            )
        )
        text += mark["text"]
        end = mark.end()
    return Surroundings(text + marked[end:], mentions)


def key_of(text: str) -> str:
    """Return a candidate as verdicts know it: folded, without its article."""
    return _ARTICLE.sub("", fold(text))


def _covers(candidate: str, right: str) -> bool:
    """Tell whether a candidate is what is right, or more general by words or by the taxonomy."""
    one = singular(right)
    if candidate in (right, one) or one.endswith(f" {candidate}"):
        return True
    bare = re.split(r" (?:in|of|for|at|on|from|to|with) ", one)[0]
    if candidate == bare or bare.endswith(f" {candidate}"):
        return True
    return any(
        candidate == fold(kind)
        for match in TAXONOMY.of_noun(bare, "words")
        if match.word == bare
        for kind in TAXONOMY.chain(match.kind)
    )
