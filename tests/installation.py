"""An environment with the wheels and what they ask for, and nothing else that is installed here.

The libraries are links to those of this environment, whose versions are locked: nothing is fetched.
"""

from __future__ import annotations

import sys
import venv
from collections.abc import Iterator, Sequence
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path
from zipfile import Path as ZipPath

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.processes import finished
from webapp.platform.resources import ROOT

PIP = [sys.executable, "-m", "pip"]
OURS = ("palimpsest-text", "palimpsest-text-ontology")
OFFLINE = ("--quiet", "--no-index", "--no-deps")


def build_wheels(folder: Path) -> list[Path]:
    """Build the wheels of the program and its ontology, as `make wheels` does."""
    sources = [str(ROOT), str(ROOT / "packaging" / "ontology")]
    command = [*PIP, "wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", str(folder)]
    built = finished([*command, *sources])
    assert built.returncode == 0, built.stderr
    return sorted(folder.glob("*.whl"))


def install(wheels: Sequence[Path], folder: Path, *others: str) -> Path:
    """Install wheels, what they ask for and other libraries; return the folder of programs."""
    venv.EnvBuilder(symlinks=True).create(folder)
    [site] = folder.glob("lib/python*/site-packages")
    asked = [requirement for wheel in wheels for requirement in _requirements_of(wheel)]
    for found in _closure([*asked, *map(Requirement, others)]):
        _link(found, site)
    python = folder / "bin" / "python"
    installed = finished([*PIP, "--python", str(python), "install", *OFFLINE, *map(str, wheels)])
    assert installed.returncode == 0, installed.stderr
    checked = finished([*PIP, "--python", str(python), "check"])
    assert checked.returncode == 0, checked.stdout
    return folder / "bin"


def _requirements_of(wheel: Path) -> Iterator[Requirement]:
    """Yield what a wheel asks for without any of its extras."""
    [about] = [each for each in ZipPath(wheel).iterdir() if each.name.endswith(".dist-info")]
    for line in PathDistribution(about).requires or ():  # type: ignore[arg-type] # a path of a ZIP
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield requirement


def _closure(wanted: Sequence[Requirement]) -> Iterator[Distribution]:
    """Yield the installed distributions that are asked for, and those that they ask for."""
    seen: set[tuple[str, str]] = set()
    waiting = [(each.name, extra) for each in wanted for extra in ("", *each.extras)]
    while waiting:
        name, extra = waiting.pop()
        key = (canonicalize_name(name), extra)
        if key in seen or key[0] in OURS:
            continue
        seen.add(key)
        found = distribution(name)
        if not extra:
            yield found
        for each in map(Requirement, found.requires or ()):
            if each.marker is None or each.marker.evaluate({"extra": extra}):
                waiting += [(each.name, more) for more in ("", *each.extras)]


def _link(found: Distribution, site: Path) -> None:
    """Link all that a distribution has in the folder of libraries; its programs stay out."""
    for name in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
        if not (site / name).exists():
            (site / name).symlink_to(Path(str(found.locate_file(name))))
