from __future__ import annotations

import gzip
import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.errors import SearchError
from research.masking.search import TOP, Page
from research.masking.search.collection import Collection, build_collection, read_folder


@pytest.fixture
def folder(tmp_path):
    texts = tmp_path / "texts"
    (texts / "north").mkdir(parents=True)
    (texts / "ada.txt").write_text("Ada Moss, a baker of Tromsø, won the Reed Prize in 1990.")
    (texts / "north" / "bo.md").write_text("Bo Moss never won a Prize. Reed grows in Tromsø.")
    (texts / "photo.jpg").write_bytes(b"\xff\xd8")
    return texts


@pytest.fixture
def collection(folder, tmp_path):
    path = tmp_path / "collection.sqlite"
    assert build_collection(path, read_folder(folder)) == 2
    with_texts = Collection(path)
    yield with_texts
    with_texts.close()


def test_texts_of_a_folder_and_below_are_found(collection):
    answer = collection.search("Ada Moss", "Reed Prize")
    assert [page.title for page in answer.pages] == ["ada.txt"]
    assert answer.hits == 1
    assert [page.title for page in collection.search("Moss", "Tromsø").pages] == [
        "north/bo.md",
        "ada.txt",
    ]


def test_a_span_is_sought_word_for_word_without_case_and_accents(collection):
    assert collection.search("Moss", "REED PRIZE").hits == 1
    assert collection.search("Moss", "Tromso").hits == 0, "ø is a letter of its own"
    assert collection.search("Moss", "Prize won").hits == 0


def test_all_hits_are_counted_and_the_first_are_shown(tmp_path):
    path = tmp_path / "many.sqlite"
    build_collection(path, [Page(f"{number}", "Ada Moss") for number in range(150)])
    many = Collection(path)
    answer = many.search("Ada", "Moss")
    many.close()
    assert (len(answer.pages), answer.hits) == (TOP, 150)


@pytest.mark.parametrize("span", ["", "...", '"', "*", "\0"])
def test_signs_alone_find_nothing(span, collection):
    assert collection.search("", span).hits == 0


def test_nothing_that_people_write_is_taken_for_syntax(tmp_path_factory):
    path = tmp_path_factory.mktemp("syntax") / "collection.sqlite"
    build_collection(path, [Page("a", "Ada")])
    opened = Collection(path)

    @given(st.text(max_size=20), st.text(max_size=20))
    def search(name, span):
        assert opened.search(name, span).hits in (0, 1)

    search()
    opened.close()


def test_a_new_index_replaces_the_old_and_has_another_identity(folder, tmp_path):
    path = tmp_path / "collection.sqlite"
    build_collection(path, read_folder(folder))
    before = Collection(path)
    build_collection(path, [Page("c", "Cleo Moss")])
    after = Collection(path)
    assert after.search("Cleo", "Moss").hits == 1
    assert before.identity != after.identity
    assert before.search("Ada", "Moss").hits == 1, "who has it open keeps it"
    before.close()
    after.close()


KILLED = """
import os, signal, sys
from pathlib import Path
from research.masking.search import Page
from research.masking.search.collection import build_collection

def pages():
    for number in range(150):
        yield Page(str(number), " ".join(f"w{word}x{number}" for word in range(3000)))
    os.kill(os.getpid(), signal.SIGKILL)

build_collection(Path(sys.argv[1]), pages())
"""


def test_a_killed_build_leaves_the_old_index_and_the_next_begins_anew(folder, tmp_path):
    path = tmp_path / "collection.sqlite"
    build_collection(path, read_folder(folder))
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, path],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    (unfinished,) = tmp_path.glob("*.new")
    assert unfinished.stat().st_size > 1_000_000
    assert stat.S_IMODE(unfinished.stat().st_mode) == 0o600
    for pages in (read_folder(folder), [Page("c", "Ada Moss")]):
        left = Collection(path)
        assert (left.size, left.search("Ada", "Moss").hits) == (2, 1)
        left.close()
        build_collection(path, pages)
    assert [each.name for each in tmp_path.glob("collection*")] == [path.name]


def test_of_two_builds_at_once_one_is_refused(tmp_path):
    path = tmp_path / "collection.sqlite"

    def pages():
        yield Page("a", "Ada Moss")
        with pytest.raises(SearchError, match="locked"):
            build_collection(path, [Page("b", "Bo Moss")])

    build_collection(path, pages())
    built = Collection(path)
    assert (built.size, built.search("Ada", "Moss").hits) == (1, 1)
    built.close()


def test_a_text_that_is_broken_utf_8_is_named(folder, tmp_path):
    (folder / "old.txt").write_bytes("Tromsø og Bodø".encode()[:-1])
    with pytest.raises(SearchError, match=r"old\.txt"):
        build_collection(tmp_path / "collection.sqlite", read_folder(folder))
    assert not list(tmp_path.glob("collection*"))


def test_what_is_no_collection_is_refused(tmp_path):
    with pytest.raises(SearchError, match="no collection"):
        Collection(tmp_path / "nothing.sqlite")
    (tmp_path / "text.sqlite").write_text("no database")
    with pytest.raises(SearchError, match="holds no collection"):
        Collection(tmp_path / "text.sqlite")
    with pytest.raises(SearchError, match="no folder"):
        list(read_folder(tmp_path / "nowhere"))


def test_real_articles_are_found_by_their_own_words(shared_data, tmp_path):
    path = shared_data / "background.json.gz"
    if not path.exists():
        pytest.skip("the background documents (../shared/data) are not on this machine")
    texts = json.loads(gzip.decompress(path.read_bytes()))
    chosen = {title: text for title, text in list(texts.items())[:40] if text}
    build_collection(tmp_path / "real.sqlite", [Page(*each) for each in chosen.items()])
    opened = Collection(tmp_path / "real.sqlite")
    for title, text in chosen.items():
        words = text.split()[:6]
        if len(words) == 6:
            assert title in {page.title for page in opened.search("", " ".join(words)).pages}
    opened.close()
