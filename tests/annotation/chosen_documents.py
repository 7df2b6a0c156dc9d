"""Hypothesis strategies of documents as people leave them: nested and crossing spans, odd choices.

Some spans are unmasked, left as they are or without a choice; several annotators chose, and
reviewers corrected. White space is of all kinds, also within words and in choices.
"""

from __future__ import annotations

from hypothesis import strategies as st

from annotation.records import MASK, Document, Layer, Mention, Replacement
from annotation.types import IdentifierType, SemanticType

WORDS = st.sampled_from(
    [
        *["Ida Lund", "Lund", "Bergen", "Bank of Bergen", "the village of Voss", "architect"],
        *["an", "the", "in", "born in", "3 June 1971", "1971", "Dr", "7", ".", "\n", "\u00a0"],
        *["Ber\u00adgen", "Lund's", "(", "B."],
    ]
)
BLANKS = st.sampled_from([*" " * 6, "\n", "\u00a0", ""])  # a tab would make cells of a table
OFFERED = ["town in Norway", "person", "PERSON 1", "1970s", "village", "bank", "Bergen", MASK]
ANNOTATORS = ("ann", "ben", "cid")
REVIEWER = "rob"


@st.composite
def texts_with_borders(draw: st.DrawFn) -> tuple[str, list[int]]:
    """Draw a text and where its words begin and end."""
    text, borders = "", [0]
    for word in draw(st.lists(WORDS, min_size=1, max_size=10)):
        text += draw(BLANKS) if text else ""
        borders += [len(text), len(text) + len(word)]
        text += word
    return text, sorted(set(borders))


@st.composite
def replacements(draw: st.DrawFn, span: str, *, is_decided: bool) -> Replacement:
    """Draw what is offered for a span, what annotators chose and what a reviewer corrected."""
    offered = list(dict.fromkeys([*OFFERED, " ".join(span.split()) or MASK, span]))
    choice = st.sampled_from(offered) | st.just(span)
    texts = draw(st.lists(choice, min_size=is_decided, max_size=len(ANNOTATORS)))
    selection: dict[str, tuple[str, ...]] = {}
    for annotator, text in zip(ANNOTATORS, texts, strict=False):
        selection[text] = (*selection.get(text, ()), annotator)
    corrections = {}
    if texts and draw(st.integers(0, 4)) == 0:
        corrections[draw(choice)] = {REVIEWER: (draw(st.sampled_from(ANNOTATORS[: len(texts)])),)}
    lists = {"rules": [*(text for text in offered if text != MASK), MASK]}
    return Replacement(lists, selection, corrections=corrections)


@st.composite
def mentions(
    draw: st.DrawFn, text: str, borders: list[int], name: str, *, is_decided: bool
) -> Mention:
    """Draw a span from one border to another one, of any type."""
    start, end = sorted(
        draw(st.lists(st.sampled_from(borders), min_size=2, max_size=2, unique=True))
    )
    quasi = IdentifierType.QUASI
    retyped = draw(st.none() | st.none() | st.none() | st.sampled_from(IdentifierType))
    return Mention(
        name,
        draw(st.sampled_from(SemanticType)),
        start,
        end,
        text[start:end],
        draw(st.sampled_from([quasi, quasi, IdentifierType.DIRECT, IdentifierType.NO_MASK])),
        draw(st.sampled_from(["e1", "e2"])),
        replacement=draw(replacements(text[start:end], is_decided=is_decided)),
        corrections={retyped: {REVIEWER: (ANNOTATORS[0],)}} if retyped else {},
    )


@st.composite
def chosen_documents(
    draw: st.DrawFn, *, most_layers: int = 3, is_decided: bool = False
) -> Document:
    """Draw a document with up to so many layers; is_decided, every span has a choice."""
    text, borders = draw(texts_with_borders())
    layers = []
    for number in range(draw(st.integers(1, most_layers))):
        count = draw(st.integers(0, 4))
        names = [f"m{number}-{place}" for place in range(count)]
        spans = [draw(mentions(text, borders, name, is_decided=is_decided)) for name in names]
        layers.append(Layer(f"layer {number}", tuple(spans)))
    return Document("drawn", text, tuple(layers))
