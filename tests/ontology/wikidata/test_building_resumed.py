"""A build that is killed goes on where it was, and ends with the same layer."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path

import pytest
from filelock import FileLock

from ontology.errors import SourceError
from ontology.wikidata.building import Options, Report, build_layer
from tests.ontology.wikidata import killed_build
from tests.ontology.wikidata.dumps import COMPRESSIONS, item, sample_items, write_dump

ROOT = Path(__file__).parents[3]


def many(folder: Path, ending: str) -> Path:
    towns = [item(1000 + number, f"Town {number}", P31=[200]) for number in range(60)]
    humans = [item(5000 + number, "x", P31=[5], P19=[1000 + number]) for number in range(60)]
    return write_dump(
        folder / f"dump.{ending}", [*towns, "{broken", *humans, "broken", *sample_items()]
    )


def build(dump: Path, folder: Path) -> tuple[Report, int]:
    """Build in here; returns how many steps it took as well."""
    steps: list[str] = []
    options = Options(workers=0, chunk_bytes=killed_build.CHUNK_BYTES)
    report = build_layer(dump, folder, options, lambda step, _done: steps.append(step))
    return report, steps.count("reading")


def kill(
    dump: Path, folder: Path, chunks: int, workers: int = 0, by: signal.Signals = signal.SIGKILL
) -> None:
    """Build in a process, the first of its session, that is killed after so many chunks."""
    done = subprocess.run(
        [sys.executable, killed_build.__file__, dump, folder, str(chunks), str(workers), str(+by)],
        env=os.environ | {"PYTHONPATH": str(ROOT), "BUILDS_INTO": str(folder)},
        check=False,
        start_new_session=True,
    )
    assert done.returncode == -by


@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_a_killed_build_goes_on_and_ends_the_same(tmp_path, ending):
    dump = many(tmp_path, ending)
    whole, chunks = build(dump, tmp_path / "whole")
    assert chunks > 12
    for already in (1, 7):
        kill(dump, tmp_path / "killed", already)
    resumed, rest = build(dump, tmp_path / "killed")
    # Each process was killed while it reported its last chunk: that one had its checkpoint.
    assert rest == chunks - 8
    assert resumed.index.manifest == whole.index.manifest
    assert resumed.counts == whole.counts
    assert resumed.counts.broken_lines == [62, 123]


def test_a_build_killed_while_writing_reads_the_dump_no_more(tmp_path):
    dump = many(tmp_path, "json.gz")
    whole, chunks = build(dump, tmp_path / "whole")
    kill(dump, tmp_path / "killed", chunks + 2)
    resumed, rest = build(dump, tmp_path / "killed")
    assert rest == 0
    assert resumed.index.manifest == whole.index.manifest


def test_what_was_written_after_the_checkpoint_is_cut_off(tmp_path):
    dump = many(tmp_path, "json")
    whole, _ = build(dump, tmp_path / "whole")
    kill(dump, tmp_path / "killed", 3)
    for path in (tmp_path / "killed" / ".first-pass").glob("*.bin"):
        with path.open("ab") as file:
            file.write(b"half a record")
    resumed, _ = build(dump, tmp_path / "killed")
    assert resumed.index.manifest == whole.index.manifest


def test_another_dump_begins_anew(tmp_path):
    dump = many(tmp_path, "json")
    kill(dump, tmp_path / "layer", 3)
    write_dump(dump, [item(1, "Lonely", P31=[2]), item(2, "house")])
    report, _ = build(dump, tmp_path / "layer")
    assert report.counts.items == 2


def test_a_lost_file_begins_anew(tmp_path):
    dump = many(tmp_path, "json")
    whole, _ = build(dump, tmp_path / "whole")
    kill(dump, tmp_path / "killed", 3)
    os.truncate(tmp_path / "killed" / ".first-pass" / "names.bin", 5)
    resumed, _ = build(dump, tmp_path / "killed")
    assert resumed.index.manifest == whole.index.manifest


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT])
def test_the_workers_of_a_killed_build_end_with_it(tmp_path, by):
    dump = many(tmp_path, "json.gz")
    kill(dump, tmp_path / "killed", 2, workers=2, by=by)
    while processes_of(tmp_path / "killed"):
        time.sleep(0.05)


def test_a_build_whose_worker_was_killed_says_so_and_goes_on(tmp_path):
    dump = many(tmp_path, "json.gz")

    def kill_worker(_step: str, _done: int) -> None:
        for worker in active_children():
            worker.kill()

    options = Options(workers=1, chunk_bytes=killed_build.CHUNK_BYTES)
    with pytest.raises(SourceError, match=r"out of memory\?.*goes on where it stopped"):
        build_layer(dump, tmp_path / "layer", options, kill_worker)
    whole, chunks = build(dump, tmp_path / "whole")
    resumed, rest = build(dump, tmp_path / "layer")
    assert rest < chunks
    assert resumed.index.manifest == whole.index.manifest


def processes_of(folder: Path) -> list[int]:
    """Return the processes that still build into a folder."""
    mark = f"BUILDS_INTO={folder}".encode()
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark in (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except (FileNotFoundError, PermissionError, ProcessLookupError):
            continue
    return found


def test_two_builds_do_not_meet(tmp_path):
    dump = many(tmp_path, "json")
    (tmp_path / "layer").mkdir()
    with (
        FileLock(tmp_path / "layer" / ".first-pass.lock"),
        pytest.raises(SourceError, match="another build is at work"),
    ):
        build(dump, tmp_path / "layer")


def test_the_checkpoint_is_readable(tmp_path):
    dump = many(tmp_path, "json.bz2")
    kill(dump, tmp_path / "layer", 2)
    state = json.loads((tmp_path / "layer" / ".first-pass" / "checkpoint.json").read_text())
    assert state["place"][0] == 0
    assert state["place"][1] > 2000
    assert state["counts"]["items"] > 0
