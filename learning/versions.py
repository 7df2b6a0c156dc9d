"""Trained models as folders that never change: `manifest.json`, `model/`, `figures/*.svg`.

A version that may meet its own documents again has `parts/<number>/model/` too: models trained
without a part of them, each of which serves the part that it has not seen.

A version is written beside its place, flushed to disk and renamed: who is killed while writing
leaves a folder whose name starts with a dot, which the next writer of that version removes, and
never half a version. The manifest holds the checksum of every other file, and nothing is opened
that does not match. Weights are in the native formats of their libraries, never pickle.
"""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from glob import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Protocol

import orjson

from learning.errors import VersionError
from learning.record_files import checksum_of
from learning.summaries import Scores, Verdict, VersionSummary

FORMAT = 1
MANIFEST = "manifest.json"
_LIBRARIES = (
    "catboost",
    "lightgbm",
    "numpy",
    "python-crfsuite",
    "scikit-learn",
    "spacy",
    "torch",
    "transformers",
    "xgboost",
)
_BESIDE = ".part"


class Model(Protocol):
    """A trained model that can be written into a folder."""

    def save(self, folder: Path) -> None:
        """Write the model's files into an empty folder, in native formats: never pickle."""
        ...


@dataclass(frozen=True, slots=True)
class Manifest:
    """The record of a version: how it was trained, how good it is, which files belong to it.

    `trained_on` and `held_out` map the ids of documents to their fingerprints (`promotion`),
    `left_out` fingerprints to the number of the part that was trained without the document.
    `measures` holds the metrics on the held-out choices, empty without any; `curve` the points of
    the learning curve, `importance` the weight of each feature, as far as there are any: the
    numbers behind the figures. `training_seconds` are of one CPU; `files` maps paths in the folder
    to their SHA-256.
    """

    family: str
    seed: int
    encoder: str
    created_at: str
    """In ISO 8601."""
    data_checksum: str
    trained_on: Mapping[str, str]
    held_out: Mapping[str, str]
    training_choices: int
    scores: Scores | None
    measures: Mapping[str, Any]
    verdict: Verdict
    training_seconds: float
    libraries: Mapping[str, str]
    curve: Sequence[Mapping[str, float]] = field(default_factory=list)
    importance: Mapping[str, float] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    format: int = FORMAT

    @property
    def seen(self) -> frozenset[str]:
        """The fingerprints of the documents that no part was trained without."""
        return frozenset(self.trained_on.values()) - self.left_out.keys()

    def summary(self) -> VersionSummary:
        """Return the manifest for pages: counts instead of ids, no checksums of files."""
        counts = {"trained_on": len(self.trained_on), "held_out": len(self.held_out)}
        return VersionSummary.from_json(asdict(self) | counts)


def libraries() -> dict[str, str]:
    """Return the versions of Python and of those libraries for models that are installed."""
    found = {"python": platform.python_version()}
    for name in _LIBRARIES:
        for package in (name, f"{name}-cpu"):
            try:
                found.setdefault(name, version(package))
            except PackageNotFoundError:
                continue
    return found


def write_version(
    folder: Path,
    model: Model,
    manifest: Manifest,
    figures: Mapping[str, str] | None = None,
    parts: Sequence[Model] = (),
) -> Manifest:
    """Write a version with its figures (name → SVG); return the manifest with the checksums.

    `parts` are the models that `manifest.left_out` numbers.

    Raises VersionError where there is one of this name already: versions are never changed.
    """
    if folder.exists():
        raise VersionError(f"There is a version {folder} already, and versions never change.")
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _sweep(folder)
    beside = Path(mkdtemp(prefix=f".{folder.name}.", suffix=_BESIDE, dir=folder.parent))
    try:
        (beside / "figures").mkdir()
        for place, each in [(beside, model), *_placed(beside, parts)]:
            (place / "model").mkdir(parents=True)
            each.save(place / "model")
        for name, svg in (figures or {}).items():
            (beside / "figures" / f"{name}.svg").write_text(svg, encoding="utf-8")
        manifest = replace(manifest, files=_checksums(beside))
        content = orjson.dumps(asdict(manifest), option=orjson.OPT_INDENT_2)
        (beside / MANIFEST).write_bytes(content)
        _settle(beside)
        beside.rename(folder)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    _sync(folder.parent)
    return manifest


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a version; raises VersionError, which says what is wrong with it."""
    path = folder / MANIFEST
    try:
        value = orjson.loads(path.read_bytes())
    except OSError as error:
        raise VersionError(f"{folder} holds no version: {MANIFEST} can't be read.") from error
    except ValueError as error:
        raise VersionError(f"{path} is damaged: it is no JSON.") from error
    number = value.get("format") if isinstance(value, dict) else None
    if number != FORMAT:
        raise VersionError(
            f"{path} has format {number}, but this program reads format {FORMAT}. Train anew."
        )
    try:
        return _manifest(value)
    except (KeyError, TypeError, AttributeError) as error:
        raise VersionError(
            f"{path} is damaged: entries are missing or of the wrong kind."
        ) from error


def verify(folder: Path) -> Manifest:
    """Check every file of a version against its manifest and return that; raises VersionError."""
    manifest = read_manifest(folder)
    found = {path.relative_to(folder).as_posix() for path in _files(folder)} - {MANIFEST}
    if missing := sorted(set(manifest.files) - found):
        raise VersionError(f"{folder / missing[0]} is missing; the version is damaged.")
    if strange := sorted(found - set(manifest.files)):
        raise VersionError(f"{folder / strange[0]} does not belong to the version.")
    for name, checksum in manifest.files.items():
        if checksum_of(folder / name) != checksum:
            raise VersionError(f"{folder / name} was changed after training; it is not opened.")
    return manifest


def part_folder(folder: Path, part: int | None) -> Path:
    """Return where a part of a version lies; without a number the version itself."""
    return folder if part is None else folder / "parts" / str(part)


def _placed(folder: Path, parts: Sequence[Model]) -> list[tuple[Path, Model]]:
    return [(part_folder(folder, number), model) for number, model in enumerate(parts)]


def _sweep(folder: Path) -> None:
    """Remove what killed writers of a version left beside its place; nobody else writes it now."""
    for left in folder.parent.glob(f".{escape(folder.name)}.*{_BESIDE}"):
        shutil.rmtree(left)


def _manifest(value: dict[str, Any]) -> Manifest:
    scores = value["scores"]
    return Manifest(
        **value
        | {
            "scores": None if scores is None else Scores(**scores),
            "verdict": Verdict(**value["verdict"]),
            "files": dict(value["files"].items()),
        }
    )


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_symlink() or not path.is_dir())


def _checksums(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): checksum_of(path) for path in _files(folder)}


def _settle(folder: Path) -> None:
    """Make files read-only and have them on disk, with the folders that name them."""
    for path in _files(folder):
        path.chmod(0o400)
        _sync(path)
    for path in [*folder.rglob("*"), folder]:
        if path.is_dir():
            _sync(path)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
