"""The families of models that were published by others, as the core registers them."""

from __future__ import annotations

from selection.family_entry import FamilyEntry

FAMILIES = {
    "context-aware": FamilyEntry("research.selection.families.context_aware", "Context-aware"),
    "binary": FamilyEntry("research.selection.families.binary", "Binary"),
    "multiclass": FamilyEntry("research.selection.families.multiclass", "Multiclass"),
    "feature-based": FamilyEntry(
        "research.selection.families.feature_based", "Feature-based", ("catboost", "xgboost")
    ),
}
"""In the order in which they are offered."""
