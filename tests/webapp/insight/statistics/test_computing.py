"""Tests of the counts behind statistics."""

from __future__ import annotations

from dataclasses import fields
from datetime import date

from annotation.records import Document, Layer, Mention, Replacement
from annotation.types import IdentifierType, SemanticType
from webapp.insight.statistics.computing import Counts
from webapp.platform.models import ProjectKind


def test_each_part_counts_a_document_on_which_two_choose_and_mark():
    lists = {"P31": ["city in Norway", "city", "***"]}
    oslo = Mention(
        mention_id="m1",
        entity_type=SemanticType.LOC,
        start=13,
        end=17,
        span_text="Oslo",
        identifier_type=IdentifierType.QUASI,
        entity_id="e1",
        replacement=Replacement(lists, {"city": ("Ada",), "***": ("Ben",)}),
    )
    counts, nothing = Counts(), Counts()
    record = Document("d1", "She lives in Oslo.", (Layer("spans", (oslo,)),))
    counts.add(ProjectKind.ONE_PASS, record, date(2026, 3, 2))
    parts = [each.name for each in fields(Counts)]
    assert [name for name in parts if getattr(counts, name) == getattr(nothing, name)] == []
