"""Web search: a span is a risk if a search for it with the person's name finds the person.

Two signs are read from an answer: whether one of the first pages names the person, and the number
of hits, which must lie within bounds; unless fitted, at least 100 and no upper bound (Papadopoulou
et al. 2023, section 5.5). An offline collection answers in place of the web.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from annotation.records import Document, Mention
from learning.errors import VersionError
from research.errors import IndicatorError, SearchError
from research.masking.indicators import Assessment, IndicatorKind, Resources
from research.masking.indicators.decisions import (
    decided_layers,
    name_words,
    protected_name,
    protected_words,
    require_both,
)
from research.masking.search import Page, SearchClient

LOWER_BOUND = 100
"""Published, fitted on TAB's development documents."""
_FILE = "web_search.json"
_PRIOR = 1.0
"""How many mentions the overall share counts for in each outcome."""
_ITSELF = "it names the protected person"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The two signs that were read from an answer."""

    is_named: bool
    """Whether a page names the person."""
    is_frequent: bool
    """Whether the hits reach the lower bound."""

    @property
    def key(self) -> str:
        """The outcome as a key of JSON."""
        named = "named" if self.is_named else "not named"
        return f"{named}, {'many' if self.is_frequent else 'few'}"


OUTCOMES = tuple(Outcome(named, frequent) for named in (True, False) for frequent in (True, False))
UNTRAINED: Mapping[str, float] = {
    outcome.key: float(outcome.is_named or outcome.is_frequent) for outcome in OUTCOMES
}
"""Without training either sign is a risk."""


class WebSearch:
    """A search client, the lower bound, and the share of risks by outcome."""

    def __init__(
        self,
        client: SearchClient,
        lower_bound: int = LOWER_BOUND,
        shares: Mapping[str, float] = UNTRAINED,
    ) -> None:
        self.client = client
        self.lower_bound = lower_bound
        self.shares = dict(shares)

    def assess(self, document: Document, mentions: Sequence[Mention]) -> list[Assessment]:
        """Return the probability of each mention; None where nobody is named or a search fails."""
        name = protected_name(document, mentions)
        own = protected_words(document, mentions)
        known: dict[str, Assessment] = {}
        for mention in mentions:
            if mention.span_text not in known:
                known[mention.span_text] = self._assessment(name, own, mention.span_text)
        return [known[mention.span_text] for mention in mentions]

    def save(self, folder: Path) -> None:
        """Write the bound and the shares."""
        settings = {"lower_bound": self.lower_bound, "shares": self.shares}
        (folder / _FILE).write_text(json.dumps(settings), encoding="utf-8")

    def _assessment(self, name: str, own: frozenset[str], span: str) -> Assessment:
        if not name:
            return Assessment(None, "the document names nobody to protect")
        if own.issuperset(name_words(span)):
            return Assessment(1.0, _ITSELF)
        try:
            sign = _sign(self.client, name, span)
        except SearchError as error:
            return Assessment(None, str(error))
        outcome = sign.outcome(self.lower_bound)
        found = "a page names the person" if sign.is_named else "no page names the person"
        return Assessment(self.shares[outcome.key], f"{found}, {sign.hits:,} hits")


class WebSearchKind:
    """Fits the lower bound and the shares."""

    name = "web_search"

    def lacking(self, resources: Resources) -> str | None:
        """Return one sentence where nothing is set to be searched."""
        if resources.search_client is None:
            return (
                "Web search is off: it needs an offline collection of background documents "
                "(PALIMPSEST_SEARCH_COLLECTION), or a search engine."
            )
        return None

    def fit(self, documents: Sequence[Document], resources: Resources) -> WebSearch:
        """Fit the bound by macro-F1; raises TrainingError, IndicatorError, SearchError."""
        client = self._client(resources)
        layers = list(decided_layers(documents))
        require_both(layers)
        signs = []
        for layer in layers:
            name = protected_name(layer.document, layer.mentions)
            own = protected_words(layer.document, layer.mentions)
            for mention in layer.mentions:
                if name and not own.issuperset(name_words(mention.span_text)):
                    sign = _sign(client, name, mention.span_text)
                    signs.append((sign, mention.is_masked))
        if len({is_masked for _, is_masked in signs}) < len((True, False)):
            return WebSearch(client)
        bound = _best_bound(signs)
        return WebSearch(client, bound, _shares(signs, bound))

    def load(self, folder: Path, resources: Resources) -> WebSearch:
        """Open what `save` wrote; raises VersionError, IndicatorError."""
        client = self._client(resources)
        try:
            settings = json.loads((folder / _FILE).read_text(encoding="utf-8"))
            shares = {outcome.key: float(settings["shares"][outcome.key]) for outcome in OUTCOMES}
            return WebSearch(client, int(settings["lower_bound"]), shares)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise VersionError(f"{folder} holds no bounds for searches: {error!r}") from error

    def _client(self, resources: Resources) -> SearchClient:
        lacking = self.lacking(resources)
        if lacking or resources.search_client is None:
            raise IndicatorError(lacking or "There is nothing to be searched.")
        return resources.search_client


@dataclass(frozen=True, slots=True)
class _Sign:
    """What an answer shows: whether a page names the person, and all hits."""

    is_named: bool
    hits: int

    def outcome(self, lower_bound: int) -> Outcome:
        return Outcome(self.is_named, self.hits >= lower_bound)


def _sign(client: SearchClient, name: str, span: str) -> _Sign:
    answer = client.search(name, span)
    return _Sign(any(names(page, name) for page in answer.pages), answer.hits)


def names(page: Page, name: str) -> bool:
    """Return whether a page holds all words of a name."""
    words = set(name_words(name))
    return words <= set(name_words(f"{page.title} {page.text}"))


def _best_bound(signs: Sequence[tuple[_Sign, bool]]) -> int:
    """Return the bound under which "named or many" decides best, the lowest of equals."""
    bounds = sorted({sign.hits for sign, _ in signs} | {LOWER_BOUND})
    return max(bounds, key=lambda bound: (_macro_f1(signs, bound), -bound))


def _macro_f1(signs: Iterable[tuple[_Sign, bool]], bound: int) -> float:
    counts = Counter((sign.is_named or sign.hits >= bound, masked) for sign, masked in signs)
    wrong = counts[True, False] + counts[False, True]
    scores = [
        2 * counts[side, side] / (2 * counts[side, side] + wrong) if counts[side, side] else 0.0
        for side in (True, False)
    ]
    return sum(scores) / len(scores)


def _shares(signs: Sequence[tuple[_Sign, bool]], bound: int) -> dict[str, float]:
    """Return the share of masked mentions by outcome, drawn to the overall one where few."""
    overall = sum(masked for _, masked in signs) / len(signs)
    counts = Counter((sign.outcome(bound), masked) for sign, masked in signs)
    return {
        outcome.key: (counts[outcome, True] + _PRIOR * overall)
        / (counts[outcome, True] + counts[outcome, False] + _PRIOR)
        for outcome in OUTCOMES
    }


KINDS: dict[str, IndicatorKind] = {"web_search": WebSearchKind()}
