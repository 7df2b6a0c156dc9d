"""The features of a token for the conditional random field: strings, each there or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from masking.tagging.tokens import BEGIN, INSIDE, OUTSIDE, TokenizedText, TokenSpan

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Features = list[list[str]]
"""For each token the features that it has."""

_NEAR = 2
"""Tokens on either side whose own features count, too."""
_FAR = 3
"""Tokens on either side whose words count."""
_AFFIXES = 4
_MOST = 4
"""Higher counts are capped at this."""
_EDGE = "edge"
_RARE = "rare"


def features_of(text: TokenizedText, ranks: Sequence[int | None]) -> Features:
    """Return the features of each token, in text order.

    `ranks` are the places of the tokens' words in a vocabulary, the most common first.
    """
    own = _own_features(text, ranks)
    words = [token.lower_ for token in text.doc]
    rows = [
        [*_around(own, words, place), *_inside(token), *_in_document(token, rest)]
        for place, (token, rest) in enumerate(zip(text.doc, _elsewhere(text.doc), strict=True))
    ]
    for span in text.spans:
        shared = list(_of_span(span, words))
        for place in range(span.start, span.end):
            rows[place] += shared
    return rows


def _own_features(text: TokenizedText, ranks: Sequence[int | None]) -> list[dict[str, str]]:
    """Return by name the features of each token that its neighbours get, too."""
    rows = [
        {
            "shape": token.shape_,
            "tag": token.tag_,
            "pos": token.pos_,
            "entity": f"{token.ent_iob_}-{token.ent_type_}",
            "label": token.ent_type_,
            "type": OUTSIDE,
            "reason": "",
            "rank": _RARE if rank is None else str(rank.bit_length()),
        }
        for token, rank in zip(text.doc, ranks, strict=True)
    ]
    for span in text.spans:
        for place in range(span.start, span.end):
            border = BEGIN if place == span.start else INSIDE
            rows[place] |= {"type": f"{border}-{span.entity_type}", "reason": span.reason}
    return rows


def _around(own: list[dict[str, str]], words: list[str], place: int) -> Iterator[str]:
    for offset in range(-_FAR, _FAR + 1):
        other = place + offset
        if not 0 <= other < len(own):
            yield f"{offset} {_EDGE}"
            continue
        yield f"{offset} word={words[other]}"
        if abs(offset) <= _NEAR:
            yield from (f"{offset} {name}={value}" for name, value in own[other].items())
    here = own[place]
    before = words[place - 1] if place else _EDGE
    yield f"words={before} {words[place]}"
    yield f"tag and label={here['tag']} {here['label']}"
    yield f"tag and type={here['tag']} {here['type']}"


def _inside(token: Token) -> Iterator[str]:
    word = token.lower_
    for length in range(1, _AFFIXES + 1):
        yield f"prefix={word[:length]}"
        yield f"suffix={word[-length:]}"
    yield f"shape and label={token.shape_} {token.ent_type_} {bool(token.is_sent_start)}"


def _elsewhere(doc: Doc) -> Iterator[tuple[int, Counter[str]]]:
    """Yield for each token how often its word stands in the text, and as what entity."""
    labels: dict[str, Counter[str]] = {}
    for token in doc:
        labels.setdefault(token.lower_, Counter())[token.ent_type_] += 1
    for token in doc:
        found = labels[token.lower_]
        yield found.total(), found


def _in_document(token: Token, elsewhere: tuple[int, Counter[str]]) -> Iterator[str]:
    count, labels = elsewhere
    yield f"count={min(count, _MOST)} {token.is_title}"
    yield from (f"elsewhere={label}" for label in labels)
    yield f"part of text={min(token.i // 40, _MOST)} {token.ent_type_}"
    sentence = token.sent
    titles = sum(other.is_title for other in sentence) / len(sentence)
    yield f"titles in sentence={int(titles * 5)} {token.is_title}"


def _of_span(span: TokenSpan, words: list[str]) -> Iterator[str]:
    before = words[span.start - 1] if span.start else _EDGE
    after = words[span.end] if span.end < len(words) else _EDGE
    yield f"span={' '.join(words[span.start : span.end])}"
    yield f"span length={min(span.end - span.start, _MOST)} {span.entity_type}"
    yield f"span begins={words[span.start]}"
    yield f"span ends={words[span.end - 1]}"
    yield f"before span={before} {span.entity_type}"
    yield f"after span={after} {span.entity_type}"
