"""Entities across layers: which mentions of several layers are of one person or thing."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.records import Mention

EntityKey = tuple[int, str]
"""The number of a layer, and the id of an entity in it."""


def entities_across(spans: Sequence[tuple[int, Mention]]) -> dict[EntityKey, str]:
    """Name the entities: those of two layers are one where they have a span in common."""
    parents: dict[EntityKey, EntityKey] = {}

    def root(key: EntityKey) -> EntityKey:
        parents.setdefault(key, key)
        while parents[key] != key:
            key = parents[key]
        return key

    at_place: dict[tuple[int, int], EntityKey] = {}
    for number, mention in spans:
        key = root((number, mention.entity_id))
        parents[key] = root(at_place.setdefault((mention.start, mention.end), key))
    names: dict[EntityKey, str] = {}
    for key in parents:
        names.setdefault(root(key), f"e{len(names) + 1}")
    return {key: names[root(key)] for key in parents}
