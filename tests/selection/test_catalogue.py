"""Families that installed packages add stand among ours; the core knows none of them by itself."""

from __future__ import annotations

import importlib.metadata
import re
from importlib.util import find_spec, module_from_spec

import pytest

from learning.errors import LearningError
from selection.catalogue import GROUP, RESEARCH_EXTRA, catalogue
from selection.families import family_named
from selection.family_entry import FamilyEntry

OURS = ["personal", "ranker", "baseline"]


class Point:
    """An entry point, as an installed package has it."""

    name = "added"

    @staticmethod
    def load():
        return {"added": FamilyEntry("json", "Added")}


@pytest.fixture
def names_with(monkeypatch):
    """Make the catalogue anew, with these entry points alone, and return its names."""

    def names(*points):
        installed = {GROUP: points}
        monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: installed[group])
        spec = find_spec("selection.catalogue")
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        return [*module.catalogue()]

    return names


def test_without_other_packages_there_are_ours_and_with_them_those_beside(names_with):
    assert names_with() == OURS
    assert names_with(Point) == ["personal", "ranker", "added", "baseline"]


def test_all_families_of_a_checkout_are_known_and_ours_are_the_default():
    assert {*OURS, "binary", "multiclass", "context-aware", "feature-based"} == {*catalogue()}
    assert next(iter(catalogue())) == "personal"


def test_a_family_that_is_not_installed_is_refused_with_what_it_needs():
    with pytest.raises(LearningError, match=re.escape(RESEARCH_EXTRA)):
        family_named("of-nobody")
