"""What the web application writes for the trainer comes back as it was; damage has its line."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.options import Option
from annotation.types import IdentifierType, SemanticType
from learning.errors import LearningError
from learning.record_files import checksum_of
from selection import exchange
from selection.examples import Example, ExampleDocument
from selection.exchange import Request
from selection.payload import AnnotatorNotes, SuggestionPayload

words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


@st.composite
def documents(draw) -> ExampleDocument:
    doc_id, text = draw(words), draw(words)
    examples = []
    for number in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text) - 1))
        end = draw(st.integers(start + 1, len(text)))
        texts = [*draw(st.lists(words, max_size=3, unique=True)), "***"]
        examples.append(
            Example(
                doc_id=doc_id,
                mention_id=f"m{number}",
                start=start,
                end=end,
                span_text=text[start:end],
                entity_type=draw(st.sampled_from(SemanticType)),
                identifier_type=draw(st.sampled_from(IdentifierType)),
                entity_id=draw(words),
                options=tuple(
                    Option(each, index, index + draw(st.integers(0, 2)), draw(st.none() | words))
                    for index, each in enumerate(texts, 1)
                ),
                choices=draw(st.dictionaries(words, st.sampled_from(texts), max_size=2)),
                proposed=tuple(draw(st.lists(words, max_size=2))),
            )
        )
    return ExampleDocument(doc_id, text, tuple(examples))


@given(st.lists(documents(), max_size=4))
def test_documents_come_back_as_they_were(tmp_path_factory, written):
    path = tmp_path_factory.mktemp("snapshot") / "documents.jsonl"
    assert exchange.write_documents(path, written) == len(written)
    assert list(exchange.read_documents(path)) == written


@pytest.fixture
def snapshot(tmp_path):
    mention = Example(
        doc_id="d1",
        mention_id="7",
        start=0,
        end=4,
        span_text="Oslo",
        entity_type=SemanticType.LOC,
        identifier_type=IdentifierType.QUASI,
        entity_id="e1",
        options=(Option("city", 1, 1, "P31"), Option("***", 2, 2, None)),
        choices={"una": "city"},
    )
    path = tmp_path / "documents.jsonl"
    exchange.write_documents(path, [ExampleDocument("d1", "Oslo it was.", (mention,))])
    return path


def test_requests_and_payloads_come_back_as_they_were(tmp_path, snapshot):
    (document,) = exchange.read_documents(snapshot)
    requests = [Request("4:2", "una", document), Request("4:3", None, document)]
    exchange.write_requests(tmp_path / "requests.jsonl", requests)
    assert list(exchange.read_requests(tmp_path / "requests.jsonl")) == requests
    notes = AnnotatorNotes([SemanticType.LOC], "f38Aqw==", "")
    known = SuggestionPayload(["7"], [["town", "***"]], [[0.25, 0.75]], notes, 1, has_seen=True)
    payloads = [("4:2", known), ("4:3", SuggestionPayload([], [], []))]
    exchange.write_payloads(tmp_path / "payloads.jsonl", payloads)
    assert list(exchange.read_payloads(tmp_path / "payloads.jsonl")) == payloads


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"not json",
        b"[]",
        b'{"doc_id": "d"}',
        b'{"doc_id": 3, "text": "t", "examples": []}',
        b'{"doc_id": "d", "text": "t", "examples": [{}]}',
    ],
)
def test_a_damaged_line_is_named_and_not_quoted(snapshot, line):
    snapshot.write_bytes(snapshot.read_bytes() + line + b"\n")
    with pytest.raises(LearningError, match=r"line 3: the record is damaged") as caught:
        list(exchange.read_documents(snapshot))
    assert "Oslo" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"end":4', b'"end":99'),
        (b'"end":4', b'"end":0'),
        (b'"LOC"', b'"PLACE"'),
        (b'"end":4', b'"end":"4"'),
        (b'["city",1,"P31"]', b'["city",1]'),
        (b'{"una":"city"}', b'["una"]'),
        (b'{"una":"city"}', b'{"una":null}'),
    ],
)
def test_a_mention_that_does_not_fit_is_refused(snapshot, old, new):
    content = snapshot.read_bytes()
    assert old in content
    snapshot.write_bytes(content.replace(old, new))
    with pytest.raises(LearningError, match="line 2: the record is damaged"):
        list(exchange.read_documents(snapshot))


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        (b"", "the header is missing"),
        (b"{}", "the header is missing"),
        (b"[1]", "the header is missing"),
        (b'{"palimpsest": "payloads", "format": 1}', "the file holds payloads, not documents"),
        (b'{"palimpsest": "documents", "format": 9}', "format 9, but this program reads format 1"),
    ],
)
def test_another_kind_of_file_is_refused_in_its_first_line(tmp_path, header, problem):
    path = tmp_path / "other.jsonl"
    path.write_bytes(header + b"\n")
    with pytest.raises(LearningError, match=f"line 1: {problem}"):
        list(exchange.read_documents(path))


def test_a_file_that_is_not_there_is_said_so(tmp_path):
    with pytest.raises(LearningError, match=r"gone\.jsonl can't be read"):
        list(exchange.read_documents(tmp_path / "gone.jsonl"))


def test_a_writer_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, snapshot):
    before = snapshot.read_bytes()

    def failing():
        yield next(exchange.read_documents(snapshot))
        raise RuntimeError(string.ascii_letters)

    with pytest.raises(RuntimeError):
        exchange.write_documents(snapshot, failing())
    unwritable = ExampleDocument("d2", "half a character: \ud83d", ())
    with pytest.raises(LearningError, match=r"Record 1 for documents\.jsonl"):
        exchange.write_documents(snapshot, [unwritable])
    assert snapshot.read_bytes() == before
    assert list(tmp_path.iterdir()) == [snapshot]


def test_the_checksum_follows_the_bytes(snapshot):
    before = checksum_of(snapshot)
    assert checksum_of(snapshot) == before
    snapshot.write_bytes(snapshot.read_bytes().replace(b"Oslo", b"Bonn"))
    assert checksum_of(snapshot) != before
