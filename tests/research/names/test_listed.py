"""Lists of names are read by country, without what others copied."""

from __future__ import annotations

import json
import sys
from types import ModuleType, SimpleNamespace

import pytest

from research.errors import NamesError
from research.names.listed import (
    GIVEN,
    SURNAMES,
    NameList,
    faker_js_lists,
    faker_lists,
    without_copies,
)


def the_lists(country, *words):
    return NameList(country, frozenset(words))


@pytest.fixture
def install_faker(monkeypatch, tmp_path):
    """Put a package in Faker's place that has a locale."""

    def install(locale, **attributes):
        people = ModuleType("faker.providers.person")
        people.__path__ = [str(tmp_path)]
        (tmp_path / locale).mkdir()
        (tmp_path / locale / "__init__.py").touch()
        module = ModuleType(f"{people.__name__}.{locale}")
        module.Provider = SimpleNamespace(**attributes)
        monkeypatch.setitem(sys.modules, people.__name__, people)
        monkeypatch.setitem(sys.modules, module.__name__, module)

    return install


def test_words_of_names_are_listed_without_particles_titles_and_other_scripts(install_faker):
    install_faker(
        "nl_BE", first_names=("Anne-Lies", "Мира"), last_names=("van der Steen", "Dr Bos")
    )
    assert [*faker_lists(GIVEN)] == [the_lists("BE", "anne", "lies")]
    assert [*faker_lists(SURNAMES)] == [the_lists("BE", "steen", "bos")]


def test_a_locale_without_a_country_has_the_likeliest_of_its_language(install_faker):
    install_faker("sw", first_names_female={"Amani": 0.7, "Imara": 0.3})
    assert [*faker_lists(GIVEN)] == [the_lists("TZ", "amani", "imara")]


def test_lists_of_node_are_read_by_country(tmp_path):
    package = tmp_path / "node_modules/@faker-js/faker"
    package.mkdir(parents=True)
    (package / "package.json").write_text(json.dumps({"type": "module", "exports": "./index.js"}))
    people = {"first_name": {"female": ["Liv"], "male": ["Odd"]}, "last_name": {"generic": ["Vik"]}}
    locales = {"nb_NO": {"person": people}, "base": {}}
    (package / "index.js").write_text(f"export const allLocales = {json.dumps(locales)};")
    assert [*faker_js_lists(GIVEN, tmp_path)] == [the_lists("NO", "liv", "odd")]


def test_a_missing_package_is_named(tmp_path):
    with pytest.raises(NamesError, match="@faker-js/faker"):
        [*faker_js_lists(GIVEN, tmp_path)]


def test_a_list_that_another_country_has_is_left_out():
    words = [f"name{number}" for number in range(9)]
    first, copy = the_lists("DE", *words), the_lists("AT", *words, "other")
    same = the_lists("DE", *words, "more")
    assert without_copies([first, copy, same]) == [first, same]
    assert without_copies([copy], [first]) == []
