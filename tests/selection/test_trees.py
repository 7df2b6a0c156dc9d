import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor

import lightgbm
import numpy as np
import pytest

from learning.errors import MissingLibraryError, VersionError
from selection.trees import Trees, _library

COLUMNS = 6


@pytest.fixture(scope="module")
def grown(tmp_path_factory):
    """A small model of both kinds of library, and rows with gaps that it was not grown on."""
    random = np.random.default_rng(7)
    rows = random.normal(size=(400, COLUMNS))
    rows[random.random(rows.shape) < 0.1] = np.nan
    target = (np.nan_to_num(rows[:, 0]) * np.nan_to_num(rows[:, 1]) > 0).astype(float)
    booster = lightgbm.train(
        {"objective": "cross_entropy", "verbose": -1, "num_threads": 1, "min_data_in_leaf": 5},
        lightgbm.Dataset(rows[:300], target[:300]),
        num_boost_round=30,
    )
    path = tmp_path_factory.mktemp("trees") / "trees.txt"
    booster.save_model(path)
    return booster, path, rows[300:]


def test_scores_are_those_of_the_library_itself(grown):
    booster, path, rows = grown
    expected = booster.predict(rows, raw_score=True)
    assert np.array_equal(Trees.open(path).score(rows), expected)
    assert np.ptp(expected) > 1  # they do differ from row to row
    assert np.array_equal(Trees.open(path).score(np.asfortranarray(rows)), expected)
    assert Trees.open(path).score(rows[:0]).shape == (0,)


def test_threads_may_share_the_trees(grown):
    booster, path, rows = grown
    trees = Trees.open(path)
    expected = booster.predict(rows, raw_score=True)
    with ThreadPoolExecutor(8) as pool:
        parts = [rows[start : start + 10] for start in range(0, 100, 10)] * 20
        found = list(pool.map(trees.score, parts))
    assert np.array_equal(np.concatenate(found), np.tile(expected, 20))


def test_nothing_heavy_is_loaded(grown):
    _, path, _ = grown
    program = (
        "import sys, numpy; from pathlib import Path; from selection.trees import Trees;"
        f"print(Trees.open(Path({str(path)!r})).score(numpy.zeros((2, {COLUMNS}))));"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(ran.stdout.split())
    assert not {"lightgbm", "scipy", "sklearn", "pandas"} & loaded
    assert "numpy" in loaded


def test_another_number_of_columns_is_refused(grown):
    with pytest.raises(ValueError, match=f"grown on {COLUMNS} columns"):
        Trees.open(grown[1]).score(np.zeros((3, COLUMNS + 1)))


def test_a_file_without_trees_is_named(tmp_path):
    path = tmp_path / "trees.txt"
    with pytest.raises(VersionError, match=r"can.t be read.*trees\.txt"):
        Trees.open(path)
    path.write_text("not a tree in sight\n")
    with pytest.raises(VersionError, match=r"trees\.txt holds no boosted trees"):
        Trees.open(path)


def test_a_missing_library_is_named(monkeypatch, grown):
    monkeypatch.setattr("selection.trees.find_spec", lambda _name: None)
    _library.cache_clear()
    with pytest.raises(MissingLibraryError, match="pip install lightgbm"):
        Trees.open(grown[1])
    monkeypatch.undo()
    _library.cache_clear()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Trees.open(grown[1]).columns == COLUMNS
