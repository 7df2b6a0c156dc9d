"""A writer killed at any instant leaves whole records."""

import random
import subprocess
import sys
from pathlib import Path

from annotation.store import DocumentStore

KILLS = 20
DOC_IDS = ("first", "second")

WRITER = """
import sys
from pathlib import Path
from annotation.store import DocumentStore

store = DocumentStore(Path(sys.argv[1]))
number = int(sys.argv[2])
while True:
    number += 1
    for doc_id in sys.argv[3:]:
        store.write({"doc_id": doc_id, "number": number, "text": f"{number} " * 400_000})
        print(number, doc_id, flush=True)
"""


def write_until_killed(root: Path, start: int, *, chance: random.Random) -> dict[str, int]:
    """Kill a writer at a random moment; return what it had acknowledged for each document."""
    acknowledged = {}
    command = [sys.executable, "-c", WRITER, str(root), str(start), *DOC_IDS]
    repository = Path(__file__).parents[2]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=repository) as writer:
        for _ in range(chance.randrange(1, 10)):
            number, doc_id = writer.stdout.readline().split()
            acknowledged[doc_id] = int(number)
        # Any instant of the next write, every other time one that surely lies within it.
        within = chance.random() < 0.5
        for _ in range(2_000 if within else chance.randrange(100)):
            if within and any(root.glob(".*.tmp")):
                break
        writer.kill()
        for line in writer.stdout.read().splitlines():
            number, doc_id = line.split()
            acknowledged[doc_id] = int(number)
    return acknowledged


def test_a_writer_killed_in_a_loop_leaves_the_old_or_the_new_record_whole(tmp_path):
    store = DocumentStore(tmp_path / "store")
    chance = random.Random(7)  # noqa: S311  # decides when to kill, no secret
    held = dict.fromkeys(DOC_IDS, 0)
    leftovers = 0
    for _ in range(KILLS):
        start = max(held.values())
        acknowledged = write_until_killed(store.root, start, chance=chance)
        assert set(store.iter_paths()) <= {store.path_of(doc_id) for doc_id in DOC_IDS}
        for doc_id in DOC_IDS:
            old = acknowledged.get(doc_id, held[doc_id])
            new = acknowledged.get(doc_id, start) + 1
            record = store.read(doc_id) or {"number": 0, "text": "0 " * 400_000}
            assert record["number"] in {old, new}
            assert record["text"] == f"{record['number']} " * 400_000
            held[doc_id] = record["number"]
        leftovers += store.sweep()
        assert not list(store.root.glob(".*.tmp"))
    assert leftovers > 0, "no kill fell within a write"
