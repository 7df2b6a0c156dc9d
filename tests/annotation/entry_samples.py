"""Entries as exports write them: what makes formats trip, by hand and by Hypothesis."""

from dataclasses import replace

from hypothesis import strategies as st

from annotation.formats.exchange.entries import Entry, Span
from annotation.types import ConfidentialStatus, EditType, IdentifierType, SemanticType
from tests.annotation.strategies import names, storable_text

CARD = "# Letters\n\nTwo annotators, one adjudicator.\n"

TEXT = "Zoe\u0301 🙂 met Dr. Āda 𝒳u in\r\nEast Oslo.\r\n\tשרה לוי\u200f was there, Anna-Lena too. "


def span(words, entity_type=SemanticType.PERSON, text=TEXT, **more):
    """A span of these words where they first stand in the text."""
    start = text.index(words)
    values = {
        "mention_id": f"m{start}-{len(words)}",
        "start": start,
        "end": start + len(words),
        "text": words,
        "entity_type": entity_type,
        "identifier_type": IdentifierType.DIRECT,
        "entity_id": f"e{start}",
    }
    return Span(**(values | more))


ADA = Entry(
    doc_id="letters/1 Ä",
    text=TEXT,
    annotator="ada",
    spans=(
        span("Zoe\u0301", replacement='a "woman"\r\nof\tnote', edit_type=EditType.CORRECT),
        span("🙂", SemanticType.MISC, confidential_status=ConfidentialStatus.HEALTH),
        span("Dr. Āda 𝒳u"),
        span("Āda", identifier_type=IdentifierType.NO_MASK),
        span("u in\r\nEast", SemanticType.LOC),
        span("Oslo.\r\n\t", SemanticType.LOC, identifier_type=IdentifierType.QUASI),
        span("שרה לוי\u200f", replacement="***"),
        span("na-Le", SemanticType.CODE),
    ),
    task="Hide who this is about: 🙂",
    split="test",
    generalized_text="[a woman] 🙂 …",
)
BEN = replace(ADA, annotator="Ben <b@example.org>", spans=(), generalized_text=None)
GOLD = replace(ADA, spans=ADA.spans[2:4], is_gold=True)
EMPTY = Entry("2", "", "ada", ())
"""A text of nothing, in no split."""

DOCUMENTS = [[ADA, BEN, GOLD], [EMPTY]]


def written(writer, folder, documents=DOCUMENTS):
    """Write documents into a new folder, and return it."""
    folder.mkdir(exist_ok=True)
    files = writer(folder)
    for document in documents:
        files.add(document)
    files.close(CARD)
    return folder


@st.composite
def _spans(draw, text, texts):
    start = draw(st.integers(0, len(text) - 1))
    end = draw(st.integers(start + 1, len(text)))
    return Span(
        mention_id=draw(texts),
        start=start,
        end=end,
        text=text[start:end],
        entity_type=draw(st.sampled_from(SemanticType)),
        identifier_type=draw(st.sampled_from(IdentifierType)),
        entity_id=draw(texts),
        edit_type=draw(st.none() | st.sampled_from(EditType)),
        confidential_status=draw(st.none() | st.sampled_from(ConfidentialStatus)),
        replacement=draw(st.none() | texts),
    )


@st.composite
def entries(draw, texts=storable_text, names=names):
    """An entry whose texts and names are from these strategies, its spans in text order."""
    text = draw(texts)
    spans = draw(st.lists(_spans(text, names), max_size=4)) if text else []
    by_id = {each.mention_id: each for each in spans}
    return Entry(
        doc_id=draw(names),
        text=text,
        annotator=draw(names),
        spans=tuple(sorted(by_id.values(), key=lambda each: (each.start, -each.end))),
        task=draw(st.none() | texts),
        split=draw(st.none() | names),
        is_gold=draw(st.booleans()),
        generalized_text=draw(st.none() | texts),
    )
