"""Made-up texts for long runs: all different, and the same ones every time."""

from __future__ import annotations

from benchmarks.masking.many import write_texts


def test_texts_are_short_and_different_and_the_same_every_time(tmp_path):
    def written(name, count):
        write_texts(tmp_path / name, count)
        return {path.name: path.read_text() for path in (tmp_path / name).iterdir()}

    texts = written("many", 200)
    assert sorted(texts)[::199] == ["000001.txt", "000200.txt"]
    assert len(set(texts.values())) == 200
    assert all(100 < len(text) < 300 and "{" not in text for text in texts.values())
    assert written("few", 20).items() <= texts.items()
