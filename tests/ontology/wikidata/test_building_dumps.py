"""Whatever the file is packed in, however it is cut: one dump, one layer; and what is no dump."""

from __future__ import annotations

import bz2
import gzip
import json

import pytest

from ontology.errors import SourceError
from ontology.layers import Ontology
from tests.ontology.wikidata.dumps import COMPRESSIONS, item, lines, sample_items, write_dump
from tests.ontology.wikidata.test_building import build, generalizations


@pytest.mark.parametrize("chunk_bytes", [60, 1000, 10**6])
@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_the_size_of_the_chunks_changes_nothing(tmp_path, ending, chunk_bytes):
    dump = write_dump(tmp_path / f"dump.{ending}", sample_items())
    whole = build(dump, tmp_path / "whole")
    pieces = build(dump, tmp_path / "pieces", chunk_bytes=chunk_bytes)
    assert pieces.index.manifest == whole.index.manifest
    assert pieces.counts == whole.counts


def test_several_workers_and_several_members_change_nothing(tmp_path):
    data = "\n".join(lines(sample_items())).encode()
    parts = [data[start : start + 700] for start in range(0, len(data), 700)]
    plain = build(write_dump(tmp_path / "dump.json", sample_items()), tmp_path / "plain")
    for ending, compress in (("gz", gzip.compress), ("bz2", bz2.compress)):
        dump = tmp_path / f"members.json.{ending}"
        dump.write_bytes(b"".join(map(compress, parts)))
        built = build(dump, tmp_path / ending, workers=2, chunk_bytes=900)
        assert built.index.manifest["data"] == plain.index.manifest["data"]


def test_a_large_layer_is_written_in_parts_the_best_known_first(tmp_path):
    known = [item(number, f"Town {number}", sitelinks=number, P31=[20]) for number in range(1, 9)]
    same = [item(number, "Town 3", P31=[20]) for number in range(30, 33)]
    folder = tmp_path / "ontology" / "wikidata"
    for part_concepts in (3, 4):
        dump = write_dump(tmp_path / "dump.json", [*known, *same, item(20, "town")])
        report = build(dump, folder, part_concepts=part_concepts)
        parts = report.index.manifest["parts"]
        assert len(parts) == len(list(folder.glob("part-*"))) > 1
        ontology = Ontology.open(tmp_path / "ontology")
        assert len(ontology.layers) == len(parts) + 1
        for number in range(1, 9):
            assert ontology.lookup(f"town {number}")[0].generalizations[0] == "town"
        weights = [sense.weight for sense in ontology.lookup("Town 3")]
        assert weights == sorted(weights, reverse=True)
        assert len(weights) == 4
        assert ontology.count_below("town") == 11


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b"", "it is empty", id="empty"),
        pytest.param(b"Dear reader", "it begins with b'Dear reader'", id="letter"),
        pytest.param(b"\x89PNG\r\n", "no Wikidata dump", id="picture"),
        pytest.param(
            b'{"a": 1}\n{"b": 2}\n',
            "holds no Wikidata item (2 lines read, 2 of them broken)",
            id="other-json",
        ),
        pytest.param(b"[\n]\n", "holds no Wikidata item", id="empty-array"),
        pytest.param(gzip.compress(b"[\n{}\n]")[:-9], "ends in the middle", id="gz-cut"),
        pytest.param(
            gzip.compress(b"[\n{}\n]") + b"rubbish", "is damaged near byte", id="gz-damaged"
        ),
        pytest.param(bz2.compress(b"[\n{}\n]")[:-4], "ends in the middle", id="bz2-cut"),
        pytest.param(b"BZh9 not at all", "is damaged near byte", id="bz2-damaged"),
    ],
)
def test_what_is_no_dump_is_refused(tmp_path, content, message):
    (tmp_path / "dump").write_bytes(content)
    with pytest.raises(SourceError) as caught:
        build(tmp_path / "dump")
    assert message in str(caught.value)
    assert not (tmp_path / "layer" / "manifest.json").exists()


def test_the_real_sample_builds(tmp_path, shared_data):
    report = build(shared_data / "wikidata-sample.json.bz2", tmp_path / "layer")
    assert report.counts.items == 100
    assert report.counts.broken == 0
    assert generalizations(report, "Kristiania") == generalizations(report, "Oslo")
    assert generalizations(report, "Oslo")[0] == (
        "P31",
        ("city", "populated place", "place"),
    )
    assert json.loads((tmp_path / "layer" / "manifest.json").read_bytes())["terms"] > 150


def test_a_folder_that_cannot_be_written_is_reported(tmp_path):
    (tmp_path / "layer").write_text("a file in the way")
    with pytest.raises(SourceError, match="can't be built in"):
        build(write_dump(tmp_path / "dump.json", sample_items()))
