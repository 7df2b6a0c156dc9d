"""What the drop-down of a mention offers, and the level of a choice.

The first list is the one that the annotators of WikiReplace were shown; further lists follow as
alternatives, each as a group under the name of its source.
"""

from __future__ import annotations

from dataclasses import dataclass

from annotation.records import MASK, Replacement
from annotation.sources import source_label


@dataclass(frozen=True, slots=True)
class Option:
    """One text to choose: its number in the order shown (from 1), its level, its source.

    The source is as stored ("P31", "contained, P31"); `***` belongs to every list and has None.
    """

    text: str
    number: int
    level: int
    source: str | None

    @property
    def is_mask(self) -> bool:
        """Whether the option is `***`."""
        return self.text == MASK


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options shown together; the first list and `***` stand without a label."""

    label: str | None
    options: tuple[Option, ...]


def level_of(replacement: Replacement | None, text: str) -> int:
    """Return the position (from 1) of a text's first occurrence in the lists as stored.

    The lists are taken one after the other, nested ones where they stand. `***` is always offered:
    without any list it has level 1. Raises ValueError for a text that is not offered.
    """
    levels = _levels(replacement)
    if text not in levels:
        raise ValueError("the text is in none of the lists")
    return levels[text]


def place_of(replacement: Replacement | None, text: str) -> tuple[int, int] | None:
    """Return the place (from 1) of a text in the first list that offers it, and that list's length.

    The `***` that ends every list counts in the length; of itself it is in no list: None.
    """
    for _, texts in replacement.iter_lists() if replacement else ():
        offered = [offer for offer in dict.fromkeys(texts) if offer not in {"", MASK}]
        if text in offered:
            return offered.index(text) + 1, len(offered) + 1
    return None


def _levels(replacement: Replacement | None) -> dict[str, int]:
    texts = [text for _, texts in replacement.iter_lists() for text in texts] if replacement else []
    levels: dict[str, int] = {}
    for level, text in enumerate([*texts, MASK], start=1):
        levels.setdefault(text, level)
    return levels


def option_groups(replacement: Replacement | None) -> tuple[OptionGroup, ...]:
    """Arrange what is offered: duplicates folded, blank texts left out, `***` once, at the end."""
    levels = _levels(replacement)
    offered = {"", MASK}
    groups: list[OptionGroup] = []
    number = 0
    for position, (source, texts) in enumerate(replacement.iter_lists() if replacement else ()):
        fresh = [text for text in dict.fromkeys(texts) if text not in offered]
        offered.update(fresh)
        options = tuple(
            Option(text, number + index, levels[text], source)
            for index, text in enumerate(fresh, start=1)
        )
        number += len(options)
        if options:
            groups.append(OptionGroup(source_label(source) if position else None, options))
    mask = Option(MASK, number + 1, levels[MASK], None)
    return (*groups, OptionGroup(None, (mask,)))


def options_of(replacement: Replacement | None) -> tuple[Option, ...]:
    """List what is offered in the order shown, without the groups."""
    return tuple(option for group in option_groups(replacement) for option in group.options)
