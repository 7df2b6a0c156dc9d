"""The JSON store: names, whole records, locks, verification."""

import json
import stat
import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.errors import RecordError
from annotation.store import DocumentStore, StoreReport

HOSTILE_IDS = [
    "",
    ".",
    "..",
    "../../etc/passwd",
    "/etc/passwd",
    "a\0b",
    "con",
    "NUL.json",
    "aux ",
    "x" * 100_000,
    "e\u0301" * 5_000,
    "李白",
    "\ud800",
    "~root",
    "a\nb",
    "-rf",
    ".locks",
    "C:\\x",
]

doc_ids = st.one_of(st.text(st.characters(codec=None)), st.sampled_from(HOSTILE_IDS))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
) | st.text(st.characters(codec=None))


@pytest.fixture
def store(tmp_path):
    return DocumentStore(tmp_path / "store" / "7")


def record_of(doc_id, text="Ada met Åsa 🙂.", **more):
    return {"doc_id": doc_id, "text": text, **more}


@given(doc_ids, doc_ids)
def test_different_documents_have_different_safe_names_in_the_folder(first, second):
    store = DocumentStore(Path("/store"))
    names = [store.path_of(doc_id).name for doc_id in (first, second)]
    for doc_id, name in zip((first, second), names, strict=True):
        assert store.path_of(doc_id).parent == store.root
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")
        assert name[0] not in ".-"
        assert len(name) < 100
    assert (names[0].casefold() == names[1].casefold()) == (first == second)


@pytest.mark.parametrize(("first", "second"), [("Doc", "doc"), ("é", "e\u0301"), ("a b", "a-b")])
def test_names_that_a_file_system_might_fold_stay_apart(first, second):
    store = DocumentStore(Path("/store"))
    assert store.path_of(first).name.casefold() != store.path_of(second).name.casefold()


def test_a_file_name_can_be_read_by_people(store):
    assert store.path_of("Émile Zola (1840)").name.startswith("emile-zola-1840-")


@settings(deadline=None)
@given(doc_ids, json_values)
def test_a_record_reads_back_as_it_was_written(doc_id, value):
    with tempfile.TemporaryDirectory() as folder:
        store = DocumentStore(Path(folder) / "store")
        record = record_of(doc_id, value=value)
        store.write(record)
        assert store.read(doc_id) == json.loads(json.dumps(record))
        assert [path.parent for path in store.iter_paths()] == [store.root]
        assert store.compare([(doc_id, record)]).is_clean


def test_a_record_is_written_for_people_to_read(store):
    store.write(record_of("d"))
    content = store.path_of("d").read_text(encoding="utf-8")
    assert content == '{\n "doc_id": "d",\n "text": "Ada met Åsa 🙂."\n}\n'


def test_only_the_owner_may_read_the_store(store):
    store.write(record_of("d"))
    assert stat.S_IMODE(store.path_of("d").stat().st_mode) == 0o600
    for folder in (store.root, store.root / ".locks"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for lock in (store.root / ".locks").iterdir():
        assert stat.S_IMODE(lock.stat().st_mode) == 0o600


def test_what_cannot_be_json_leaves_the_stored_record_alone(store):
    store.write(record_of("d", "old"))
    with pytest.raises(ValueError, match="JSON compliant"):
        store.write(record_of("d", float("nan")))
    assert store.read("d") == record_of("d", "old")
    assert store.sweep() == 0


def test_a_failed_write_leaves_the_stored_record_and_nothing_else(store, monkeypatch):
    store.write(record_of("d", "old"))

    def fail(_descriptor):
        raise OSError("No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space"):
        store.write(record_of("d", "new"))
    assert store.read("d") == record_of("d", "old")
    assert store.sweep() == 0


def test_a_record_without_a_doc_id_is_refused(store):
    with pytest.raises(RecordError, match="needs a doc_id"):
        store.write({"text": "x"})


def test_a_store_that_was_never_written_is_empty(store):
    store.delete("d")
    assert store.read("d") is None
    assert list(store.iter_paths()) == []
    assert store.sweep() == 0
    assert not store.root.exists()


def test_a_deleted_record_is_gone_and_may_be_deleted_again(store):
    store.write(record_of("d"))
    store.delete("d")
    store.delete("d")
    assert store.read("d") is None
    assert list(store.iter_paths()) == []


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\xff{}", b'{"a": NaN}', b"[" * 100_000, b'{"a": 1}{}']
)
def test_a_damaged_file_is_said_to_be_unreadable(store, content):
    store.write(record_of("d"))
    store.path_of("d").write_bytes(content)
    with pytest.raises(RecordError, match="document 'd': the stored record is not a JSON object"):
        store.read("d")
    assert store.compare([("d", record_of("d"))]) == StoreReport(unreadable=("d",))


def test_verification_names_what_is_missing_different_unreadable_and_surplus(store):
    for doc_id in ("same", "edited", "broken", "stranger"):
        store.write(record_of(doc_id))
    store.path_of("broken").write_bytes(b"{")
    expected = [(doc_id, record_of(doc_id)) for doc_id in ("same", "broken", "absent")]
    report = store.compare(iter([*expected, ("edited", record_of("edited", "other"))]))
    assert report.to_json() == {
        "missing": ["absent"],
        "different": ["edited"],
        "unreadable": ["broken"],
        "surplus": [store.path_of("stranger").name],
    }
    assert not report.is_clean


def test_the_order_of_a_selection_is_part_of_the_record(store):
    store.write(record_of("d", selection={"town": ["a"], "city": ["b"]}))
    turned = record_of("d", selection={"city": ["b"], "town": ["a"]})
    assert store.compare([("d", turned)]).different == ("d",)


def test_another_layout_of_the_same_record_is_no_difference(store):
    store.write(record_of("d"))
    store.path_of("d").write_text(json.dumps(record_of("d")), encoding="utf-8")
    assert store.compare([("d", record_of("d"))]).is_clean


def test_pruning_keeps_the_documents_named(store):
    for doc_id in ("kept", "gone"):
        store.write(record_of(doc_id))
    assert store.prune(["kept", "absent"]) == [store.path_of("gone").name]
    assert list(store.iter_paths()) == [store.path_of("kept")]


def test_a_writer_that_holds_the_lock_may_write(store):
    with store.locked("d"), store.locked("d"):
        store.write(record_of("d"))
    assert store.read("d") == record_of("d")


def test_another_thread_waits_for_the_lock(store, monkeypatch):
    monkeypatch.setattr("annotation.store.LOCK_TIMEOUT_S", 0)
    refused = []

    def write():
        try:
            store.write(record_of("d", "other"))
        except TimeoutError:
            refused.append("d")
        DocumentStore(store.root).write(record_of("another document"))

    with store.locked("d"):
        thread = threading.Thread(target=write)
        thread.start()
        thread.join()
        store.write(record_of("d", "mine"))
    assert refused == ["d"]
    assert store.read("d") == record_of("d", "mine")
    assert store.read("another document") is not None


def test_sweeping_spares_a_writer_at_work(store):
    store.write(record_of("d"))
    leftover = store.root / f".{store.path_of('d').stem}.tmp"
    leftover.write_bytes(b"half")
    swept = []
    with store.locked("d"):
        thread = threading.Thread(target=lambda: swept.append(store.sweep()))
        thread.start()
        thread.join()
    assert swept == [0]
    assert store.sweep() == 1
    assert not leftover.exists()
    assert store.read("d") == record_of("d")


def test_a_leftover_is_no_record_and_the_next_writer_replaces_it(store):
    store.write(record_of("d"))
    leftover = store.root / f".{store.path_of('d').stem}.tmp"
    leftover.write_bytes(b"half" * 1_000)
    assert list(store.iter_paths()) == [store.path_of("d")]
    store.write(record_of("d", "new"))
    assert store.read("d") == record_of("d", "new")
    assert not leftover.exists()
