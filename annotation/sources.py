"""Where lists of replacements come from: the sources that linking, options and models know by name.

The key of a list in a record is its source. A package of names or words is a source by its own name
(`cities`), and a nested list has that of each level ("contained, P31"): sources are no closed set.
"""

from __future__ import annotations

from enum import StrEnum


class ListSource(StrEnum):
    """The sources that mean something to the program, by their keys in records of WikiReplace."""

    INSTANCE_OF = "P31"
    SUBCLASS_OF = "P279"
    METACLASS_FOR = "P8225"
    PART_OF = "P361"
    RULES = "heuristics"
    """Lists that no body of knowledge made."""
    CONTAINED = "contained"
    """Lists of the names that a span contains, one level deeper."""
    SIMILAR = "levenshtein"
    """Lists of the name that is spelt nearly like the span."""
    FLOOR = "floor"
    """What is true of every span of a type."""
    PROJECT = "project"
    """What an admin added for a term."""
    WRITTEN = "annotators"
    """What annotators wrote themselves, where nothing offered would do."""


_LABELS = {
    ListSource.INSTANCE_OF: "instance of",
    ListSource.SUBCLASS_OF: "subclass of",
    ListSource.METACLASS_FOR: "metaclass for",
    ListSource.PART_OF: "part of",
    ListSource.RULES: "rules",
    ListSource.CONTAINED: "contained name",
    ListSource.SIMILAR: "similar name",
    ListSource.FLOOR: "kind of span",
    ListSource.PROJECT: "added in this project",
    ListSource.WRITTEN: "written by annotators",
    "wordnet": "WordNet",
    "cities": "GeoNames cities",
    "subdivisions": "subdivisions of countries",
    "countries": "countries and regions",
    "brands": "brands and operators",
    "schools": "schools and universities",
    "teams": "sports teams",
    "occupations": "job titles",
    "medicines": "medicines in use",
    "well_known": "well-known names",
}

_KNOWN = frozenset(ListSource)
_OF_WORDS = frozenset({"wordnet", "occupations", "diseases"})
"""The packages whose terms are classes; those of the others name single things."""


def source_label(source: str) -> str:
    """Name a source for people: "P31" is "instance of", "contained, P31" keeps both parts."""
    return ": ".join(_LABELS.get(part, part) for part in source.split(", "))


def relation_of(part: str) -> str:
    """Return the source of WikiReplace whose lists are like those of a source or a part of one.

    A package says of a name what it is an instance of, of a word what it is a subclass of. Models
    learn from lists of WikiReplace and rank lists of ours.
    """
    if part in _KNOWN:
        return part
    return ListSource.SUBCLASS_OF if part in _OF_WORDS else ListSource.INSTANCE_OF
