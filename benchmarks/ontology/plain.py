"""The reading of plain sentences: well-known things, named without a clue of which is meant.

Places are drawn from the index, whose best-known bearer of a name is the one that is meant; jobs,
organizations, works and faiths from a list. None of the sentences is learnt from.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from annotation.records import MASK
from annotation.types import SemanticType
from names.folding import fold
from ontology.entries import Kind, Sense
from ontology.guarding import share_stem
from ontology.index.reading import Index
from ontology.layers import Ontology
from ontology.linking.geography import NAMESAKE, containing_places, is_weighed
from ontology.proposing import Proposer
from ontology.taxonomy import TAXONOMY, VAGUE
from ontology.telling import Telling
from research.ontology.drawn import COUNTED_CITIES, COUNTED_WEIGHT
from research.ontology.judged import read_marked

_TERMS = Path(__file__).parent / "plain_terms.txt"
_STATES = frozenset(
    ["Australia", "Brazil", "Canada", "Germany", "India", "Mexico", "the United States"]
)
SIZES = {"organizations": 100, "occupations": 150}
"""The number of terms that are drawn of a group; of the others all are."""
_VAGUE_KINDS = {"occupations": "worker", "organizations": "employer"}
"""The kind that a first text must be more specific than, by group."""
_FIRST_LEVEL = re.compile(r"(?P<kind>[\w -]+) of (?P<country>.+)")

_SMALL = frozenset({"of", "the", "in", "and"}) | frozenset(map(fold, TAXONOMY.rows))
"""Words that name no place."""

_PLACE_FRAMES = (
    "They lived in {} for many years.",
    "She moved to {} with her children.",
    "My brother has worked in {} since the spring.",
    "The family comes from {} and goes back every summer.",
)
FRAMES: Mapping[str, tuple[SemanticType, Sequence[str]]] = {
    "states": (SemanticType.LOC, _PLACE_FRAMES),
    "regions": (SemanticType.LOC, _PLACE_FRAMES),
    "cities": (SemanticType.LOC, _PLACE_FRAMES),
    "countries": (SemanticType.LOC, _PLACE_FRAMES),
    "organizations": (
        SemanticType.ORG,
        (
            "He worked for {} until last year.",
            "She had a letter from {} about it.",
            "In the end {} agreed to pay.",
            "They wrote to {} three times.",
        ),
    ),
    "occupations": (
        SemanticType.DEM,
        (
            "She works as a {}.",
            "His father was a {} in the same town.",
            "My neighbour, a {}, saw it first.",
            "He wanted to become a {} and did.",
        ),
    ),
    "works": (
        SemanticType.MISC,
        (
            "They saw {} together.",
            "She knew {} by heart.",
            "We talked about {} all evening.",
            "He had never heard of {} before.",
        ),
    ),
    "faiths": (
        SemanticType.DEM,
        (
            "He converted to {} as a young man.",
            "She was brought up in {}.",
            "Her family follows {}.",
            "They spoke about {} and their parents.",
        ),
    ),
}
"""The type by which each group is masked, and its four sentences."""


@dataclass(slots=True)
class Counts:
    """Counts over the lists of a group."""

    sentences: int = 0
    empty: int = 0
    vague: int = 0
    right: int = 0
    namesakes: int = 0
    levels: int = 0
    bits: float = 0.0
    vague_terms: Counter[str] = field(default_factory=Counter)
    wrong_terms: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Term:
    """The subject of a sentence; `best` is the best-known bearer of the name of a place."""

    text: str
    group: str
    best: Sense | None = None
    roots: frozenset[str] = frozenset()


def draw(index: Index, seed: int, sizes: Mapping[str, int]) -> Iterator[Term]:
    """Yield the terms of each group, as many as there are and `sizes` asks for."""
    ontology = Ontology([index])
    groups = {**_places(index), **_listed()}
    for name, terms in groups.items():
        known = [term for term in terms if term.roots or _is_best(term, ontology)]
        wanted = min(sizes.get(name, len(known)), len(known))
        yield from random.Random(f"{seed} {name}").sample(known, wanted)  # noqa: S311 - a draw that can be drawn again


def measure(terms: Sequence[Term], ontology: Ontology) -> dict[str, Counts]:
    """Propose in all sentences of the terms and count by group."""
    found: dict[str, Counts] = {}
    bits = Telling(ontology).bits
    for term in terms:
        counts = found.setdefault(term.group, Counts())
        for texts in lists_of(term, ontology):
            _count(counts, term, texts, ontology)
            counts.bits += bits(texts[0], texts[-1]) if texts else 0
    return found


def lists_of(term: Term, ontology: Ontology) -> Iterator[tuple[str, ...]]:
    """Yield the list of a term in each of its sentences, without what is true of every span."""
    semantic_type, frames = FRAMES[term.group]
    for frame in frames:
        article = "an" if term.text[0] in "aeiou" and " a {}" in frame else "a"
        text = frame.replace(" a {}", f" {article} {{}}").format(f"[[{term.text}|{semantic_type}]]")
        surroundings = read_marked(text, "plain")
        lists = Proposer(surroundings, ontology).propose(surroundings.spans[0]).iter_lists()
        offered = dict.fromkeys(text for _, texts in lists for text in texts)
        yield tuple(text for text in offered if text not in VAGUE and text != MASK)


def _count(counts: Counts, term: Term, texts: Sequence[str], ontology: Ontology) -> None:
    counts.sentences += 1
    counts.levels += len(texts)
    if not texts:
        counts.empty += 1
        counts.vague_terms[term.text] += 1
        return
    if term.best is None:
        is_vague, is_right = _says_little(texts[0], term.group), _leads_to(texts, term.roots)
    else:
        is_vague = texts[0] == texts[0].lower()
        is_right = _is_of(texts[0], term.best, ontology)
        counts.namesakes += not is_right and _is_of_namesake(texts[0], term.best, ontology)
    counts.vague += is_vague
    counts.vague_terms[term.text] += is_vague
    counts.right += is_right and not is_vague
    counts.wrong_terms[f"{term.text}: {texts[0]}"] += not is_right


def report(found: Mapping[str, Counts]) -> Iterator[str]:
    """Yield a line for each group, in shares of its sentences, as a table in Markdown."""
    yield (
        "| group | sentences | first right and specific, % | first vague, % | nothing, % "
        "| namesake, % | levels | bits | terms always vague |"
    )
    yield "|---|---|---|---|---|---|---|---|---|"
    for name, each in found.items():
        frames = len(FRAMES[name][1])
        always = sum(count == frames for count in each.vague_terms.values())
        shares = (each.right, each.vague, each.empty, each.namesakes)
        columns = [f"{100 * share / each.sentences:.1f}" for share in shares]
        columns += [f"{total / each.sentences:.1f}" for total in (each.levels, each.bits)]
        yield f"| {name} | {each.sentences} | {' | '.join(columns)} | {always} |"


def show(found: Mapping[str, Counts]) -> Iterator[str]:
    """Yield the wrong texts of each group, and the terms that were vague in all sentences."""
    for name, each in found.items():
        frames = len(FRAMES[name][1])
        yield f"{name}, wrong: " + "; ".join(
            f"{text} ({count})" for text, count in each.wrong_terms.most_common() if count
        )
        always = sorted(text for text, count in each.vague_terms.items() if count == frames)
        yield f"{name}, always vague: {', '.join(always)}"


def _says_little(text: str, group: str) -> bool:
    floor = _VAGUE_KINDS.get(group)
    return floor is not None and (text == floor or text in TAXONOMY.ancestors(floor))


def _leads_to(texts: Sequence[str], roots: frozenset[str]) -> bool:
    return any(text in TAXONOMY and TAXONOMY.roots(text) & roots for text in texts)


def _bearers(name: str, ontology: Ontology) -> list[Sense]:
    return [sense for sense in ontology.lookup(name) if is_weighed(sense)]


def _is_best(term: Term, ontology: Ontology) -> bool:
    """Return whether no better-known place has the name of a term."""
    bearers = _bearers(term.text, ontology)
    return bool(bearers) and max(bearers, key=lambda each: each.weight) == term.best


def _is_of(text: str, best: Sense, ontology: Ontology) -> bool:
    """Return whether a text is true of a place, or of one that is nearly as well known."""
    rivals = (
        sense
        for sense in _bearers(best.term, ontology)
        if sense.weight > best.weight - NAMESAKE and containing_places(sense)
    )
    if any(text in sense.generalizations for sense in rivals):
        return True
    return any(_names(word, best, ontology) for word in text.split() if word[0].isupper())


def _names(word: str, best: Sense, ontology: Ontology) -> bool:
    """Return whether an adjective of a thesaurus shows where a place lies: "American state"."""
    above = {part for text in best.generalizations for part in fold(text).split()}
    above = above.union(*(place.split() for place in containing_places(best)))
    homes = [
        sense.sense.removeprefix("of ")
        for sense in ontology.lookup(word)
        if sense.kind is Kind.PEOPLE and sense.sense.startswith("of ")
    ]
    regions = [sense for home in homes for sense in ontology.lookup(home)]
    around = [text for sense in regions for text in sense.generalizations if " of " in text]
    parts = [part for text in (*homes, *around) for part in fold(text).split()]
    return any(share_stem(part, place) for part in (fold(word), *parts) for place in above - _SMALL)


def _is_of_namesake(text: str, best: Sense, ontology: Ontology) -> bool:
    return any(
        text in sense.generalizations and sense.weight <= best.weight - NAMESAKE
        for sense in _bearers(best.term, ontology)
    )


def _places(index: Index) -> dict[str, list[Term]]:
    found: dict[str, list[Term]] = {"states": [], "regions": [], "cities": [], "countries": []}
    for sense in index.iter_senses("subdivisions"):
        match = _FIRST_LEVEL.fullmatch(sense.sense)
        if match and sense.weight >= COUNTED_WEIGHT:
            is_state = match["country"] in _STATES
            is_european = any(text.endswith(" Europe") for text in sense.generalizations)
            if is_state or is_european:
                group = "states" if is_state else "regions"
                found[group].append(Term(sense.term, group, sense))
    cities = sorted(index.iter_senses("cities"), key=lambda each: (-each.weight, each.term))
    found["cities"] = [Term(each.term, "cities", each) for each in cities[:COUNTED_CITIES]]
    found["countries"] = [
        Term(each.term, "countries", each)
        for each in index.iter_senses("countries")
        if each.generalizations[0].startswith("country in ")
    ]
    return found


def _listed() -> dict[str, list[Term]]:
    found: dict[str, list[Term]] = {}
    for line in _TERMS.read_text(encoding="utf-8").splitlines():
        if line[:1].isalpha():
            name, _, behind = line.partition(": ")
            roots = frozenset(behind.split(", "))
            found[name] = []
        elif line.startswith(" "):
            words = filter(None, line.strip().rstrip(",").split(", "))
            found[name] += [Term(word, name, roots=roots) for word in words]
    return found
