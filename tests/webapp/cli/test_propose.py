"""`palimpsest propose` gives every masked mention of a file a list, whole or not at all."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from annotation.formats import read_documents
from ontology.entries import Entry, Kind
from ontology.index.writing import write_index
from webapp.cli import main

TEXT = "Ada Berg was born in Oslo, a town."
OSLO = Entry(("Oslo",), ("city in Norway", "city", "place"), Kind.SETTLEMENT, 6.0)


def mention(number, start, text, **more):
    return {
        "entity_type": "LOC",
        "entity_mention_id": f"m{number}",
        "start_offset": start,
        "end_offset": start + len(text),
        "span_text": text,
        "identifier_type": "QUASI",
        "entity_id": f"e{number}",
    } | more


def record(*mentions, **more):
    spans = {"spans": {"entity_mentions": list(mentions), "seen": True}}
    return {"doc_id": "d1", "text": TEXT, "annotations": spans} | more


OPEN = record(mention(1, 21, "Oslo"), mention(2, 29, "town", identifier_type="NO_MASK"))
CHOSEN = record(
    mention(
        1,
        21,
        "Oslo",
        replacement={
            "generalizations": {"old": ["Viking town", "***"]},
            "generalization_selection": {"Viking town": ["ben"], "***": ["ada"]},
        },
    ),
    generalized_text="Ada Berg was born in [Viking town], a town.",
)


@pytest.fixture
def propose(monkeypatch, tmp_path):
    """Propose for some records, and return the result with the records of the new file."""
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path))
    monkeypatch.delenv("PALIMPSEST_ONTOLOGY", raising=False)
    write_index(tmp_path / "ontology", {"cities": [OSLO]}, {})
    aim = tmp_path / "out.json"

    def run(content, output=aim, name="in.json"):
        source = tmp_path / name
        source.write_text(content if isinstance(content, str) else json.dumps(content))
        result = CliRunner().invoke(main, ["propose", str(source), "-o", str(output)])
        return result, json.loads(aim.read_text()) if aim.exists() else None

    return run


def spans_of(records):
    return records[0]["annotations"]["spans"]["entity_mentions"]


def test_every_masked_mention_gets_a_list_and_the_others_none(propose):
    result, records = propose([OPEN])
    assert result.exit_code == 0, result.output
    assert result.stdout == "1 list in 1 document.\n"
    masked, bare = spans_of(records)
    (texts,) = masked["replacement"]["generalizations"].values()
    assert texts[-1] == "***"
    assert "replacement" not in bare


def test_what_the_record_holds_besides_stays(propose):
    _, records = propose([record(mention(1, 21, "Oslo", page=3), url="x", meta={"year": 1999})])
    assert records[0]["url"] == "x"
    assert records[0]["meta"] == {"year": 1999}
    assert records[0]["annotations"]["spans"]["seen"] is True
    assert spans_of(records)[0]["page"] == 3


def test_old_lists_are_replaced_and_choices_without_a_text_are_counted(propose):
    result, records = propose([CHOSEN])
    replacement = spans_of(records)[0]["replacement"]
    assert "old" not in replacement["generalizations"]
    assert replacement["generalization_selection"] == {"***": ["ada"]}
    assert result.stderr == "1 choice left out: no longer offered.\n"
    assert records[0]["generalized_text"] == "Ada Berg was born in ***, a town."


def test_a_text_that_its_choices_still_say_stays(propose):
    masked = mention(
        1,
        21,
        "Oslo",
        replacement={
            "generalizations": {"old": ["***"]},
            "generalization_selection": {"***": ["ada"]},
        },
    )
    result, records = propose([record(masked, generalized_text="kept as it came")])
    assert records[0]["generalized_text"] == "kept as it came"
    assert result.stderr == ""


def test_tab_comes_out_with_its_layers_and_statuses(propose, tmp_path):
    spans = {
        name: {"entity_mentions": [mention(1, 21, "Oslo", confidential_status="NOT_CONFIDENTIAL")]}
        for name in ("annotator1", "annotator2")
    }
    tab = record() | {"annotations": spans, "quality_checked": ["annotator1"]}
    result, records = propose([tab])
    assert result.stdout == "2 lists in 1 document.\n"
    assert records[0]["quality_checked"] == ["annotator1"]
    for layer in records[0]["annotations"].values():
        assert layer["entity_mentions"][0]["confidential_status"] == "NOT_CONFIDENTIAL"
        assert layer["entity_mentions"][0]["replacement"]["generalizations"]
    assert len(list(read_documents(tmp_path / "out.json"))) == 1


def test_the_same_file_is_not_written_over(propose, tmp_path):
    result, _ = propose([OPEN], output=tmp_path / "in.json")
    assert result.exit_code == 1
    assert "another file" in result.output
    assert json.loads((tmp_path / "in.json").read_text()) == [OPEN]


def test_a_bad_record_is_named_and_the_old_result_stays(propose, tmp_path):
    (tmp_path / "out.json").write_text("[]")
    bad = record(mention(1, 20, "Oslo")) | {"doc_id": "d2"}
    result, records = propose([OPEN, bad])
    assert result.exit_code == 1
    assert "in.json: document 'd2': mention 'm1': span_text differs" in result.output
    assert records == []
    assert {path.name for path in tmp_path.iterdir() if "out" in path.name} == {"out.json"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"text": "one"}\n', "it must be a WikiReplace, TAB or marked text file"),
        ("A text without mentions.", "not a JSON list of documents"),
        ("", "the file is empty"),
    ],
)
def test_a_file_without_mentions_is_refused(propose, content, message):
    result, records = propose(content)
    assert result.exit_code == 1
    assert message in result.output
    assert records is None


def test_a_result_that_can_not_be_written_is_refused(propose, tmp_path):
    result, _ = propose([OPEN], output=tmp_path / "nowhere" / "out.json")
    assert result.exit_code == 1
    assert "can't be written: No such file or directory" in result.output


def test_without_an_index_nothing_is_written(propose, tmp_path):
    (tmp_path / "ontology" / "manifest.json").unlink()
    result, records = propose([OPEN])
    assert result.exit_code == 1
    assert "`palimpsest ontology build` makes it" in result.output
    assert records is None


def test_documents_stay_in_their_order(propose):
    many = [OPEN | {"doc_id": f"d{number}"} for number in range(50)]
    result, records = propose(many)
    assert result.stdout == "50 lists in 50 documents.\n"
    assert [each["doc_id"] for each in records] == [each["doc_id"] for each in many]


def test_marked_text_gets_its_lists_as_wikireplace(propose):
    result, records = propose("Ada Berg was born in [Oslo](LOC), a town.", name="ada.marked.txt")
    assert result.exit_code == 0, result.output
    [oslo] = records[0]["annotations"]["marked"]["entity_mentions"]
    assert (records[0]["doc_id"], oslo["span_text"]) == ("ada", "Oslo")
    [offered] = oslo["replacement"]["generalizations"].values()
    assert offered[-2:] == ["place", "***"]
