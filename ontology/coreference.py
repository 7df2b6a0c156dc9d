"""Mentions of one thing in a document: the same name, or a linked longer one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from annotation.types import SemanticType
from names.same import is_short_form, name_of
from ontology.spans import Span, Surroundings


def spans_by_name(
    surroundings: Surroundings,
) -> Mapping[tuple[SemanticType, str], Sequence[Span]]:
    """Return the spans of a document that are the same text of one type but for case and article.

    The keys are those that `type_and_name` returns.
    """
    found: defaultdict[tuple[SemanticType, str], list[Span]] = defaultdict(list)
    for span in surroundings.spans:
        found[type_and_name(span)].append(span)
    return found


def type_and_name(span: Span) -> tuple[SemanticType, str]:
    """Return what is the same for all mentions of one name and type."""
    return span.type, name_of(span.text)


class _Links:
    """The spans of a document that are linked: of one entity, or related by the record."""

    def __init__(self, surroundings: Surroundings) -> None:
        """Go once over the spans; of an entity, the first of each text speaks for the others."""
        self._entities: defaultdict[str, dict[tuple[SemanticType, str], Span]] = defaultdict(dict)
        self._related: defaultdict[str, list[Span]] = defaultdict(list)
        by_id = {span.mention.mention_id: span for span in surroundings.spans}
        for span in surroundings.spans:
            self._entities[span.mention.entity_id].setdefault((span.type, span.text), span)
            for other in span.mention.related_mentions or ():
                self._related[other].append(span)
                if other in by_id:
                    self._related[span.mention.mention_id].append(by_id[other])

    def fullest(self, span: Span) -> Span:
        """Return the longest linked mention whose name the span shortens, else the span itself."""
        linked = [
            *self._entities[span.mention.entity_id].values(),
            *self._related.get(span.mention.mention_id, ()),
        ]
        longer = [each for each in linked if _is_fuller(each, span)]
        longer.sort(key=lambda each: (each.mention.start, each.mention.end))
        return max(longer, key=lambda each: len(each.text), default=span)


@lru_cache(maxsize=4)
def _links(surroundings: Surroundings) -> _Links:
    return _Links(surroundings)


def fullest_mention(span: Span) -> Span:
    """Return the longest linked mention whose name the span shortens, else the span itself."""
    return _links(span.surroundings).fullest(span)


def _is_fuller(full: Span, short: Span) -> bool:
    return (
        full.type is short.type
        and len(full.text) > len(short.text)
        and is_short_form(short.text, full.text)
    )
