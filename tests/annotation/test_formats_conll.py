"""CoNLL: read back by a parser of its own, which knows lines, tabs and IOB2 alone."""

import json
from dataclasses import replace

from annotation.formats.exchange.conll import ConllWriter
from annotation.formats.exchange.entries import Entry
from annotation.types import SemanticType
from tests.annotation.entry_samples import ADA, BEN, CARD, TEXT, span, written


def parsed(path):
    """The entries of a file: what the comments say, sentences of tokens, spans of the columns."""
    entries = []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = block.strip("\n").split("\n")
        if lines[0].startswith("-DOCSTART-"):
            entries.append({"span": [], "sentences": [], "spans": []})
            continue
        comments = [line[2:].split(" = ", 1) for line in lines if line.startswith("# ")]
        for key, value in comments:
            if key == "span":
                entries[-1]["span"].append(json.loads(value))
            else:
                entries[-1][key] = json.loads(value)
        rows = [line.split("\t") for line in lines if line and not line.startswith("# ")]
        if rows:
            entries[-1]["sentences"].append([row[0] for row in rows])
            entries[-1]["spans"] += chunks(rows)
    return entries


def chunks(rows):
    found = []
    for token, offset, *tags in rows:
        start, end = int(offset), int(offset) + len(token)
        assert len({tag[0] for tag in tags}) == 1
        labels = [tag[2:] for tag in tags]
        if tags[0].startswith("B"):
            found.append([start, end, *labels])
        elif tags[0].startswith("I"):  # IOB2: it goes on with what stands before it
            assert found[-1][2:] == labels
            found[-1][1] = end
    return found


def places(spans):
    return [[each.start, each.end, each.entity_type, each.identifier_type] for each in spans]


def test_the_longest_spans_are_in_the_columns_and_the_others_in_comments(tmp_path):
    folder = written(ConllWriter, tmp_path / "out")
    ada, ben, gold = parsed(folder / "test.conll")
    assert (ada["doc_id"], ada["annotator"], ada["task"]) == (ADA.doc_id, "ada", ADA.task)
    inner = [ADA.spans[3], ADA.spans[4]]
    columns = [
        replace(each, end=each.start + len(each.text.rstrip()))
        for each in ADA.spans
        if each not in inner
    ]
    assert ada["spans"] == places(columns)
    assert ada["span"] == places(inner)
    assert [each["is_gold"] for each in (ada, ben, gold)] == [False, False, True]
    assert (ben["annotator"], ben["spans"]) == (BEN.annotator, [])
    assert "stand in comments (`# span`): 3." in (folder / "README.md").read_text()


def test_every_character_but_blanks_is_in_a_token_at_its_offset(tmp_path):
    folder = written(ConllWriter, tmp_path / "out")
    lines = (folder / "test.conll").read_text(encoding="utf-8").split("\n")
    rows = [line.split("\t") for line in lines if line.count("\t") == 3 and line[:5] != "-DOCS"]
    assert all(TEXT[int(at) :].startswith(token) for token, at, *_ in rows)
    assert "".join(token for token, *_ in rows) == "".join(TEXT.split()) * 3


def test_sentences_end_with_full_stops_and_lines_but_never_within_a_span(tmp_path):
    text = "HEADING\nAnna saw Dr. No. He # was\u2028there. Then\n\nshe\nleft"
    spans = (span("Anna saw Dr. No.", text=text), span("she\nleft", SemanticType.LOC, text=text))
    folder = written(ConllWriter, tmp_path / "out", [[Entry("a\u2028\n", text, "ada", spans)]])
    [entry] = parsed(folder / "train.conll")
    assert [" ".join(tokens) for tokens in entry["sentences"]] == [
        *("HEADING", "Anna saw Dr. No .", "He # was", "there .", "Then", "she left")
    ]
    assert entry["spans"] == places(spans)
    assert entry["doc_id"] == "a\u2028\n"


def test_spans_of_blanks_alone_and_datasets_of_nothing(tmp_path):
    blank = span(" ", text="a b")
    folder = written(ConllWriter, tmp_path / "out", [[Entry("a", "a b", "ada", (blank,))]])
    [entry] = parsed(folder / "train.conll")
    assert (entry["span"], entry["spans"]) == (places([blank]), [])
    folder = written(ConllWriter, tmp_path / "nothing", [])
    assert (folder / "train.conll").read_text() == ""
    assert (folder / "README.md").read_text() == CARD
