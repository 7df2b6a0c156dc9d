"""How often a right candidate exists, and the first is right, on spans that nothing was made from.

Counted are the texts in `judgements/`, which no developer reads, and of an annotated corpus the
documents that no weight is made from: every second one, beginning with the second. Each string of a
document is counted once. The floor of a type and `***` are no candidates here. A candidate that
nobody judged counts as wrong; a column says how many they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from annotation.formats import read_documents
from annotation.records import MASK
from ontology.layers import Ontology
from ontology.linking.choosing import Bits
from ontology.proposing import Proposer
from ontology.spans import Surroundings
from ontology.taxonomy import VAGUE
from research.ontology.judged import JudgedSpan, judged_of, read_judged, read_verdicts

FOLDER = Path(__file__).parent / "judgements"
_FEW_BITS = 3.0
"""The bits of a text that leaves one of eight of its sort; with fewer it is vague."""
_VAGUE = frozenset({"employer", "area", "region"})
"""Vague texts that have too few entries in the index to be counted as such."""
_LEFT_OUT = VAGUE | {MASK}


@dataclass(frozen=True, slots=True)
class Answer:
    """A judged span with what is proposed for it, the floor of its type and `***` left out."""

    judged: JudgedSpan
    candidates: tuple[str, ...]

    @property
    def verdicts(self) -> tuple[bool | None, ...]:
        """Whether each candidate is right; None where nobody judged it."""
        return tuple(map(self.judged.verdict, self.candidates))

    def right(self, bits: Bits) -> list[float]:
        """Return the bits of each right candidate."""
        candidates = zip(self.candidates, self.verdicts, strict=True)
        return [bits(text, self.candidates[-1]) for text, verdict in candidates if verdict]

    def is_vague(self, bits: Bits) -> bool:
        """Return whether the first candidate is vague: "area", "person", "employer"."""
        if not self.candidates:
            return False
        first = self.candidates[0]
        return first in _VAGUE or bits(first, self.candidates[-1]) < _FEW_BITS


def own_spans(name: str = "counted") -> list[JudgedSpan]:
    """Read texts that are only counted."""
    return read_judged(FOLDER / f"{name}.jsonl", read_verdicts(FOLDER / "verdicts.csv"))


def corpus_spans(path: Path) -> list[JudgedSpan]:
    """Read the documents of a corpus that are only counted; choices of annotators do not count."""
    documents = [*read_documents(path)][1::2]
    return [*judged_of(documents, read_verdicts(FOLDER / "verdicts.csv"), with_choices=False)]


def answers(spans: Iterable[JudgedSpan], ontology: Ontology) -> Iterator[Answer]:
    """Propose for each span; the spans of a document one after the other."""
    proposers: dict[Surroundings, Proposer] = {}
    for judged in spans:
        surroundings = judged.span.surroundings
        if surroundings not in proposers:
            proposers = {surroundings: Proposer(surroundings, ontology)}
        lists = proposers[surroundings].propose(judged.span).iter_lists()
        texts = dict.fromkeys(text for _, offered in lists for text in offered)
        yield Answer(judged, tuple(text for text in texts if text not in _LEFT_OUT))


def report(found: Iterable[Answer], bits: Bits) -> Iterator[str]:
    """Yield a line for each type: what the verdicts make of the answers, as a table in Markdown."""
    by_type: defaultdict[str, list[Answer]] = defaultdict(list)
    for answer in found:
        by_type[answer.judged.span.type.value].append(answer)
        by_type["all"].append(answer)
    yield (
        "| type | strings | answered | a right one | first right | a wrong one | first vague "
        "| levels | bits | not judged |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for name, some in sorted(by_type.items(), key=lambda each: (each[0] == "all", each[0])):
        yield _row(name, some, bits)


def _row(name: str, some: list[Answer], bits: Bits) -> str:
    verdicts = [answer.verdicts for answer in some]
    answered = [each for each in verdicts if each]
    rights = [answer.right(bits) for answer in some]
    shares = (
        _share(len(answered), len(some)),
        _share(sum(any(each) for each in verdicts), len(some)),
        _share(sum(bool(each[0]) for each in answered), len(answered)),
        _share(sum(False in each for each in verdicts), len(some)),
        _share(sum(answer.is_vague(bits) for answer in some), len(answered)),
        f"{sum(map(len, rights)) / len(some):.2f}",
        f"{sum(max(each, default=0.0) for each in rights) / len(some):.1f}",
        str(sum(each.count(None) for each in verdicts)),
    )
    return f"| {name} | {len(some)} | {' | '.join(shares)} |"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"


def still_open(found: Iterable[Answer]) -> Iterator[str]:
    """Yield what nobody has judged yet, with its sentence, as text to read."""
    for answer in found:
        open_ones = [
            text
            for text, verdict in zip(answer.candidates, answer.verdicts, strict=True)
            if verdict is None
        ]
        if open_ones:
            span = answer.judged.span
            sentence = " ".join(f"{span.before}⟦{span.text}⟧{span.after}".split())
            yield f"{answer.judged.document} · {span.type} · {span.text}\n  {sentence}"
            yield from (f"  - {text}" for text in open_ones)
