"""A version is whole and unchanged, or it is not opened, and the message says what is wrong."""

import dataclasses
import json
import stat
from pathlib import Path

import pytest

from learning import versions
from learning.encoding import Encoder
from learning.errors import VersionError
from learning.promotion import UNTRIED
from learning.summaries import Scores, Verdict, VersionSummary
from learning.versions import Manifest, read_manifest, verify, write_version
from selection.families import family_named
from selection.families.baseline import BaselineModel
from selection.opening import open_version
from tests.selection.annotated import document


class NotingModel(BaselineModel):
    """A baseline that leaves files, as families do that learn something."""

    def save(self, folder: Path) -> None:
        (folder / "weights.txt").write_text("0.25", encoding="utf-8")
        (folder / "part").mkdir()
        (folder / "part" / "words.txt").write_text("a b", encoding="utf-8")


@pytest.fixture
def encoder(tmp_path) -> Encoder:
    """The folder of an encoder that nothing is encoded with."""
    return encoder_in(tmp_path / "encoder", b"weights")


def encoder_in(folder: Path, weights: bytes) -> Encoder:
    folder.mkdir()
    (folder / "config.json").write_text('{"hidden_size": 16}', encoding="utf-8")
    (folder / "model.safetensors").write_bytes(weights)
    return Encoder(folder)


def manifest_for(encoder: Encoder) -> Manifest:
    return Manifest(
        family="baseline",
        seed=7,
        encoder=encoder.identity,
        created_at="2026-03-01T10:00:00+00:00",
        data_checksum="0f" * 32,
        trained_on={"d1": "aa", "d2": "bb"},
        held_out={"d3": "cc"},
        training_choices=12,
        scores=Scores(5, 0.8, 0.6, 0.7),
        measures={"mrr": 0.9},
        verdict=Verdict(promoted=True, reason="Better."),
        training_seconds=1.5,
        libraries=versions.libraries(),
    )


@pytest.fixture
def version(tmp_path, encoder) -> Path:
    folder = tmp_path / "models" / "version-1"
    write_version(folder, NotingModel(), manifest_for(encoder), {"confusion": "<svg/>"})
    return folder


def test_a_version_comes_back_as_it_was_written(version, encoder):
    manifest = read_manifest(version)
    assert dataclasses.replace(manifest, files={}) == manifest_for(encoder)
    assert set(manifest.files) == {
        "figures/confusion.svg",
        "model/weights.txt",
        "model/part/words.txt",
    }
    assert verify(version) == manifest
    town = document("d1", 1)
    assert [list(each) for each in open_version(version, encoder).model_for(town).rank(town)] == [
        [1, 0, 0]
    ] * 2
    untried = dataclasses.replace(manifest_for(encoder), scores=None, verdict=UNTRIED)
    write_version(version.with_name("version-2"), NotingModel(), untried)
    assert read_manifest(version.with_name("version-2")).scores is None


def test_the_summary_for_pages_counts_documents_and_names_none(version):
    summary = read_manifest(version).summary()
    assert (summary.trained_on, summary.held_out) == (2, 1)
    assert summary.scores == Scores(choices=5, new=0.8, baseline=0.6, current=0.7)
    assert VersionSummary.from_json(json.loads(json.dumps(summary.to_json()))) == summary


def test_the_libraries_are_named_with_their_versions():
    found = versions.libraries()
    assert {"python", "numpy", "lightgbm", "scikit-learn", "torch", "transformers"} <= set(found)
    assert all(number[0].isdigit() for number in found.values())


def test_files_are_for_reading_by_their_owner_only(version):
    modes = {stat.S_IMODE(path.stat().st_mode) for path in version.rglob("*") if path.is_file()}
    assert modes == {0o400}
    assert stat.S_IMODE(version.stat().st_mode) == 0o700


def test_a_version_is_never_written_over(version, encoder):
    before = read_manifest(version)
    with pytest.raises(VersionError, match=r"There is a version .* already"):
        write_version(version, NotingModel(), manifest_for(encoder))
    assert verify(version) == before


def change(path: Path, content: str) -> None:
    path.chmod(0o600)
    path.write_text(content, encoding="utf-8")


@pytest.mark.parametrize("name", ["model/weights.txt", "model/part/words.txt"])
def test_a_changed_file_is_named(version, encoder, name):
    change(version / name, "0.26")
    with pytest.raises(VersionError, match=f"{name} was changed after training"):
        open_version(version, encoder)


def test_a_missing_file_is_named(version, encoder):
    (version / "model" / "weights.txt").unlink()
    with pytest.raises(VersionError, match=r"model/weights\.txt is missing"):
        open_version(version, encoder)


@pytest.mark.parametrize("name", ["model/more.txt", "model/part/more.txt", "notes.txt"])
def test_a_file_that_does_not_belong_is_named(version, encoder, name):
    (version / name).write_text("x", encoding="utf-8")
    with pytest.raises(VersionError, match=f"{name} does not belong"):
        open_version(version, encoder)


def test_a_link_in_the_place_of_a_file_is_followed_by_the_checksum_only(version, encoder, tmp_path):
    (tmp_path / "elsewhere").write_text("0.26", encoding="utf-8")
    (version / "model" / "weights.txt").unlink()
    (version / "model" / "weights.txt").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(VersionError, match="was changed"):
        open_version(version, encoder)
    (version / "model" / "linked").symlink_to(tmp_path)
    with pytest.raises(VersionError, match="model/linked does not belong"):
        open_version(version, encoder)


def test_another_encoder_is_refused_and_both_are_named(version, encoder, tmp_path):
    other = encoder_in(tmp_path / "other", b"other weights")
    with pytest.raises(VersionError) as caught:
        open_version(version, other)
    assert encoder.identity in str(caught.value)
    assert other.identity in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is damaged: it is no JSON"),
        ("[]", "has format None, but this program reads format 1"),
        ('{"format": 2}', "has format 2, but this program reads format 1"),
        ('{"format": 1}', "is damaged: entries are missing"),
        ('{"format": 1, "scores": 3, "verdict": {}, "files": {}}', "is damaged"),
        ('{"format": 1, "scores": null, "verdict": null, "files": []}', "is damaged"),
    ],
)
def test_a_damaged_manifest_or_one_of_another_format_is_refused(version, content, message):
    change(version / "manifest.json", content)
    with pytest.raises(VersionError, match=message):
        verify(version)


def test_a_folder_without_a_version_is_refused_as_such(tmp_path):
    with pytest.raises(VersionError, match=r"holds no version: manifest\.json can't be read"):
        verify(tmp_path)


def test_a_writer_that_fails_leaves_nothing(tmp_path, encoder, monkeypatch):
    def fail(_self: BaselineModel, folder: Path) -> None:
        (folder / "half.txt").write_text("x", encoding="utf-8")
        raise OSError

    monkeypatch.setattr(BaselineModel, "save", fail)
    model = family_named("baseline").load(tmp_path, encoder)
    with pytest.raises(OSError):  # noqa: PT011 - raised above
        write_version(tmp_path / "models" / "version-1", model, manifest_for(encoder))
    assert not list((tmp_path / "models").iterdir())


def test_what_a_killed_writer_left_goes_with_the_next_one_and_nothing_else(version, encoder):
    models = version.parent
    for name in (".version-2.abc123.part", ".version-22.abc123.part"):
        (models / name / "model").mkdir(parents=True)
        (models / name / "model" / "half.txt").touch(mode=0o400)
    write_version(models / "version-2", NotingModel(), manifest_for(encoder))
    names = {path.name for path in models.iterdir()}
    assert names == {"version-1", "version-2", ".version-22.abc123.part"}
    verify(version)
