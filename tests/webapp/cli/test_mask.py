"""`palimpsest mask` suggests mentions in raw texts and writes them as TAB records."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from annotation.formats import read_documents
from annotation.types import IdentifierType
from masking.operating_points import ALL_STEPS
from ontology.index.writing import write_index
from tests.annotation.people_files import docx, packed, paragraphs, pdf
from tests.gazetteer import ENTRIES
from webapp.cli import main
from webapp.cli.context import application, project_named
from webapp.platform.extensions import db
from webapp.versions.queries import policy_of

LETTER = (
    "Dear Ms Solheim,\n\nThank you for your call on 12 March 2021. We have sent the form to "
    "ingrid.solheim@example.org, and to 14 Mill Lane, Malmö. Ms Solheim was a geologist.\n"
)


@pytest.fixture
def mask(monkeypatch, tmp_path):
    """Run the command on a path, and return the result with the documents written."""
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PALIMPSEST_ONTOLOGY", raising=False)
    write_index(tmp_path / "home" / "ontology", ENTRIES, {})
    aim = tmp_path / "out.json"

    def run(source, *options):
        result = CliRunner().invoke(main, ["mask", str(source), "-o", str(aim), *options])
        return result, list(read_documents(aim)) if aim.exists() else []

    return run


def spans(document, kind):
    return {
        mention.span_text for mention in document.iter_mentions() if mention.identifier_type is kind
    }


def test_a_folder_of_texts_becomes_tab_records_with_scores_and_reasons(mask, tmp_path):
    folder = tmp_path / ".private" / "texts" / "2021"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "config.txt").write_text("hidden")
    (folder / "letter.txt").write_text(LETTER)
    (folder.parent / "rows.jsonl").write_text(json.dumps({"doc_id": "r1", "text": LETTER}) + "\n")
    result, documents = mask(folder.parent)
    assert result.exit_code == 0, result.output
    assert [document.doc_id for document in documents] == ["2021/letter", "r1"]
    assert all(document.text == LETTER for document in documents)
    direct = spans(documents[0], IdentifierType.DIRECT)
    assert direct == {"Ms Solheim", "ingrid.solheim@example.org", "14 Mill Lane"}
    assert {"12 March 2021", "Malmö"} <= spans(documents[0], IdentifierType.QUASI)
    first = next(documents[0].iter_mentions())
    assert 0 < first.layout.extra["score"] <= 1
    assert first.layout.extra["reason"]


def test_files_of_all_kinds_are_read_and_named_by_their_paths(mask, tmp_path):
    folder = tmp_path / "files"
    (folder / "__MACOSX").mkdir(parents=True)
    (folder / "__MACOSX" / "letter.txt").write_text("hidden")
    (folder / "letter.docx").write_bytes(docx(paragraphs(LETTER.replace("\n", ""))))
    (folder / "letter.pdf").write_bytes(pdf(["Ms Solheim left."]))
    (folder / "mails.zip").write_bytes(packed({"in/one.txt": "Ms Solheim called."}))
    (folder / "old.txt").write_bytes("Ms Solheim from Malmö and Tromsø.".encode("cp1252"))
    (folder / "rows.csv").write_text("id,story\n1,Ms Solheim sailed.\n")
    result, documents = mask(folder, "--text-column", "story")
    assert result.exit_code == 0, result.output
    assert [document.doc_id for document in documents] == [
        *("letter.docx", "letter.pdf", "mails/in/one", "old", "rows/1")
    ]
    assert all("Ms Solheim" in document.text for document in documents)
    assert "Note: old.txt: read as Windows-1252" in result.stderr


def test_a_folder_without_a_file_is_refused(mask, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / ".hidden").write_text("x")
    result, documents = mask(tmp_path / "empty")
    assert (result.exit_code, documents) == (1, [])
    assert "holds no file." in result.output


def test_the_operating_point_decides_what_is_masked(mask, tmp_path):
    source = tmp_path / "letter.txt"
    source.write_text(LETTER)
    masked = {}
    for point in ("privacy", "balanced", "1.0"):
        result, [document] = mask(source, "--operating-point", point, "--json")
        assert result.exit_code == 0, result.output
        counts = json.loads(result.stdout)["mentions"]
        assert sum(counts.values()) == len(list(document.iter_mentions()))
        masked[point] = counts["DIRECT"] + counts["QUASI"]
    assert masked["privacy"] >= masked["balanced"] >= masked["1.0"] > 0
    result, _ = mask(source, "--operating-point", "most")
    assert result.exit_code == 2
    assert "none of privacy, balanced, utility, nor a number from 0 to 1" in result.output


def test_a_project_says_how_much_is_masked_unless_the_command_does(mask, tmp_path):
    source = tmp_path / "note.txt"
    source.write_text("Ada Berg paid 40 percent of it.")
    CliRunner().invoke(main, ["project", "create", "Lives"])

    def masked(step, *options):
        with application():
            policy = policy_of(project_named(db.session(), "Lives"))
            policy.mask_step = step.number
            db.session.add(policy)
            db.session.commit()
        result, [document] = mask(source, "--project", "Lives", *options)
        assert result.exit_code == 0, result.output
        return sum(mention.is_masked for mention in document.iter_mentions())

    most, least = masked(ALL_STEPS[0]), masked(ALL_STEPS[-1])
    assert most > least
    assert masked(ALL_STEPS[-1], "--operating-point", "privacy") == most


def test_whom_to_protect_can_be_said(mask, tmp_path):
    source = tmp_path / "two.txt"
    source.write_text("Ada Berg met Ben Lund. Ben Lund was glad. Ben Lund left.")
    _, [found] = mask(source)
    assert spans(found, IdentifierType.DIRECT) == {"Ben Lund"}
    _, [asked] = mask(source, "--protect", "Ada Berg")
    assert spans(asked, IdentifierType.DIRECT) == {"Ada Berg"}


def test_what_cannot_be_read_is_named_and_the_rest_is_masked(mask, tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "empty.txt").write_text("")
    (folder / "letter.txt").write_text(LETTER)
    (folder / "scan.pdf").write_bytes(b"%PDF-1.7")
    (folder / "zeros.txt").write_bytes(b"\0" * 100)
    result, documents = mask(folder, "--json")
    assert result.exit_code == 1
    assert [document.doc_id for document in documents] == ["letter"]
    assert [name for name in ("empty.txt", "scan.pdf", "zeros.txt") if name in result.stderr] == [
        "empty.txt",
        "scan.pdf",
        "zeros.txt",
    ]


def test_a_text_in_another_language_is_said_to_be_one(mask, tmp_path):
    source = tmp_path / "brev.txt"
    source.write_text(
        "Ingrid bodde lenge i Bergen og arbeidet der som geolog. Senere flyttet familien hennes "
        "nordover, og barna gikk på skole ved kysten mens faren fisket torsk og sild."
    )
    result, documents = mask(source)
    assert result.exit_code == 0
    assert "brev: does not read as a text in the pipeline's language (en)" in result.stderr
    assert documents


def test_many_texts_are_written_in_their_order_and_it_is_said_how_far_it_is(
    mask, tmp_path, monkeypatch
):
    monkeypatch.setattr("webapp.cli.output.OFTEN", 2)
    folder = tmp_path / "texts"
    folder.mkdir()
    for number in range(5):
        (folder / f"{number}.txt").write_text(f"Dear Ms Solheim, this is letter {number}.")
    result, documents = mask(folder)
    assert result.stderr.splitlines() == ["2 documents …", "4 documents …"]
    assert [document.doc_id for document in documents] == list("01234")
    assert [document.text[-2] for document in documents] == list("01234")


def test_the_file_that_is_read_is_not_written(mask, tmp_path):
    (tmp_path / "out.json").write_text(
        json.dumps([{"doc_id": "d", "text": LETTER, "annotations": {}}])
    )
    result, _ = mask(tmp_path / "out.json")
    assert result.exit_code == 1
    assert "another file" in result.output
