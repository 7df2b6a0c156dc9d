"""The lists that the documentation shows are those that people get."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from annotation.records import MASK
from ontology.index.reading import Index
from ontology.layers import Ontology
from ontology.proposing import Proposer
from ontology.spans import LINKED
from tests.ontology.marking import span_of

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_TEXT = r"(?:\"[^\"\[\]]+\"|\*[^*\[\]]+\*|`\*\*\*`)"
CHAIN = re.compile(rf"{_TEXT}(?: → {_TEXT})+")
ROW = re.compile(r"^\| `(\w+)` \|[^|]*\| ([^|]+ → [^|]+) \|$", re.MULTILINE)


def chains():
    """Yield the lists of running text, each with its page."""
    for page in PAGES:
        text = " ".join(page.read_text(encoding="utf-8").split())
        for found in CHAIN.findall(text):
            texts = [_bare(each) for each in found.split(" → ")]
            yield pytest.param(texts, id=f"{page.stem}: {texts[0]}")


def _bare(text):
    return MASK if MASK in text else text[1:-1]


def rows():
    """Yield the examples of the sources, each with its source."""
    page = (ROOT / "docs" / "ontology.md").read_text(encoding="utf-8")
    for source, example in ROW.findall(page):
        yield pytest.param(source, example.split(" → "), id=source)


def is_within(some, whole):
    rest = iter(whole)
    return all(text in rest for text in some)


@pytest.mark.parametrize("texts", [*chains()])
def test_a_list_in_the_documentation_is_one_that_is_proposed(texts, embedded: Index):
    ontology, (name, *shown) = Ontology([embedded]), texts
    found = []
    for semantic_type in LINKED:
        span = span_of(f"They spoke about [[{semantic_type}:{name}]] then.")
        lists = Proposer(span.surroundings, ontology).propose(span).iter_lists()
        found.append([text for _, offered in lists for text in offered])
    assert any(is_within(shown, each) and each[0] == shown[0] for each in found), found


@pytest.mark.parametrize(("source", "texts"), [*rows()])
def test_an_example_of_a_source_is_what_it_says(source, texts, embedded: Index):
    name, *shown = texts
    known = [sense.generalizations for sense in embedded.lookup(name) if sense.source == source]
    assert any(is_within(shown, each) for each in known), known


def test_there_are_lists_and_a_row_for_each_source(embedded: Index):
    assert len([*chains()]) > 1
    assert {row.values[0] for row in rows()} == set(embedded.manifest["sources"])
