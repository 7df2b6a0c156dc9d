import json
import os
import subprocess
import sys

import pytest

from tests.forked import NEEDED, ROOT, Forked, warm_process
from webapp.versions import processes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is forked")


def run(kind, way, folder, command=(sys.executable, "-m", "tests.program"), **options):
    """Run the program; return what it says, its exit code and the last lines of its stderr."""
    with kind(
        [*command, way],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PALIMPSEST_OF_A_TEST": "here"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        umask=0o027,
        start_new_session=True,
        **options,
    ) as process:
        output, errors = process.communicate("a word")
    said = json.loads(output)
    assert (said.pop("number"), said.pop("session")) == (process.pid, process.pid)
    return said, process.returncode, errors.splitlines()[-2:]


@pytest.mark.parametrize("way", ["return", "message", "code", "error", "interrupt", "kill"])
def test_a_forked_program_begins_and_ends_as_one_in_a_new_interpreter(way, tmp_path):
    forked, anew = (run(kind, way, tmp_path) for kind in (Forked, subprocess.Popen))
    assert (forked[0].pop("warm"), anew[0].pop("warm")) == (True, False)
    assert forked == anew


def test_a_forked_trainer_begins_as_one_that_its_guard_became(tmp_path):
    command = processes.guarded(["tests.program"])
    forked, anew = (run(kind, "code", tmp_path, command) for kind in (Forked, subprocess.Popen))
    assert (forked[0].pop("warm"), anew[0].pop("warm")) == (True, False)
    assert forked == anew
    assert forked[0]["killed with its parent"]


@pytest.mark.parametrize("option", [{"preexec_fn": int}, {"executable": sys.executable}])
def test_a_program_with_options_of_a_new_process_is_started_anew(option, tmp_path):
    said, code, _ = run(Forked, "code", tmp_path, **option)
    assert (said["warm"], code) == (False, 3)


@pytest.mark.parametrize("package", ["masking", "privacy", "selection", "webapp.cli"])
def test_what_is_forked_elsewhere_begins_in_a_new_interpreter(package):
    helped = subprocess.run(
        [sys.executable, "-m", package, "--help"], cwd=ROOT, capture_output=True, check=True
    )
    assert b"usage" in helped.stdout.lower()


def test_when_the_warm_process_has_ended_that_is_said_once_and_another_is_started(tmp_path):
    run(Forked, "return", tmp_path)
    _, process = warm_process(NEEDED)
    process.kill()
    process.wait()
    with pytest.raises(ChildProcessError):
        run(Forked, "return", tmp_path)
    said, code, _ = run(Forked, "return", tmp_path)
    assert (said["warm"], code) == (True, 0)
