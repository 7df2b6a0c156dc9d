"""The words by which a generalization is known to say nothing, or to fit one thing only."""

from __future__ import annotations

import re

EMPTY_GENERALIZATIONS = frozenset(
    " ".join(phrase.split())
    for phrase in """
    abstract entity, abstract object, abstraction, anatomical entity, anthroponym, attribute,
    auditory communication, biographical article, biological process, causal agent, change of
    integrity, change of state, class, collection entity, concept, concrete object, continuant,
    declarative sentence, difference, disambiguation page, entity, existing object, fact, first
    principle, first-order class, fixed-order class, group, group of living things, group of
    physical objects, higher cognitive process, indefinite quantity, independent continuant,
    instrumentality, kind, knowledge domain, large indefinite quantity, legal fact, material
    entity, matter, mental representation, metaclass, motion, multicellular organismal process,
    name, natural object, noun, object, observable, observable entity, occurrence, occurrent,
    omnivore, output, part, pathological state, physical entity, physical object,
    physicochemical process, placental, process, property, proposition, psychological feature,
    relation, representation, result, role, second-order class, set, something, spatial entity,
    spatio-temporal entity, surname, term, thing, toponym, type, unit, variable, variable-order
    class, whole, word, written communication
    """.split(",")
)
"""Folded: what almost everything is, and what words are rather than things."""

EMPTY_PATTERN = re.compile(
    r"""\b(?:given|family|first|last|middle|personal|place|proper|sur|male|female)[ -]?names?\b
      | \b(?:metaclass|disambiguation|diminutive|unicode|hypocorism|patronymic)\b
      | ^(?:wikimedia|wikidata|wikipedia)\b
      | \b(?:consonant|vowel|latin|cyrillic|greek)\ letter\b
      | \bname\ element\b
      | ^(?:type|types|class|classification|category|designation|designator|taxonomy)\ (?:of|for)\b
      | \(soma\)$
    """,
    re.VERBOSE,
)
"""The same for whole families of generalizations, to be searched in a folded generalization."""

UNIQUE_PATTERN = re.compile(
    r"""^(?:the\ )?(?:\w+\ )?
        (?i:capital|seat|chief\ town|administrative\ cent(?:re|er)|headquarters
          |king|queen|emperor|empress|tsar|sultan|pope|monarch|ruler|president|prime\ minister
          |chancellor|governor|mayor|head\ of\ state|first\ lady|founder|leader
          |flag|anthem|currency|constitution|parliament)
        (?i:\ city)?\ of\ (?:the\ )?[A-ZÀ-Þ]
      | ^(?:the\ )?
        (?i:largest|biggest|smallest|oldest|youngest|longest|shortest|tallest|highest|lowest
          |deepest|greatest|richest|poorest|earliest|latest|newest|busiest|strongest|fastest
          |heaviest|(?:north|south|east|west)\w*most|(?:second|third|most|least)\ \w+
          |first|second|third|last|only|sole|final|main|chief|leading)\b
        .*\b(?:in|of|on|to|at|ever|from|by)\ .*(?:\b(?:world|country|continent|history)\b|[A-ZÀ-Þ])
    """,
    re.VERBOSE,
)
"""A place at the top or a place that one thing holds: "capital of …", "oldest … in …"."""

GENERIC_NAMES = frozenset(
    """
    africa america asia europe oceania antarctica african american asian european oceanian
    north south east west northern southern eastern western central middle upper lower new great
    united states kingdom republic union state islands island saint san the of
    """.split()
)
"""Folded words that begin with a capital and give nothing away: continents and generic parts."""
