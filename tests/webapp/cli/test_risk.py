"""`palimpsest risk`: the background of a project, and the figures of a file."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from annotation.types import SemanticType
from tests.factories import SPANS
from tests.learning.language_models import write_masked
from tests.webapp.intake.backgrounds.people_files import PEOPLE, lines
from tests.webapp.intake.imports.importing import biography, written
from tests.webapp.submissions import submitted
from webapp.cli import main
from webapp.platform.extensions import db
from webapp.platform.models import Background, RiskCheck

CHOSEN = {"Ada": {"PERSON 1": ["Kim"]}, "Oslo": {"city in Norway": ["Kim"]}}
BACKGROUND = {
    "ada": "A keeper of bees moved to a city of Norway, where others moved away.",
    "bo": "Bo repaired organs.",
    "cleo": "Cleo taught mathematics.",
}


@pytest.fixture
def run(app, config, monkeypatch):  # noqa: ARG001 - the database must be there
    monkeypatch.setenv("PALIMPSEST_HOME", str(config.home))

    def run(*arguments):
        return CliRunner().invoke(main, ["risk", *map(str, arguments)])

    return run


@pytest.fixture
def file(tmp_path):
    """Two people, of whom one has choices for all that is hidden."""
    return written(tmp_path, biography(chosen=CHOSEN), biography("bo", task="Hide Bo"))


@pytest.fixture
def background(tmp_path):
    return lines(tmp_path, BACKGROUND)


def figures_of(result):
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


class TestBackground:
    def test_a_file_becomes_the_background_of_a_project(self, run, make, background):
        project = make.project(name="Lives")
        make.document(project, doc_id="ada")
        result = run("background", background, "--project", "Lives")
        assert result.exit_code == 0, result.stderr
        assert result.stdout == "3 people in 3 texts; 1 document known by name.\n"
        assert db.session.get(Background, project.id).people == 3

    def test_what_was_left_out_is_said(self, run, make, tmp_path):
        make.project(name="Lives")
        path = lines(tmp_path, PEOPLE | {"eva": ""})
        result = run("background", path, "--project", "Lives")
        assert "Left out: 1 text with nothing in them." in result.stdout
        result = run("background", path, "--project", "Lives", "--json")
        facts = {"project": "Lives", "people": 3, "texts": 3, "empty": 1, "near_copies": 0}
        assert json.loads(result.stdout) == facts | {"known": 0}

    def test_a_folder_can_be_read(self, run, make, tmp_path):
        make.project(name="Lives")
        folder = tmp_path / "texts"
        folder.mkdir()
        for key, text in PEOPLE.items():
            (folder / f"{key}.txt").write_text(text)
        result = run("background", folder, "--project", "Lives")
        assert result.stdout.startswith("3 people in 3 texts")

    def test_another_project_can_be_read(self, run, make):
        make.project(name="Lives")
        other = make.project(name="Registers")
        for doc_id, text in PEOPLE.items():
            make.document(other, doc_id=doc_id, text=text, spans=[]).task = doc_id
        db.session.commit()
        result = run("background", "Registers", "--project", "Lives")
        assert result.stdout.startswith("3 people in 3 texts")

    def test_what_is_neither_is_refused(self, run, make):
        make.project(name="Lives")
        result = run("background", "nowhere", "--project", "Lives")
        assert result.exit_code == 1
        assert "There is neither a file nowhere nor a project of that name." in result.stderr
        result = run("background", "Lives", "--project", "Lives")
        assert "A project is no background of itself" in result.stderr

    def test_a_faulty_file_is_refused_with_its_line(self, run, make, tmp_path):
        make.project(name="Lives")
        path = tmp_path / "broken.jsonl"
        path.write_text('{"id": "ada", "text": "x"}\n{no')
        result = run("background", path, "--project", "Lives")
        assert result.exit_code == 1
        assert "broken.jsonl, line 2" in result.stderr


class TestFile:
    def test_the_figures_of_each_document_are_json(self, run, file, background):
        ada, bo = figures_of(run(file, "--background", background, "--json"))
        assert ada.keys() == {"doc_id", "k", "attack", "gives_away", "mentions", "kept", "leaks"}
        assert (ada["doc_id"], ada["k"]) == ("ada", {"project": 2, "people": 2})
        assert ada["attack"].keys() == {"people", "rank", "confidence", "by"}
        assert (ada["attack"]["people"], ada["attack"]["by"]) == (3, "words")
        assert [each["chosen"] for each in ada["mentions"]] == ["PERSON 1", "city in Norway"]
        assert [each["chosen"] for each in bo["mentions"]] == ["***", "***"]

    def test_the_words_in_clear_that_lead_to_the_person_are_named(self, run, file, background):
        ada, _ = figures_of(run(file, "--background", background, "--json"))
        assert ada["attack"]["rank"] == 1
        words = {word for word, _ in ada["gives_away"]}
        assert words
        assert words <= {"moved", "city", "Norway"}

    def test_a_language_model_is_asked_where_it_is_named(self, run, file, background, tmp_path):
        asked = (file, "--background", background, "--attacks", "language-model", "--json")
        model = write_masked(tmp_path / "model")
        ada, _ = figures_of(run(*asked, "--language-model", model))
        assert (ada["attack"]["people"], ada["attack"]["by"]) == (3, "language-model")
        without = run(*asked)
        assert without.exit_code == 1
        assert "name its folder by --language-model" in without.stderr
        nowhere = run(*asked, "--language-model", tmp_path / "nowhere")
        assert nowhere.exit_code == 1
        assert "There is no language model folder" in nowhere.stderr

    def test_no_original_is_shown_unless_asked_for(self, run, file, background):
        shown = run(file, "--background", background, "--json").stdout
        assert "Oslo" not in shown
        ada, _ = figures_of(run(file, "--with-originals", "--json"))
        assert [each["original"] for each in ada["mentions"]] == ["Ada", "Oslo"]

    def test_what_can_still_be_read_is_a_leak(self, run, tmp_path):
        chosen = {"Ada": {"PERSON 1": ["Kim"]}, "Oslo": {"Ada": ["Kim"]}}
        record = biography(chosen=chosen)
        [layer] = record["annotations"].values()
        lists = layer["entity_mentions"][1]["replacement"]["generalizations"]
        lists["heuristics"].insert(0, "Ada")
        path = written(tmp_path, record)
        [ada] = figures_of(run(path, "--json"))
        leak = {"mention": "ada_em1", "place": [0, 3], "in": "the generalized text", "at": []}
        assert ada["leaks"] == [leak | {"chosen_for": "ada_em2"}]
        told = (
            "ada: what ada_em1 (0–3) hides can still be read in the text chosen for ada_em2 (13–17)"
        )
        assert f"{told}.\n" in run(path).stdout
        assert f"{told}: “Ada” is still readable" in run(path, "--with-originals").stdout

    def test_a_leak_in_the_clear_text_is_told_by_its_places(self, run, tmp_path):
        record = biography(chosen=CHOSEN)
        start = len(record["text"]) + len(" It is ")
        record["text"] += " It is oslo."
        path = written(tmp_path, record)
        [ada] = figures_of(run(path, "--json"))
        [leak] = ada["leaks"]
        assert leak["at"] == [[start, start + len("oslo")]]
        assert f"can still be read at {start}–{start + 4}." in run(path).stdout

    def test_plain_texts_lead_to_the_command_that_marks_them(self, run, tmp_path):
        folder = tmp_path / "my texts"
        folder.mkdir()
        (folder / "ada.txt").write_text("Ada moved to Oslo.")
        result = run(folder)
        assert result.exit_code == 2
        assert f"`palimpsest mask '{folder}' -o masked.json`" in result.stderr
        result = run(folder / "ada.txt")
        assert result.exit_code == 0
        assert f"`palimpsest mask '{folder}/ada.txt' -o masked.json`" in result.stderr

    def test_without_a_background_nothing_is_attacked(self, run, file):
        ada, _ = figures_of(run(file, "--json"))
        assert (ada["attack"], ada["gives_away"]) == (None, [])
        assert "no background, not attacked" in run(file).stdout

    def test_an_attack_by_meaning_comes_from_an_encoder(
        self, run, file, tmp_path, tiny_encoder_folder, monkeypatch
    ):
        monkeypatch.setenv("PALIMPSEST_ENCODER", str(tiny_encoder_folder))
        others = {f"other-{number}": f"Others like chess {number}." for number in range(6)}
        many = lines(tmp_path, BACKGROUND | others)
        ada, _ = figures_of(run(file, "--background", many, "--attacks", "meaning", "--json"))
        assert (ada["attack"]["by"], ada["attack"]["people"]) == ("meaning", 9)

    def test_among_few_people_meaning_says_nothing_and_words_are_looked_up(
        self, run, file, background
    ):
        ada, _ = figures_of(run(file, "--background", background, "--attacks", "meaning", "--json"))
        assert (ada["attack"]["by"], ada["attack"]["people"]) == ("words", 3)

    @pytest.mark.usefixtures("tiny_ontology")
    def test_what_is_read_into_a_span_is_guessed(self, run, file, background):
        ada, _ = figures_of(run(file, "--background", background, "--attacks", "reading", "--json"))
        assert ada["attack"] is None
        assert [each["guessed"] for each in ada["mentions"]] == [True, False]

    @pytest.mark.usefixtures("tiny_ontology")
    def test_a_guess_is_told_with_its_place(self, run, file, background):
        asked = (file, "--background", background, "--attacks", "reading")
        told = "ada: what ada_em1 (0–3) hides{} would be guessed from “PERSON 1”."
        assert told.format("") in run(*asked).stdout
        assert told.format(", “Ada”,") in run(*asked, "--with-originals").stdout
        ada, _ = figures_of(run(*asked, "--json"))
        assert [each["place"] for each in ada["mentions"]] == [[0, 3], [13, 17]]

    def test_reading_needs_an_ontology(self, run, file, background):
        result = run(file, "--background", background, "--attacks", "reading")
        assert result.exit_code == 1
        assert "The ontology can't be asked" in result.stderr

    def test_the_table_says_who_is_found(self, run, file, background):
        lines = run(file, "--background", background).stdout.splitlines()
        assert lines[0].split() == ["document", "fits", "attack", "kept", "leaks"]
        assert lines[1].startswith("ada       2 of 2  1st of 3")
        assert "ada: what still gives it away: " in "\n".join(lines)

    def test_the_word_report_may_be_said(self, run, file):
        assert run("report", file).stdout == run(file).stdout

    def test_what_makes_no_sense_is_a_wrong_use(self, run, file, background):
        for arguments, message in {
            (): "background",
            ("--json",): "Name a file, or a project",
            (file, "--project", "Lives"): "Name a file, or a project",
            (file, "--gate"): "--gate is for --project",
            ("--project", "Lives", "--background", background): "has a background of its own",
            (
                file,
                "--attacks",
                "magic",
            ): "'magic' is none of words, meaning, language-model, reading",
        }.items():
            result = run(*arguments)
            assert result.exit_code in {0, 2}
            assert message in result.output, arguments

    def test_a_file_that_is_none_is_refused(self, run, tmp_path):
        path = tmp_path / "broken.json"
        path.write_text("[{]")
        result = run(path)
        assert result.exit_code == 1
        assert "broken.json" in result.stderr


@pytest.mark.usefixtures("project")
class TestProject:
    @pytest.fixture
    def project(self, make):
        """A project of one submitted document, whose choices tell nothing and leak nothing."""
        annotator = make.user()
        project = make.project(annotator, name="Lives")
        document = make.document(project, doc_id="ada")
        submitted(make, document, annotator, *["***"] * len(SPANS))
        return project

    def test_its_checks_are_brought_up_to_date(self, run, background):
        run("background", background, "--project", "Lives")
        [ada] = figures_of(run("--project", "Lives", "--json"))
        assert (ada["doc_id"], ada["k"]) == ("ada", {"project": 1, "people": 1})
        assert ada["attack"]["people"] == 3
        assert {each["chosen"] for each in ada["mentions"]} == {"***"}
        assert db.session.query(RiskCheck).count() == 1

    def test_originals_are_those_of_its_documents(self, run):
        [ada] = figures_of(run("--project", "Lives", "--with-originals", "--json"))
        assert {each["original"] for each in ada["mentions"]} == {span[0] for span in SPANS}

    def test_a_mention_known_from_another_layer_has_no_place(self, run):
        run("--project", "Lives")
        [check] = db.session.query(RiskCheck)
        of_other = [each | {"id": f"other-{each['id']}"} for each in check.report["mentions"]]
        check.report = check.report | {"mentions": of_other}
        db.session.commit()
        [ada] = figures_of(run("--project", "Lives", "--with-originals", "--json"))
        assert {(each["place"], each["original"]) for each in ada["mentions"]} == {(None, None)}

    def test_what_the_gate_lets_through_is_no_failure(self, run):
        assert run("--project", "Lives", "--gate").exit_code == 0

    def test_what_the_gate_would_stop_is_one(self, run, make, project):
        annotator = make.user()
        spans = [("Ada", SemanticType.PERSON, "e1", ["Ada", "***"])]
        document = make.document(project, doc_id="bo", text="Ada, or Ada.", spans=spans)
        submitted(make, document, annotator, "***")
        result = run("--project", "Lives", "--gate")
        assert result.exit_code == 1
        assert "bo: Stops the release: Something that is hidden can still be read." in result.stdout
        assert "Ada" not in result.stdout
        assert run("--project", "Lives").exit_code == 0

    def test_a_project_that_is_not_there_is_refused(self, run):
        result = run("--project", "Nowhere")
        assert result.exit_code == 1
        assert "There is no project named 'Nowhere'." in result.stderr
