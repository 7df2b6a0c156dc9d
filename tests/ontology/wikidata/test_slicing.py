"""Cutting an item out of its line gives what parsing the whole line gives."""

from __future__ import annotations

import bz2
import json

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ontology.wikidata.items import BrokenLineError, parse_item
from ontology.wikidata.slicing import slice_item
from tests.ontology.wikidata.dumps import item, item_value, statement

HOSTILE = st.sampled_from(
    [
        '"claims":{"P31":[{"mainsnak":{',
        '"sitelinks":{}}',
        'a "quoted" thing',
        "back\\slash\\",
        '\\"en\\":{',
        '}],"P279":[{"mainsnak"',
        '"numeric-id":5',
        '"mainsnak":',
        "tab\there",
        "é 李 🏖",
        '"en":[{"language":"en","value":"x"}]',
        ", ] [ }",
    ]
)
TEXT = st.one_of(HOSTILE, st.text(st.characters(exclude_categories=["Cs"]), max_size=12))
CODES = st.sampled_from(["en", "mul", "en-gb", "de", "claims", "aliases", "sitelinks", "P31"])
NUMBERS = st.sampled_from([1, 5, 42, 515, 6256, 13442814, 4167410, 999_999_999, 4_294_967_295])
NAMES = st.sampled_from(["P31", "P279", "P8225", "P361", "P19", "P18"])


def named(code, text):
    return {"language": code, "value": text}


@st.composite
def values(draw):
    number = draw(NUMBERS)
    return draw(
        st.sampled_from(
            [
                item_value(number),
                {"value": {"entity-type": "item", "numeric-id": number}},
                {"value": {"entity-type": "item", "id": f"Q{number}"}},
                {"value": {"id": f"Q{number}", "numeric-id": number, "entity-type": "item"}},
                {"value": {"entity-type": "property", "numeric-id": number, "id": "P3"}},
                {"value": {"entity-type": "lexeme", "id": "L3"}},
                {"value": {"time": "+2001", "precision": 9}},
                {"value": {"text": draw(TEXT), "language": "en"}},
                {"value": {"unknown": {"entity-type": "item", "numeric-id": number}}},
                {"value": draw(TEXT)},
            ]
        )
    )


@st.composite
def snaks(draw, name):
    kind = draw(st.sampled_from(["value", "value", "somevalue", "novalue"]))
    snak = {"snaktype": kind, "property": name}
    if draw(st.booleans()):
        snak["hash"] = "0a1b"
    if kind == "value":
        snak["datavalue"] = draw(values())
    snak["datatype"] = "wikibase-item"
    return snak


@st.composite
def statements(draw, name):
    found = {"mainsnak": draw(snaks(name)), "type": "statement"}
    if draw(st.booleans()):
        inner = draw(NAMES)
        found["qualifiers"] = {inner: draw(st.lists(snaks(inner), min_size=1, max_size=2))}
        found["qualifiers-order"] = [inner]
    found |= {"id": "q1$x", "rank": draw(st.sampled_from(["preferred", "normal", "deprecated"]))}
    if draw(st.booleans()):
        inner = draw(NAMES)
        found["references"] = [{"hash": "f", "snaks": {inner: [draw(snaks(inner))]}}]
    if draw(st.integers(0, 9)) == 0:
        found = shuffled(draw, found)
    return found


def shuffled(draw, mapping):
    return {key: mapping[key] for key in draw(st.permutations(list(mapping)))}


@st.composite
def entities(draw):
    names = draw(st.lists(NAMES, unique=True, max_size=4))
    spoken = draw(st.lists(CODES, unique=True, max_size=4))
    found = {
        "type": "item",
        "id": f"Q{draw(NUMBERS)}",
        "labels": {code: named(code, draw(TEXT)) for code in draw(st.lists(CODES, unique=True))},
        "descriptions": {code: named(code, draw(TEXT)) for code in spoken},
        "aliases": {
            code: [named(code, text) for text in draw(st.lists(TEXT, max_size=3))]
            for code in spoken
        },
        "claims": {
            name: draw(st.lists(statements(name), min_size=1, max_size=3)) for name in names
        },
        "sitelinks": {
            site: {"site": site, "title": draw(TEXT), "badges": []}
            for site in draw(st.lists(st.sampled_from(["enwiki", "dewiki"]), unique=True))
        },
    }
    if draw(st.booleans()):
        found["lastrevid"] = 17
    if draw(st.integers(0, 4)) == 0:
        found = shuffled(draw, found)
    if draw(st.integers(0, 9)) == 0:
        found.pop(draw(st.sampled_from(["labels", "aliases", "claims", "sitelinks"])))
    return found


@st.composite
def dumped(draw):
    entity = draw(entities())
    style = draw(st.sampled_from(["compact", "spaced", "utf-8"]))
    if style == "utf-8":
        line = orjson.dumps(entity)
    else:
        separators = (",", ":") if style == "compact" else (", ", ": ")
        line = json.dumps(entity, separators=separators).encode()
    if draw(st.booleans()):
        line = line.replace(b"{}", b"[]")
    return line


@settings(max_examples=400, deadline=None)
@given(dumped())
def test_a_cut_item_is_the_parsed_item_or_is_left_to_the_parser(line):
    cut = slice_item(line)
    assert cut is None or cut == parse_item(line)


def test_what_wikibase_writes_is_cut_and_not_parsed():
    written = item(1, 'Oslo \\ "x"', aliases=["A", "}]"], sitelinks=2, P31=[515], P19=[3])
    for separators in [(",", ":"), (", ", ": ")]:
        line = json.dumps(written, separators=separators).encode()
        assert slice_item(line) == parse_item(line) is not None


def test_everything_that_a_human_points_to_is_cut_out():
    human = item(1, "Ada", P31=[5], P19=[100], P106=[102, statement("P106", None)])
    line = json.dumps(human, separators=(",", ":")).encode()
    cut = slice_item(line)
    assert cut is not None
    assert cut.related == (5, 100, 102)
    assert cut == parse_item(line)


@pytest.mark.parametrize("length", range(1, 400, 7))
def test_a_line_that_was_cut_short_is_never_taken_for_an_item(length):
    line = json.dumps(item(1, "Oslo", sitelinks=2, P31=[515]), separators=(",", ":")).encode()
    assert length < len(line)
    assert slice_item(line[:-length]) is None
    with pytest.raises(BrokenLineError):
        parse_item(line[:-length])


def test_real_items_are_cut_as_they_are_parsed(shared_data):
    packed = (shared_data / "wikidata-sample.json.bz2").read_bytes()
    lines = [line.rstrip(b",") for line in bz2.decompress(packed).splitlines()[1:-1]]
    for line in lines:
        for form in (line, orjson.dumps(orjson.loads(line))):
            cut = slice_item(form)
            assert cut is not None
            assert cut == parse_item(form)
