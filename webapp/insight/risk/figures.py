"""What the options of a document fit and keep, in words; computed from the compiled ontology.

What it loads is not loaded with the application: a web process may never show a figure.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from annotation.records import Replacement
from webapp.core.work.loading import Work
from webapp.insight.risk.wording import label_of, sentence_of
from webapp.platform.config import Config
from webapp.replacements.opening import OntologyUnavailableError, opened_ontology

if TYPE_CHECKING:
    from ontology.layers import Ontology
    from privacy.figures import CandidateFigures, Figures

Said = dict[int, dict[str, tuple[str, str]]]
"""Mention → text → what stands beside the option, and what is told of it."""


def figures_of(config: Config, work: Work) -> dict[int, Mapping[str, CandidateFigures]]:
    """Return what is known of the texts of each mention; nothing where there is no ontology."""
    known = opened_figures(config)
    if known is None:
        return {}
    from privacy.figures import known_of  # noqa: PLC0415 - loaded by then

    found: dict[int, Mapping[str, CandidateFigures]] = {}
    for mention in work:
        lists = mention.generalizations
        replacement = Replacement(lists) if lists else None
        found[mention.id] = known_of(
            known, mention.span_text, mention.entity_type, replacement, also=mention.outgoing
        )
    return found


def said_of(config: Config, work: Work) -> Said:
    """Say what is known of the texts of each mention, less those of which nothing is."""
    found: Said = {}
    for mention_id, known in figures_of(config, work).items():
        said = {text: (label_of(each), sentence_of(each)) for text, each in known.items()}
        found[mention_id] = {text: words for text, words in said.items() if any(words)}
    return found


def opened_figures(config: Config) -> Figures | None:
    """Return what answers for candidates; None without an ontology."""
    try:
        return _figures(opened_ontology(config))
    except OntologyUnavailableError:
        return None


@lru_cache(maxsize=1)
def _figures(ontology: Ontology) -> Figures:
    """Get ready to ask an ontology; that of a newer build takes the place of the last."""
    from privacy.figures import Figures  # noqa: PLC0415 - with the first figure

    return Figures(ontology)
