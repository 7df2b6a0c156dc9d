"""The rules of the code that a machine can check: who imports whom, how long things are."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = (
    *("names", "annotation", "ontology", "learning", "masking", "selection"),
    *("privacy", "palimpsest", "webapp", "research"),
)
PYTHON = sorted(
    [ROOT / "wsgi.py", ROOT / "hatch_build.py", *(ROOT / "packaging").rglob("*.py")]
    + [
        path
        for folder in (*PACKAGES, "benchmarks", "tests")
        for path in (ROOT / folder).rglob("*.py")
    ]
)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
STATIC = sorted(
    path
    for path in (ROOT / "static").rglob("*")
    if path.suffix in {".css", ".js", ".svg"} and "vendor" not in path.parts
)

LONGEST_FILE = 400
"""A file holds one subject: one that is really one may be this long, and is not cut to please."""
LONGEST_FUNCTION = 40
LONGEST_TEMPLATE = 100
WIDEST_TEMPLATE = 120
"""In characters. People break these lines: formatters break them where white space shows."""
OVER_THE_LIMIT: dict[str, str] = {}
"""What may be longer, as "path" or "path::function", each with its reason."""

TOO_HEAVY_FOR_THE_WEB = {"pandas", "scipy", "sklearn", "statsmodels", "torch", "transformers"}
TOO_HEAVY_FOR_THE_WEB |= {"lightgbm", "matplotlib", "phonenumbers", "spacy", "tokenizers"}
TOO_HEAVY_FOR_THE_WEB |= {"chardet", "lxml", "pypdfium2_raw"}  # what reads files is the worker
TOO_HEAVY_FOR_THE_WEB |= {"cassis", "datasets", "pyarrow"}  # and what writes those of other tools
TOO_HEAVY_FOR_THE_WEB |= {"alembic"}  # 8 MB that a web process does without
HOSTS_OF_NOBODY = re.compile(
    r"""localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0
        |([\w-]+\.)*example(\.com|\.net|\.org)?   # reserved for examples
        |www\.w3\.org                             # names of formats, never fetched
        |schemas\.(openxmlformats\.org|microsoft\.com)  # likewise
        |\{.*                                     # filled in at run time
    """,
    re.VERBOSE,
)


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_packages_import_from_lower_layers_only():
    lint = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert lint.returncode == 0, lint.stdout


def subjects(folder: Path) -> set[str]:
    """Return what tests in a folder may be named after: its package and what lies in that."""
    package = ROOT / folder.relative_to(ROOT / "tests")
    packages = {path.parent.name for path in package.glob("*/__init__.py")}
    return packages | {path.stem.strip("_") for path in package.glob("*.py")} | {package.name}


OF_SEVERAL_WINGS = ROOT / "tests" / "webapp"
"""The folder of tests of several features of the application, named after what holds."""


@pytest.mark.parametrize("package", PACKAGES)
def test_tests_are_named_after_the_module_or_package_that_they_test(package):
    unnamed = [
        named(path)
        for path in (ROOT / "tests" / package).rglob("test_*.py")
        if path.parent != OF_SEVERAL_WINGS
        and not any(f"{path.stem}_".startswith(f"test_{name}_") for name in subjects(path.parent))
    ]
    assert not unnamed


def loaded_by(imports: str, home: Path) -> set[str]:
    """Return the names of all modules that a process has loaded after its imports."""
    loaded = subprocess.run(
        [sys.executable, "-c", f"import sys, {imports}; print(*sys.modules)"],
        cwd=ROOT,
        env=os.environ | {"PALIMPSEST_HOME": str(home)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(loaded.stdout.split())


def test_a_web_process_loads_nothing_that_only_the_worker_needs(tmp_path):
    loaded = loaded_by("wsgi", tmp_path)
    assert not TOO_HEAVY_FOR_THE_WEB & loaded
    models = {name for name in loaded if re.match(r"learning|masking|selection", name)}
    names = {
        "learning",
        "learning.errors",
        "learning.requirements",
        "learning.summaries",
        "selection",
        "selection.catalogue",
        "selection.family_entry",
    }
    figures = {name for name in loaded if name.split(".")[0] in {"privacy", "numpy"}}
    rules = {"privacy", "privacy.attacks", "privacy.gate", "privacy.release"}
    assert figures == rules
    rules_alone = {"masking", "masking.entities", "masking.operating_points", "masking.reasons"}
    assert models == names | rules_alone


def test_what_suggests_on_pages_is_light(tmp_path):
    page = (ROOT / "webapp" / "versions" / "suggestions" / "reading.py").read_text()
    late = set(re.findall(r"^ +from ((?:selection|learning)\.\w+) import", page, re.MULTILINE))
    assert late == {"selection.payload", "selection.suggesting", "learning.versions"}
    loaded = loaded_by("wsgi, selection.suggesting, learning.versions", tmp_path)
    assert not TOO_HEAVY_FOR_THE_WEB & loaded


def test_what_says_figures_on_pages_is_light(tmp_path):
    pages = [
        (ROOT / "webapp" / "insight" / "risk" / f"{name}.py").read_text()
        for name in ("reading", "figures")
    ]
    late = set(re.findall(r"^ +from (privacy\.\w+) import.*PLC0415", "".join(pages), re.MULTILINE))
    modules = ("anonymity", "figures", "live", "meaning", "payload")
    assert late == {f"privacy.{name}" for name in modules}
    loaded = loaded_by(f"wsgi, {', '.join(late)}", tmp_path)
    assert not TOO_HEAVY_FOR_THE_WEB & loaded


def test_what_says_on_pages_who_could_be_found_is_light(tmp_path):
    loaded = loaded_by("wsgi, privacy.payload, privacy.live", tmp_path)
    assert not (TOO_HEAVY_FOR_THE_WEB | {"numpy", "privacy.background"}) & loaded


def lengths() -> Iterator[tuple[str, int, int]]:
    """Yield what has a limit, its length and the limit, all in lines."""
    for path in [*PYTHON, *STATIC]:
        yield named(path), len(path.read_text().splitlines()), LONGEST_FILE
    for path in TEMPLATES:
        yield named(path), len(path.read_text().splitlines()), LONGEST_TEMPLATE
    for path in PYTHON:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or 0) - node.lineno + 1
                yield f"{named(path)}::{node.name}", length, LONGEST_FUNCTION


def test_files_functions_and_templates_stay_short():
    too_long = {name: length for name, length, limit in lengths() if length > limit}
    assert set(too_long) == set(OVER_THE_LIMIT), too_long


def test_lines_of_templates_are_not_too_wide():
    too_wide = [
        f"{named(path)}:{number}"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > WIDEST_TEMPLATE
    ]
    assert not too_wide


def test_every_silenced_warning_has_its_reason_beside_it():
    silenced = re.compile(r"#\s*(noqa|type:\s*ignore)")
    explained = re.compile(r"# (noqa: [A-Z]+\d+(, [A-Z]+\d+)*|type: ignore\[[\w, -]+\]) ( ?#|-) \w")
    bare = [
        f"{named(path)}:{number}"
        for path in PYTHON
        if path != Path(__file__)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if silenced.search(line) and not explained.search(line)
    ]
    assert not bare


@pytest.mark.parametrize("folder", [*PACKAGES, "static", "templates", "wsgi.py"])
def test_nothing_names_a_host_on_the_network(folder):
    files = [path for path in [*PYTHON, *STATIC, *TEMPLATES] if named(path).startswith(folder)]
    found = {
        (named(path), host)
        for path in files
        for host in re.findall(r"""(?:https?:|["'])//([^/\s"'<>:?]+)""", path.read_text())
        if not HOSTS_OF_NOBODY.fullmatch(host)
    }
    assert not found
