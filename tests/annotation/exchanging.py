"""What the tests of other tools' formats share: entries, and the way through a writer and back."""

import io
import zipfile
from dataclasses import replace

from hypothesis import strategies as st

from annotation.formats.exchange.entries import Entry, Span
from annotation.records import Document
from annotation.types import ConfidentialStatus, EditType, IdentifierType, SemanticType
from tests.annotation.reading import Read

TEXT = "Zoë 🙂 sails from\r\nNew\nYork to שלום עולם."


def span(text, start, end, **others):
    """A span of a text, a place unless it is said."""
    values = {
        "mention_id": f"m{start}-{end}",
        "entity_type": SemanticType.LOC,
        "identifier_type": IdentifierType.QUASI,
        "entity_id": f"e{start}-{end}",
    }
    return Span(start=start, end=end, text=text[start:end], **values | others)


def found(text, part, **others):
    """The first span of a text that reads so."""
    start = text.index(part)
    return span(text, start, start + len(part), **others)


def entry(annotator, *spans, text=TEXT, doc_id="zoe", **others):
    return Entry(doc_id, text, annotator, spans, **others)


def archive_of(folder):
    """The files of a folder as a ZIP archive."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder).as_posix())
    return stream.getvalue()


def written(writer_class, folder, *documents):
    """Write documents into an empty folder."""
    folder.mkdir()
    writer = writer_class(folder)
    for document in documents:
        writer.add(document)
    writer.close("# A dataset\n")
    return folder


def reread(writer_class, tmp_path, *documents):
    """Write documents, and read the archive of what was written."""
    folder = written(writer_class, tmp_path / "written", *documents)
    return Read(tmp_path, archive_of(folder), "written.zip")


def said(layer, *, named=True):
    """What a layer says of its spans, by place; without names where a format has none."""
    rows = []
    for mention in layer.mentions:
        lists = mention.replacement
        chosen = next(iter(lists.selection), None) if lists else None
        row = (mention.start, mention.end, mention.span_text, mention.entity_type)
        row += (mention.identifier_type, mention.edit_type, mention.confidential_status, chosen)
        rows.append((*row, mention.entity_id, mention.mention_id) if named else row)
    return sorted(rows, key=repr)


def meant(entry, *, named=True):
    """What an entry says of its spans, in the same form."""
    rows = []
    for each in entry.spans:
        row = (each.start, each.end, each.text, each.entity_type, each.identifier_type)
        row += (each.edit_type, each.confidential_status, each.replacement)
        rows.append((*row, each.entity_id, each.mention_id) if named else row)
    return sorted(rows, key=repr)


def layers_of(document: Document):
    return {layer.name: layer for layer in document.layers}


characters = st.sampled_from("ab é.\n\r\t🙂𝔘e\u0301שע\u200f\u2028\x85ß漢")
texts = st.text(characters, min_size=1, max_size=30).filter(lambda text: text.strip())
replacements = st.none() | st.text(st.sampled_from("a 🙂é*"), min_size=1).filter(str.strip)


@st.composite
def entries(draw, *, is_span=bool):
    """The entries of a document: up to three annotators, spans that overlap, stand twice, nest."""
    text = draw(texts)
    borders = st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))
    wanted = borders.map(sorted).filter(lambda each: is_span(text[each[0] : each[1]]))
    people = st.sampled_from(["ada", "b/ø", "all", "gold", "Ada"])
    names = draw(st.lists(people, min_size=1, max_size=3, unique=True))
    split = draw(st.none() | st.just("test"))
    made = []
    for name in names:
        spans = []
        for number, (start, end) in enumerate(draw(st.lists(wanted, max_size=4))):
            spans.append(
                span(
                    text,
                    start,
                    end,
                    mention_id=f"m{number}",
                    entity_type=draw(st.sampled_from(list(SemanticType))),
                    identifier_type=draw(st.sampled_from(list(IdentifierType))),
                    entity_id=f"e{draw(st.integers(0, 2))}",
                    edit_type=draw(st.none() | st.sampled_from(list(EditType))),
                    confidential_status=draw(st.none() | st.sampled_from(list(ConfidentialStatus))),
                    replacement=draw(replacements),
                )
            )
        made.append(entry(name, *spans, text=text, split=split))
    if draw(st.booleans()):
        made.append(replace(made[0], annotator="judge", is_gold=True))
    return made
