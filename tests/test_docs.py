"""What the documentation says is true: commands, settings, keys, links, examples, pictures."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from annotation import formats
from annotation.formats import document_from_json, document_to_json
from annotation.formats.exchange.registry import ExportFormat
from annotation.rendering import generalized_text_of
from tests.groups import subcommands
from webapp.cli import main
from webapp.platform.config import Config

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("**/*.md")])
RUNNING = (DOCS / "running.md").read_text(encoding="utf-8")
FORMATS = (DOCS / "formats.md").read_text(encoding="utf-8")
by_name = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())

LARGEST_PICTURE = 200_000
MADE_AT_RUN_TIME = {"write-turns.lock", "static/vendor/"}
OUR_FILES = re.compile(
    r"`((?:annotation|benchmarks|docs|masking|migrations|ontology|palimpsest|selection|static|templates|tests"
    r"|webapp)/[\w./-]*|Makefile|compose\.yaml|Dockerfile|[\w.-]+\.(?:lock|toml)"
    r"|package(?:-lock)?\.json)`"
)
CODE = re.MULTILINE | re.DOTALL
"""How blocks of code are found: from a line of their own to another."""
OF_ONE_MACHINE = re.compile(r"(?<![\w.)/-])/(?:home|root|tmp|opt|work|Users)\b")


def leaves(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    """All commands that do something, with their full names."""
    if isinstance(command, click.Group):
        for word, child in subcommands(command).items():
            yield from leaves(child, f"{name} {word}")
    else:
        yield name, command


COMMANDS = dict(leaves(main, "palimpsest"))


def options_of(command: click.Command) -> set[str]:
    """The long names of a command's options."""
    names = {
        name
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for name in (*parameter.opts, *parameter.secondary_opts)
    }
    return {name for name in names if name.startswith("--")}


def commands_in(text: str) -> list[str]:
    """The `palimpsest …` commands of code blocks and code spans, without comments."""
    spans = re.findall(r"`(palimpsest [^`]+)`", text)
    blocks = "".join(re.findall(r"^```$(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    return spans + re.findall(r"^(palimpsest .*?)(?:\s*#.*)?$", blocks, re.MULTILINE)


def find_command(words: list[str]) -> tuple[click.Command, list[str]]:
    """Follow the words through groups; return the command and what is left for it."""
    command: click.Command = main
    while isinstance(command, click.Group) and words:
        command, words = subcommands(command)[words[0]], words[1:]
    return command, words


def anchors_of(page: Path) -> set[str]:
    """The names that links can use for the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def section(text: str, heading: str) -> str:
    """What stands below a heading, up to the next one."""
    _, found, rest = text.partition(f"\n### {heading}\n")
    assert found, f"no section {heading}"
    return re.split(r"^#{1,3} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


@by_name
def test_every_command_in_the_documentation_exists(page):
    for text in commands_in(page.read_text(encoding="utf-8")):
        command, words = find_command(shlex.split(text)[1:])
        used = {word.split("=")[0] for word in words if word.startswith("--")}
        assert used <= options_of(command), text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented_with_exactly_its_options(name):
    described = set(re.findall(r"`(--[\w-]+)`", section(RUNNING, f"`{name}`")))
    assert described == options_of(COMMANDS[name])


def test_the_reference_names_no_command_that_does_not_exist():
    assert set(re.findall(r"^### `(palimpsest [\w -]+)`$", RUNNING, re.MULTILINE)) == set(COMMANDS)


def test_the_settings_documented_are_those_that_exist():
    sources = [ROOT / "webapp/platform/config.py", ROOT / "research/commands/opening.py"]
    known = re.findall(r"PALIMPSEST_[A-Z_]+", "".join(map(Path.read_text, sources)))
    assert set(known) == set(re.findall(r"^\| `(PALIMPSEST_[A-Z_]+)` \|", RUNNING, re.MULTILINE))


@pytest.mark.parametrize(
    ("variable", "setting"),
    [
        ("PALIMPSEST_ENV", "environment"),
        ("PALIMPSEST_PUBLIC_URL", "public_url"),
        ("PALIMPSEST_TRUSTED_PROXIES", "trusted_proxies"),
        ("PALIMPSEST_MAX_UPLOAD_BYTES", "max_upload_bytes"),
        ("PALIMPSEST_LINK_DAYS", "link_days"),
        ("PALIMPSEST_TRAINING_SECONDS", "training_seconds"),
    ],
)
def test_a_documented_default_is_the_default(variable, setting):
    row = re.search(rf"^\| `{variable}` \|.*\| (.*) \|$", RUNNING, re.MULTILINE)
    assert row[1].replace("`", "").split(" (")[0] == str(getattr(Config, setting))


@by_name
def test_every_link_leads_to_a_file_and_its_heading(page):
    prose = re.sub(r"^```\w*$.*?^```$|`[^`\n]+`", "", page.read_text(encoding="utf-8"), flags=CODE)
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if "://" not in target:
            name, _, heading = target.partition("#")
            aim = page.parent / name if name else page
            assert aim.exists(), target
            assert not heading or heading in anchors_of(aim), target


@by_name
def test_every_file_that_is_named_exists(page):
    for name in OUR_FILES.findall(page.read_text(encoding="utf-8")):
        assert name in MADE_AT_RUN_TIME or (ROOT / name).exists(), name


@by_name
def test_no_page_names_a_place_of_one_machine(page):
    assert not OF_ONE_MACHINE.findall(page.read_text(encoding="utf-8"))


def test_every_key_of_the_annotation_page_is_documented():
    keys = {"1", "9"}
    for name, of in (("workbench", "keys"), ("marking", "idleKeys")):
        script = (ROOT / f"static/js/workbench/{name}.js").read_text(encoding="utf-8")
        table = re.search(rf"const {of} = \{{\n(.*?)\n\}};", script, re.DOTALL)[1]
        keys |= set(re.findall(r'^  "?([^\s":]+)"?:', table, re.MULTILINE))
    text = section((DOCS / "annotating.md").read_text(encoding="utf-8"), "Keys")
    named = set(re.findall(r"<kbd>([^<]+)</kbd>", text))
    assert keys <= named
    assert {key for key in named if len(key) == 1 and key.isascii()} <= keys  # no others but moves


def test_every_picture_is_a_small_png_that_a_page_shows():
    pictures = {path.relative_to(DOCS).as_posix() for path in DOCS.glob("screenshots/*")}
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    shown = set(re.findall(r"!\[[^\]]+\]\((?:docs/)?([^)]+)\)", text))
    assert pictures == shown
    for name in pictures:
        content = (DOCS / name).read_bytes()
        assert content.startswith(b"\x89PNG\r\n\x1a\n"), name
        assert len(content) < LARGEST_PICTURE, name


def test_the_example_of_a_record_is_read_and_written_back():
    (example,) = json.loads(re.search(r"```json\n(.*?)```", FORMATS, re.DOTALL)[1])
    document = document_from_json(example)
    assert document_to_json(document) == example
    assert generalized_text_of(document) == example["generalized_text"]


def test_the_formats_and_limits_are_those_of_the_code():
    row = r"^\| `([\w-]+)` \| yes \| (yes|no|dataset) \|"
    directions = dict(re.findall(row, FORMATS, re.MULTILINE))
    assert set(directions) == set(formats.Format)
    assert {name for name, out in directions.items() if out == "yes"} == formats.WRITABLE
    for limit in (formats.MAX_TEXT_CHARACTERS, formats.MAX_DOCUMENTS):
        assert f"{limit:,}" in FORMATS
    assert f"the limit is {formats.MAX_FILE_BYTES // 1024 // 1024} MiB" in FORMATS


def test_the_formats_of_datasets_are_those_of_the_code():
    _, _, table = FORMATS.partition("\n| `--format` | files | what is in it |\n")
    cells = re.findall(r"^\| (`.*?`) \|", table.partition("\n\n")[0], re.MULTILINE)
    assert sorted(re.findall("`(.*?)`", " ".join(cells))) == sorted(ExportFormat)


def figures_of_rows(text: str) -> list[list[str]]:
    """The figures in each row of the tables of a page."""
    return [re.findall(r"\b\d+\.\d\b", line) for line in text.splitlines() if line[:1] == "|"]


def test_recall_and_precision_of_masks_stand_together_on_the_page_of_all_figures():
    measured = figures_of_rows((DOCS / "masking-figures.md").read_text(encoding="utf-8"))
    _, _, closing = (DOCS / "masking.md").read_text(encoding="utf-8").partition("## How good it")
    told = [row[:2] for row in figures_of_rows(closing) if row]
    assert len(told) == 3
    assert [row for row in told if not any(set(row) <= set(each) for each in measured)] == []
