"""The trainer as the worker sees it: lines of JSON, one version or none, gone when it should be."""

import json
import signal
import subprocess
import sys
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from learning.record_files import checksum_of
from learning.versions import read_manifest, verify
from selection import exchange
from selection.precomputing import batch_path
from tests.processes import finished, started
from tests.selection.annotated import document, documents

ROOT = Path(__file__).parents[2]


class Child:
    """The trainer on a snapshot of its own, with an encoder that nothing is encoded with."""

    def __init__(self, folder: Path) -> None:
        self.models = folder / "models"
        self.models.mkdir()
        self.snapshot = folder / "snapshot.jsonl"
        exchange.write_documents(self.snapshot, documents(6, chosen=0))
        self.encoder = folder / "encoder"
        self.encoder.mkdir()
        (self.encoder / "config.json").write_text("{}", encoding="utf-8")
        (self.encoder / "model.safetensors").touch()

    def arguments(self, name: str = "v1", **options: object) -> list[str]:
        given = {"snapshot": self.snapshot, "out": self.models / name, "encoder": self.encoder}
        given |= {"family": "baseline"} | options
        return ["train", *(f"--{name.replace('_', '-')}={value}" for name, value in given.items())]

    def start(self, stage: str) -> AbstractContextManager[subprocess.Popen[str]]:
        return started(
            [sys.executable, "-m", "tests.selection.staged_trainer", stage, *self.arguments()],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        return finished(
            [sys.executable, "-m", "selection", *map(str, arguments)],
            cwd=ROOT,
        )


@pytest.fixture
def child(tmp_path) -> Child:
    return Child(tmp_path)


def lines_of(output: str) -> list[dict]:
    return [json.loads(line) for line in output.splitlines()]


def test_it_tells_its_progress_and_ends_with_a_whole_version(child):
    ended = child.run(*child.arguments(seed=3, created_at="2026-03-01T10:00:00+00:00"))
    *progress, last = lines_of(ended.stdout)
    assert ended.returncode == 0, ended.stderr
    shares = [line["progress"] for line in progress]
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)
    assert all(line["doing"] for line in progress)
    manifest = verify(child.models / "v1")
    assert last == {"done": manifest.summary().to_json()}
    assert manifest.seed == 3
    assert manifest.created_at == "2026-03-01T10:00:00+00:00"
    assert manifest.data_checksum == checksum_of(child.snapshot)
    assert manifest.verdict.promoted
    assert len(manifest.trained_on) + len(manifest.held_out) == 6
    assert [path.name for path in child.models.iterdir()] == ["v1"]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_killed_while_fitting_it_leaves_nothing(child, number):
    with child.start("wait-in-fitting") as process:
        while "step 3" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(number)
        assert process.wait() == -number
    assert list(child.models.iterdir()) == []


def test_killed_while_writing_it_leaves_no_version_and_the_next_one_tidies_up(child):
    with child.start("wait-in-saving") as process:
        while process.stderr.readline() != "half written\n":
            assert process.poll() is None
        process.kill()
        assert process.wait() == -signal.SIGKILL
    (left,) = child.models.iterdir()
    assert left.name.startswith(".v1.")
    assert child.run(*child.arguments()).returncode == 0
    assert [path.name for path in child.models.iterdir()] == ["v1"]


def test_it_ends_when_nobody_listens_any_more(child):
    with child.start("wait-in-fitting") as process:
        assert process.stdout.readline()
        process.stdout.close()
        assert process.wait() == -signal.SIGPIPE
        assert process.stderr.read() == ""


def test_what_libraries_print_stays_out_of_its_lines_and_they_are_told_to_be_modest(child):
    with child.start("chatter") as process:
        output, errors = process.communicate()
    assert "done" in lines_of(output)[-1]
    for place in ("in Python", "in C"):
        assert f"chatter {place}" in errors
    assert {"HF_HUB_OFFLINE=1", "OMP_WAIT_POLICY=passive"} <= set(errors.splitlines())


def test_an_error_that_is_not_ours_is_told_by_type_and_place_without_a_quotation(child):
    with child.start("fail") as process:
        output, errors = process.communicate()
    assert process.returncode == 1
    message = lines_of(output)[-1]["error"]
    assert message.startswith("The trainer failed: ValueError in selection/training.py, line ")
    assert "Report" not in output + errors


def test_an_error_of_ours_is_told_in_a_sentence(child):
    exchange.write_documents(child.snapshot, [document("d1", 1)])
    ended = child.run(*child.arguments())
    assert ended.returncode == 1
    (error,) = [line["error"] for line in lines_of(ended.stdout) if "error" in line]
    assert error.startswith("There is 1 annotated document; learning needs at least 2")
    assert list(child.models.iterdir()) == []


def test_on_everything_nothing_is_held_out_and_nothing_tried(child):
    ended = child.run(*child.arguments(), "--all")
    assert ended.returncode == 0, ended.stderr
    manifest = read_manifest(child.models / "v1")
    assert len(manifest.trained_on) == 6
    assert (dict(manifest.held_out), manifest.scores) == ({}, None)
    assert manifest.verdict.reason == "Trained on every document; not tried on any."


def test_it_writes_the_payloads_that_are_asked_for(child, tmp_path):
    assert child.run(*child.arguments()).returncode == 0
    asked = [
        exchange.Request(f"{number}:una", "una", each)
        for number, each in enumerate([document("new", 1), document("d2")])
    ]
    exchange.write_requests(tmp_path / "asked.jsonl", asked)
    ended = child.run(
        "suggest",
        *(
            f"--{name}={value}"
            for name, value in {
                "model": child.models / "v1",
                "snapshot": tmp_path / "asked.jsonl",
                "history": child.snapshot,
                "out": tmp_path / "payloads.jsonl",
                "encoder": child.encoder,
            }.items()
        ),
    )
    assert ended.returncode == 0, ended.stderr
    assert lines_of(ended.stdout)[-1] == {"done": {"payloads": 2}}
    payloads = list(exchange.read_payloads(batch_path(tmp_path / "payloads.jsonl", 0)))
    assert [key for key, _ in payloads] == ["0:una", "1:una"]
    assert all(payload for _, payload in payloads)
