import subprocess

import pytest

from tests.reached import ALWAYS, OF_ALL_PAGES, Suite, changed

OF_RELEASE = [
    "webapp/publication/release/test_release.py",
    "webapp/publication/release/test_release_gate.py",
]
FILES = [
    ALWAYS,
    *OF_ALL_PAGES,
    "tests/annotation/test_formats.py",
    "tests/annotation/test_formats_csv.py",
    "tests/annotation/test_formatting.py",
    "tests/browser/test_release.py",
    "tests/browser/test_workbench.py",
    "tests/ontology/rules/test_dates.py",
    "tests/test_deployment.py",
    "tests/test_docs.py",
    "tests/test_reached.py",
    "tests/webapp/intake/imports/importing.py",
    "tests/webapp/cli/test_mask.py",
    "tests/webapp/masks/test_masks_anew.py",
    "tests/webapp/projects/guidelines/test_guidelines.py",
    "tests/webapp/projects/test_projects.py",
    *(f"tests/{name}" for name in OF_RELEASE),
]


@pytest.mark.parametrize(
    ("path", "reached"),
    [
        ("annotation/formats/csv.py", {"annotation/test_formats_csv.py"}),
        (
            "annotation/formats/_rows.py",
            {"annotation/test_formats.py", "annotation/test_formats_csv.py"},
        ),
        ("ontology/rules/dates/context.py", {"ontology/rules/test_dates.py"}),
        ("webapp/publication/release/gate.py", {OF_RELEASE[1]}),
        ("webapp/publication/release/__init__.py", {*OF_RELEASE}),
        ("webapp/cli/mask.py", {"webapp/cli/test_mask.py"}),
        ("webapp/projects/queries.py", {"webapp/projects/test_projects.py"}),
        (
            "webapp/projects/guidelines/queries.py",
            {"webapp/projects/guidelines/test_guidelines.py"},
        ),
        ("static/css/publication/release.css", {"browser/test_release.py"}),
        ("templates/publication/release/_finding.html", {"browser/test_release.py", *OF_RELEASE}),
        ("static/js/workbench/panel.js", {"browser/test_workbench.py"}),
        ("docs/annotating.md", {"test_docs.py"}),
        ("README.md", {"test_docs.py"}),
        ("pyproject.toml", {"test_deployment.py"}),
        (f"tests/{OF_RELEASE[0]}", {OF_RELEASE[0]}),
        ("tests/reached.py", {"test_reached.py"}),
        ("tests/factories.py", set()),
        ("LICENSE", set()),
    ],
)
def test_a_change_reaches_what_imports_it_and_what_is_named_after_it(path, reached):
    named = {f"tests/{name}" for name in reached}
    assert Suite(FILES).reached_by([path]) == named | {ALWAYS}


def test_what_looks_at_all_pages_is_reached_where_it_is_changed_itself():
    sweep = min(OF_ALL_PAGES)
    assert Suite(FILES).reached_by(["tests/browser/populated.py"]) == {ALWAYS}
    assert Suite(FILES).reached_by([sweep]) == {ALWAYS, sweep}


def test_changed_is_what_git_would_commit(tmp_path):
    def git(*command):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)  # noqa: S607 - wherever it is

    git("init")
    for name in ("kept", "changed", "gone"):
        (tmp_path / name).touch()
    (tmp_path / ".gitignore").write_text("ignored")
    git("add", ".")
    git("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "--message", "All")
    (tmp_path / "changed").write_text("another")
    (tmp_path / "gone").unlink()
    for name in ("new", "ignored"):
        (tmp_path / name).touch()
    assert sorted(changed("HEAD", tmp_path)) == ["changed", "gone", "new"]
