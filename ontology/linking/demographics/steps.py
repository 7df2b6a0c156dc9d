"""Steps that read a span as a nationality, profession, belief or condition."""

from __future__ import annotations

from ontology.linking.demographics.conditions import (
    read_condition,
    read_illness,
    read_language,
    read_named_illness,
)
from ontology.linking.demographics.offices import read_office
from ontology.linking.demographics.peoples import (
    read_birthplace,
    read_descent,
    read_mixed_people,
    read_origin,
    read_people,
    read_state,
)
from ontology.linking.demographics.roles import (
    read_notion,
    read_role,
    read_several_roles,
    read_suffix,
)
from ontology.linking.demographics.sports import read_sport
from ontology.linking.demographics.traits import read_age, read_degree, read_trait
from ontology.linking.reading import Linker

STEPS: tuple[Linker, ...] = (
    read_language,
    read_age,
    read_trait,
    read_illness,
    read_named_illness,
    read_degree,
    read_birthplace,
    read_descent,
    read_mixed_people,
    read_people,
    read_state,
    read_origin,
    read_office,
    read_sport,
    read_several_roles,
    read_role,
    read_condition,
    read_suffix,
    read_notion,
)
"""The surest first."""
