"""`palimpsest ontology build --wikidata`: from a dump to a layer that look-ups see."""

import json

import pytest
from click.testing import CliRunner

from tests.ontology.wikidata.dumps import item, sample_items, write_dump
from webapp.cli import main


@pytest.fixture
def palimpsest(tmp_path, monkeypatch):
    monkeypatch.setenv("PALIMPSEST_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PALIMPSEST_ONTOLOGY", raising=False)
    return lambda *arguments: CliRunner().invoke(main, ["ontology", *map(str, arguments)])


def generalizations(result) -> list[list[str]]:
    assert result.exit_code == 0, result.stderr
    return [sense["generalizations"] for sense in json.loads(result.stdout)["senses"]]


def test_a_dump_becomes_the_layer_that_look_ups_see(palimpsest, tmp_path):
    dump = write_dump(tmp_path / "dump.json.gz", [*sample_items(), "{broken"])
    result = palimpsest("build", "--wikidata", dump)
    assert result.exit_code == 0, result.stderr
    assert "1 broken lines" in result.stdout
    assert "Broken lines: 26" in result.stdout
    assert str(tmp_path / "home" / "ontology" / "wikidata") in result.stdout
    found = palimpsest("lookup", "brackwater", "--json")
    assert generalizations(found) == [["city", "populated place", "place"]]


def test_the_layer_survives_the_form_of_the_thesis(palimpsest, tmp_path):
    dump, form = write_dump(tmp_path / "dump.json", sample_items()), tmp_path / "thesis.json"
    assert palimpsest("build", "--wikidata", dump, "--thesis-json", form).exit_code == 0
    names = ["Brackwater", "Kingdom of Norland", "geologist", "Northern Isles"]
    before = [generalizations(palimpsest("lookup", name, "--json")) for name in names]
    assert palimpsest("build", "--wikidata", form).exit_code == 0
    assert [generalizations(palimpsest("lookup", name, "--json")) for name in names] == before
    assert json.loads(form.read_bytes())["geologist"] == {
        "id": "Q102",
        "properties": {
            "P31": {
                "first": ["profession", "occupation"],
                "longest": ["profession", "occupation"],
            },
            "P279": {
                "first": ["scientist", "researcher", "person"],
                "longest": ["scientist", "researcher", "person"],
            },
        },
    }


def test_roots_are_one_or_several(palimpsest, tmp_path):
    dump = write_dump(tmp_path / "dump.json", sample_items())
    result = palimpsest(
        "build", "--wikidata", dump, "-o", tmp_path / "o", "--roots", "Q210", "Q202"
    )
    assert result.exit_code == 0, result.stderr
    manifest = json.loads((tmp_path / "o" / "wikidata" / "manifest.json").read_bytes())
    assert manifest["roots"] == ["Q210", "Q202"]


def test_what_is_wrong_is_said_in_one_line(palimpsest, tmp_path):
    (tmp_path / "letter.txt").write_text("Dear reader,")
    result = palimpsest("build", "--wikidata", tmp_path / "letter.txt")
    assert result.exit_code == 1
    assert "is no Wikidata dump" in result.stderr
    assert result.stderr.count("\n") == 1
    dump = write_dump(tmp_path / "dump.json", [item(1, "Oldtown")])
    assert palimpsest("build", "--wikidata", dump, "--roots", "human").exit_code == 2
    assert palimpsest("build", "--roots", "Q5").exit_code == 2
    assert palimpsest("build", "--wikidata", tmp_path / "nowhere").exit_code == 2
