"""The thesis' own form: written, read, and refused where it is another."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ontology.errors import SourceError
from ontology.layers import Ontology
from ontology.wikidata.concepts import Chains, Concept
from ontology.wikidata.thesis import is_thesis_json, read_json, write_json
from tests.ontology.wikidata.dumps import sample_items, write_dump
from tests.ontology.wikidata.test_building import build

TERM = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=8)
CHAIN = st.lists(TERM.filter("***".__ne__), min_size=1, max_size=3).map(tuple)
PROPERTIES = st.dictionaries(
    st.sampled_from(["P31", "P279", "P8225", "P361"]), st.builds(Chains, CHAIN, CHAIN), min_size=1
)


@settings(max_examples=50, deadline=None)
@given(
    names=st.lists(st.lists(TERM, min_size=1, max_size=3), min_size=1, max_size=5).filter(
        lambda lists: len({name for names in lists for name in names}) == sum(map(len, lists))
    ),
    data=st.data(),
)
def test_what_is_written_is_read_again(tmp_path_factory, names, data):
    concepts = [
        Concept(f"Q{number}", tuple(own), data.draw(PROPERTIES))
        for number, own in enumerate(names, 1)
    ]
    path = tmp_path_factory.mktemp("thesis") / "thesis.json"
    assert write_json(path, concepts) == sum(map(len, names))
    assert is_thesis_json(path)
    count, read = read_json(path)
    assert (count, list(read)) == (len(concepts), concepts)


def test_a_shared_name_goes_to_the_best_known(tmp_path):
    lists = {"P31": Chains(("x",), ("x",))}
    concepts = [
        Concept("Q1", ("Oldtown", "First"), lists, 1.0),
        Concept("Q2", ("Oldtown", "Second"), lists, 2.0),
        Concept("Q3", ("Oldtown", "Third"), lists, 0.5),
    ]
    assert write_json(tmp_path / "thesis.json", concepts) == 4
    terms = json.loads((tmp_path / "thesis.json").read_bytes())
    assert {term: value["id"] for term, value in terms.items()} == {
        "First": "Q1",
        "Oldtown": "Q2",
        "Second": "Q2",
        "Third": "Q3",
    }


def test_a_layer_of_the_published_form_is_built_in_parts_too(tmp_path):
    published = {
        term: {"id": f"Q{number}", "properties": {"P31": {"first": ["town", "***"], "longest": []}}}
        for number, term in enumerate(["Aton", "Beton", "Ceton"])
    }
    (tmp_path / "ontology.json").write_text(json.dumps(published))
    folder = tmp_path / "ontology"
    report = build(tmp_path / "ontology.json", folder / "wikidata", part_concepts=2)
    assert len(report.manifests) == 2
    for term in published:
        (sense,) = Ontology.open(folder).lookup(term)
        assert (sense.source, sense.generalizations) == (
            "P31",
            ("town", "populated place", "place"),
        )


def test_a_dump_is_not_taken_for_it(tmp_path):
    assert not is_thesis_json(write_dump(tmp_path / "dump.json", sample_items()))
    lines = tmp_path / "lines.json"
    lines.write_text('{"type":"item","id":"Q1"}\n')
    assert not is_thesis_json(lines)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": {"id": "Q1", "properties": 3}}',
        '{"a": {"id": "Q1"}}',
        '{"a": {"id": "Q1", "properties": {"P31": ["x"]}}}',
        '{"a": {"id": "Q1", "properties": {"P31": {"first": [3]}}}}',
        '{"a": {"id": "Q1", "properties": {}}, "b": 7}',
        '{"a": {"id": "Q1", ',
    ],
)
def test_what_is_not_in_it_is_refused(tmp_path, text):
    (tmp_path / "thesis.json").write_text(text)
    with pytest.raises(SourceError, match=r"thesis\.json is (broken|not in the thesis' form)"):
        build(tmp_path / "thesis.json")
