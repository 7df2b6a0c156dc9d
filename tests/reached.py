"""Tests that a change reaches: `python -m tests.reached [COMMIT]` prints their files.

A change is the difference to a commit (default: HEAD) and every file that git does not track yet.
It reaches changed tests, tests that import a changed module, and tests named after its module,
package, page or script. This is for quick feedback: before a change lands, `make test` runs all.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath

import grimp

ROOT = Path(__file__).parents[1]
PACKAGES = (
    *("annotation", "benchmarks", "learning", "masking", "names", "ontology", "privacy"),
    *("palimpsest", "research", "selection", "tests", "webapp"),
)
ALWAYS = "tests/test_architecture.py"
BEHIND_ALL = {"tests/conftest.py", "tests/factories.py", "tests/browser/conftest.py"}
"""Files that nearly all tests need: a change of one reaches none, `make test` runs them all."""
OF_ALL_PAGES = {
    "tests/browser/test_accessibility.py",
    "tests/browser/test_end_to_end.py",
    "tests/browser/test_hostile.py",
}
"""Tests of every page, too slow for a quick check: reached only by a change of their own."""
OF_BROWSER = "tests/browser"
FOLDERS = {"templates": ("tests/webapp", OF_BROWSER), "static": (OF_BROWSER,)}
"""The folders with the tests of files that are no modules."""
ALONE = {
    ".ci": "tests/test_deployment.py",
    "Makefile": "tests/test_deployment.py",
    "Dockerfile": "tests/test_deployment.py",
    "compose.yaml": "tests/test_deployment.py",
    "pyproject.toml": "tests/test_deployment.py",
    "docs": "tests/test_docs.py",
    "CHANGELOG.md": "tests/test_docs.py",
    "CONTRIBUTING.md": "tests/test_docs.py",
    "README.md": "tests/test_docs.py",
    "migrations": "tests/test_migrations.py",
    "packaging": "tests/test_installing.py",
}
"""Files and folders with a single file of tests."""


def changed(commit: str, root: Path = ROOT) -> list[str]:
    """Return the paths of files that differ from a commit, and of untracked files.

    For a branch, the difference is that to the merge base with HEAD.
    """
    differing = ("diff", "--name-only", "--no-renames", "--merge-base", commit)
    new = ("ls-files", "--others", "--exclude-standard")
    return [path for command in (differing, new) for path in _git(root, *command)]


class Suite:
    """The files of tests, as paths relative to the project, by what reaches them."""

    def __init__(self, files: Iterable[str]) -> None:
        self.files = {path for path in files if PurePosixPath(path).match("test_*.py")}

    def reached_by(self, paths: Collection[str]) -> set[str]:
        """Return the tests that a change of these paths reaches."""
        found = {ALWAYS, *paths}
        for path in {*paths} - BEHIND_ALL:
            found |= {*self.importing(path), *self.named_after(path)}
        return found & self.files - (OF_ALL_PAGES - {*paths})

    def importing(self, path: str) -> Iterator[str]:
        """Yield the paths of the direct importers of a module."""
        module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if module in self._graph.modules:
            for importer in self._graph.find_modules_that_directly_import(module):
                yield importer.replace(".", "/") + ".py"

    def named_after(self, path: str) -> set[str]:
        """Return the tests named after a path or, if there are none, after a folder above it."""
        if alone := ALONE.get(PurePosixPath(path).parts[0]):
            return {alone}
        top, *names = PurePosixPath(path).with_suffix("").parts
        if top == "static":
            names = names[1:]  # css, js
        folders = FOLDERS.get(top, (f"tests/{top}",))
        while names:
            if found := {file for folder in folders for file in self._named(folder, names)}:
                return found
            names.pop()
        return set()

    def _named(self, folder: str, names: Sequence[str]) -> Iterator[str]:
        """Yield `FOLDER/a/test_b_c.py` for the names a, b, c, however many of them are folders.

        Tests may bear the name of the folder, too: `FOLDER/a/b/test_b_c.py`.
        """
        if folder == OF_BROWSER and names[1:]:
            yield from self._named(folder, names[1:])  # it knows a page by its name alone
        for split in range(len(names) + 1):
            place = "/".join([folder, *names[:split]])
            for rest in (names[split:], names[max(0, split - 1) :]):
                start = f"{place}/test_{'_'.join(rest).strip('_')}"
                for file in self.files:
                    if rest and file.startswith((f"{start}.py", f"{start}_")):
                        yield file

    @cached_property
    def _graph(self) -> grimp.ImportGraph:
        return grimp.build_graph(*PACKAGES, cache_dir=str(ROOT / ".import_linter_cache"))


def _git(root: Path, *command: str) -> list[str]:
    done = subprocess.run(
        ["git", *command],  # noqa: S607 - wherever git is
        cwd=root,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout.splitlines()


if __name__ == "__main__":
    since = sys.argv[1] if sys.argv[1:] else "HEAD"
    listed = _git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "tests")
    suite, paths = Suite(path for path in listed if (ROOT / path).is_file()), changed(since)
    for path in paths:
        if suite.reached_by([path]) == {ALWAYS} != {path}:
            print(f"{path}: only make test looks at it", file=sys.stderr)  # noqa: T201 - to be seen
    print(*sorted(suite.reached_by(paths)))  # noqa: T201 - its answer
