"""Lists of what covers a thing that has several parents."""

from __future__ import annotations

from ontology.ordering import nearest_first

PARENTS = {
    "pneumonia": ["lung disease", "infection of the lungs"],
    "infection of the lungs": ["lung disease", "infection"],
    "lung disease": ["disease"],
    "infection": ["disease"],
}


def parents_of(name: str) -> list[str]:
    return PARENTS.get(name, [])


def test_nothing_stands_before_what_it_covers() -> None:
    assert nearest_first("pneumonia", parents_of) == [
        "infection of the lungs",
        "lung disease",
        "infection",
        "disease",
    ]


def test_what_nothing_covers_has_an_empty_list() -> None:
    assert nearest_first("disease", parents_of) == []
