"""Dockerfile, compose file, lock files and Makefile name what exists."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
import yaml

from ontology.index.layout import FORMAT
from tests.groups import subcommands
from webapp.cli import main

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
OURS = [name for name, service in SERVICES.items() if service["image"] == "palimpsest"]
SETTINGS = set(
    re.findall(r"PALIMPSEST_[A-Z_]+", (ROOT / "webapp" / "platform" / "config.py").read_text())
)


class Instruction(NamedTuple):
    keyword: str
    rest: str


def instructions() -> list[Instruction]:
    """Read the Dockerfile: comments away, continued lines joined."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", " ", text).splitlines()
    return [Instruction(*line.split(maxsplit=1)) for line in lines if line.strip()]


DOCKERFILE = instructions()


def rests(keyword: str) -> list[str]:
    return [instruction.rest for instruction in DOCKERFILE if instruction.keyword == keyword]


def check_command(words: list[str]) -> None:
    """Parse a `palimpsest …` command as the program itself would, without running it."""
    program, name, *arguments = words
    assert program in PROJECT["project"]["scripts"]
    subcommands(main)[name].make_context(name, arguments)


def test_the_dockerfile_knows_only_real_instructions():
    known = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER"}
    known |= {"VOLUME", "EXPOSE", "HEALTHCHECK", "CMD", "ARG"}
    assert {instruction.keyword for instruction in DOCKERFILE} <= known
    assert DOCKERFILE[0].keyword == "FROM"


def test_everything_the_image_copies_is_there_and_not_ignored():
    ignored = (ROOT / ".dockerignore").read_text().split()
    for rest in rests("COPY"):
        *sources, _target = rest.split()
        if not rest.startswith("--from="):
            assert all((ROOT / source).exists() for source in sources), sources
            assert not set(sources) & set(ignored)


def test_stages_copy_from_stages_that_came_before():
    stages: list[str] = []
    for keyword, rest in DOCKERFILE:
        if keyword == "FROM":
            stages += re.findall(r" AS (\w+)", rest)
        elif keyword == "COPY" and rest.startswith("--from="):
            assert rest.split()[0].removeprefix("--from=") in stages


def test_the_image_takes_front_end_libraries_from_the_lock_file():
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    taken = [re.search(r"node_modules/[\w.-]+", rest) for rest in rests("COPY")]
    assert [match.group() for match in taken if match] == ["node_modules/htmx.org"]
    assert "node_modules/htmx.org" in packages


def test_the_image_compiles_the_ontology_where_it_looks_for_it():
    (compiling,) = [rest for rest in rests("RUN") if rest.startswith("palimpsest ")]
    program, *arguments = shlex.split(compiling)
    assert program in PROJECT["project"]["scripts"]
    assert arguments[:2] == ["ontology", "build"]
    building = subcommands(subcommands(main)["ontology"])["build"]
    building.make_context("build", arguments[2:])
    (copied,) = [rest.split() for rest in rests("COPY") if rest.startswith("--from=ontology")]
    assert copied[1] == arguments[-1]
    assert f"PALIMPSEST_ONTOLOGY={copied[2]}" in " ".join(rests("ENV"))


def test_the_image_installs_torch_as_the_makefile_does():
    (wanted,) = re.findall(r"^TORCH \?= (\S+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert rests("ARG") == [f"TORCH={wanted}"]
    assert any('pip install --no-cache-dir "$TORCH"' in rest for rest in rests("RUN"))
    assert wanted in PROJECT["project"]["optional-dependencies"]["train"]


def test_every_package_of_ours_is_in_the_image():
    copied = {rest.split()[0] for rest in rests("COPY")}
    packages = set(PROJECT["tool"]["importlinter"]["root_packages"])
    assert packages | {"templates", "static", "migrations"} <= copied


def test_the_image_runs_as_an_ordinary_user_and_checks_its_own_health(client):
    assert rests("USER")[-1] != "root"
    url = re.search(r"http://[^']+", rests("HEALTHCHECK")[0]).group()
    assert client.get(urlsplit(url).path).status_code == 200
    check_command(json.loads(rests("CMD")[-1]))


@pytest.mark.parametrize("name", OURS)
def test_services_of_ours_run_commands_and_settings_that_exist(name):
    service = SERVICES[name]
    check_command(service["command"])
    assert set(service["environment"]) <= SETTINGS
    assert (ROOT / service["build"] / "Dockerfile").is_file()


def test_settings_in_the_image_exist():
    assert set(re.findall(r"(PALIMPSEST_\w+)=", " ".join(rests("ENV")))) <= SETTINGS


def test_services_name_services_and_volumes_that_exist():
    for service in SERVICES.values():
        assert set(service.get("depends_on", {})) <= set(SERVICES)
        assert {volume.split(":")[0] for volume in service.get("volumes", [])} <= set(
            COMPOSE["volumes"]
        )
    for name in OURS:
        url = SERVICES[name]["environment"]["PALIMPSEST_DATABASE_URL"]
        without_secrets = re.sub(r"\$\{.*?\}", "secret", url)
        assert urlsplit(without_secrets).hostname in SERVICES


def test_compose_refuses_to_start_without_its_secrets():
    placeholders = re.findall(r"\$\{(\w+)(:\?)?", (ROOT / "compose.yaml").read_text())
    secrets = {"PALIMPSEST_SECRET_KEY", "POSTGRES_PASSWORD"}
    assert {name for name, _ in placeholders} >= secrets
    assert all(required for _, required in placeholders)


@pytest.mark.parametrize(
    "lock", sorted(ROOT.glob("requirements*.lock")), ids=lambda path: path.name
)
def test_lock_files_pin_and_hash_everything_and_name_no_host(lock):
    text = lock.read_text()
    requirements = re.split(r"\n(?=\S)", text.strip())
    assert all("==" in entry and "--hash=sha256:" in entry for entry in requirements)
    assert "://" not in text


def test_everything_the_project_depends_on_is_locked():
    locked = set(
        re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    )
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["build"]
    wanted += [*extras["train"], *extras["figures"], *extras["sources"]]
    named = {re.match(r"[\w.-]+", requirement).group() for requirement in wanted}
    # torch differs by machine and stands beside the lock file; the ontology is compiled here
    assert named - {"torch", "palimpsest-text-ontology"} <= locked


def test_the_program_asks_for_an_ontology_of_the_format_that_it_reads():
    packaged = tomllib.loads((ROOT / "packaging" / "ontology" / "pyproject.toml").read_text())
    assert f"palimpsest-text-ontology=={FORMAT}.*" in PROJECT["project"]["dependencies"]
    assert packaged["project"]["version"].startswith(f"{FORMAT}.")


@pytest.mark.parametrize("goal", ["demo", "test", "ontology", "wheels", "lock"])
def test_make_knows_its_goals(goal):
    dry_run = subprocess.run(
        ["make", "--dry-run", goal],  # noqa: S607 - whichever make runs this suite
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert dry_run.returncode == 0, dry_run.stderr
    assert "make test" in (ROOT / ".ci" / "run").read_text()
