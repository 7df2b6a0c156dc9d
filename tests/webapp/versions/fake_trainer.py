"""A trainer that does what a test wants, in milliseconds.

Run as `python fake_trainer.py MODE PACKAGE train …`.

What it is asked to suggest or attack, it suggests nothing for and finds nothing in, whatever the
mode.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

AUTOGROUP = Path("/proc/self/autogroup")
SECRET = "Ada moved to Oslo"
MANIFEST = {
    "format": 1,
    "family": "baseline",
    "seed": 0,
    "encoder": "none",
    "created_at": "2026-03-01T10:00:00+00:00",
    "data_checksum": "",
    "trained_on": {},
    "held_out": {},
    "training_choices": 0,
    "scores": None,
    "measures": {},
    "training_seconds": 0.0,
    "libraries": {},
    "files": {},
}


def say(**value: object) -> None:
    """Write one line."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def finish(out: Path, snapshot: Path, *, promoted: bool = True) -> None:
    """Leave a version and tell of it."""
    out.mkdir()
    say(progress=0.5, doing="fitting")
    verdict = {"promoted": promoted, "reason": "Right for 80 %."}
    (out / "manifest.json").write_text(json.dumps(MANIFEST | {"verdict": verdict}))
    documents = len(snapshot.read_bytes().splitlines()) - 1
    say(done={"family": "baseline", "verdict": verdict, "trained_on": documents})


def refuse(_out: Path, _snapshot: Path) -> NoReturn:
    """Refuse as the trainer does."""
    say(error="There is no encoder.")
    sys.exit(1)


def crash(_out: Path, _snapshot: Path) -> NoReturn:
    """Fail as libraries do that quote what they were given."""
    sys.stderr.write(f"{SECRET}\n")
    raise ValueError(SECRET)


def die(out: Path, _snapshot: Path) -> None:
    """Be killed with half a version written."""
    out.with_name(f".{out.name}.x.part").mkdir()
    os.kill(os.getpid(), signal.SIGKILL)


def wait(out: Path, snapshot: Path) -> None:
    """Begin a version, say who is there, and go on only when told to."""
    beside = out.with_name(f".{out.name}.x.part")
    beside.mkdir()
    helper = subprocess.Popen(["/bin/sleep", "600"])  # a process of the process
    say(progress=0.1, doing=f"waiting as {os.getpid()} with {helper.pid}")
    while not (snapshot.parent / "go").exists():
        time.sleep(0.02)
    helper.kill()
    beside.rmdir()
    finish(out, snapshot)


def be_deaf(out: Path, snapshot: Path) -> None:
    """Wait without listening to anybody who asks politely."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    wait(out, snapshot)


def look_around(out: Path, _snapshot: Path) -> None:
    """Tell what there is to see."""
    out.mkdir()
    settings = sorted(name for name in os.environ if name.startswith("PALIMPSEST_"))
    group = AUTOGROUP.read_text() if AUTOGROUP.exists() else ""
    seen = {"settings": settings, "niceness": os.nice(0), "group": group.strip()}
    say(done=seen | {"arguments": sys.argv})


def keep_back(out: Path, snapshot: Path) -> None:
    """Finish with a version that is not good enough."""
    finish(out, snapshot, promoted=False)


MODES: dict[str, Callable[[Path, Path], None]] = {
    "finish": finish,
    "keep-back": keep_back,
    "refuse": refuse,
    "crash": crash,
    "die": die,
    "wait": wait,
    "deaf": be_deaf,
    "look": look_around,
}


def suggest(out: Path, requests: Path) -> None:
    """Write an empty payload for each request, which says how much history there was."""
    history = (requests.parent / "history").read_bytes().splitlines()[1:]
    lines = [{"palimpsest": "payloads", "format": 1}]
    for line in requests.read_bytes().splitlines()[1:]:
        annotator = {"types": [], "vectors": "", "past": str(len(history))}
        payload = {"mentions": [], "texts": [], "probabilities": [], "annotator": annotator}
        lines.append({"key": json.loads(line)["key"], "payload": payload})
    out.write_text("".join(json.dumps(line) + "\n" for line in lines))
    out.rename(out.with_name(f"{out.name}-0"))  # whole as soon as it is there
    say(done={"payloads": len(lines) - 1})


def attack(out: Path, texts: Path) -> None:
    """Find nobody in any text."""
    lines = [{"palimpsest": "attacked", "format": 1}]
    for line in texts.read_bytes().splitlines()[1:]:
        lines.append({"key": json.loads(line)["key"], "attacked": []})
    out.write_text("".join(json.dumps(line) + "\n" for line in lines))
    say(done={"texts": len(lines) - 1})


if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("--out", type=Path)
    parser.add_argument("--snapshot", "--texts", type=Path)
    given, _ = parser.parse_known_args()
    asked = {"train": MODES[sys.argv[1]], "attack": attack}
    act = asked.get(sys.argv[3], suggest)
    act(given.out, given.snapshot)
