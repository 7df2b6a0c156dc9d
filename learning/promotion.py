"""Whether a new version may be put to use: it is tried on documents held out from all training.

A document is identified by the checksum of its text. So the same text under two ids, or in the
sample that the first model was trained on, never stands on both sides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import Generic, TypeVar

from annotation.formatting import counted
from learning.errors import TrainingError
from learning.folds import IdentifiedText
from learning.summaries import Scores, Verdict

ONE_IN = 5
"""About one document in five is held out."""
CURRENT = "the version before"
"""What the current version is called where no name is given."""
_FEWEST = 2

_Document = TypeVar("_Document", bound=IdentifiedText)


@dataclass(frozen=True, slots=True)
class Split(Generic[_Document]):
    """The documents that a new version is trained on, and those that it is tried on.

    `is_comparable`: the current version was not trained on the held-out documents either.
    """

    training: tuple[_Document, ...]
    held_out: tuple[_Document, ...]
    is_comparable: bool

    @property
    def size(self) -> int:
        """How many different documents there are in all."""
        return len({fingerprint(document) for document in self.training + self.held_out})


@dataclass(frozen=True, slots=True)
class Terms:
    """The words in which a verdict reports its scores."""

    metric: str
    """A phrase with {share}, the score, and {count}, what it was measured on."""
    one: str
    """The singular of what is counted."""
    baseline: str
    """The name of what works without any training."""


UNTRIED = Verdict(promoted=True, reason="Trained on every document; not tried on any.")


def fingerprint(document: IdentifiedText) -> str:
    """Return what identifies a document: the first half of the SHA-256 of its text."""
    digest = hashlib.sha256(document.text.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:32]


def fingerprints(documents: Iterable[IdentifiedText]) -> dict[str, str]:
    """Return the fingerprint of each document, by its doc_id."""
    return {document.doc_id: fingerprint(document) for document in documents}


def split(documents: Iterable[_Document], seen_by_current: Set[str]) -> Split[_Document]:
    """Divide annotated documents by their fingerprints, in the order given.

    Those are held out that the current version has not seen and whose fingerprint is divisible by
    five; without any the one with the smallest; never all. Where the current version has seen
    every document, the rule is applied to all of them, and the two can't be compared.
    Raises TrainingError where fewer than two different documents are annotated.
    """
    known = [(fingerprint(document), document) for document in documents]
    everything = {print_ for print_, _ in known}
    if len(everything) < _FEWEST:
        raise TrainingError(
            f"There {'is' if everything else 'are'} {len(everything) or 'no'} annotated "
            f"document{'' if everything else 's'}; learning needs at least {_FEWEST}, one to learn "
            "from and one to be tried on."
        )
    fresh = everything - seen_by_current
    held_out = _held_out(fresh or everything)
    if held_out == everything:
        held_out = {min(everything)}
    return Split(
        training=tuple(document for print_, document in known if print_ not in held_out),
        held_out=tuple(document for print_, document in known if print_ in held_out),
        is_comparable=bool(fresh),
    )


def _held_out(fingerprints: set[str]) -> set[str]:
    chosen = {each for each in fingerprints if int(each, 16) % ONE_IN == 0}
    return chosen or {min(fingerprints)}


def judge(scores: Scores, terms: Terms, *, current: str = CURRENT, remark: str = "") -> Verdict:
    """Promote what is not worse than the current version, named by `current`, and the baseline.

    `remark` ends the reason, such as why there is no score of the current version.
    """
    others = _others(scores, terms, current)
    better = [name for name, score in others.items() if score > scores.new]
    refusal = f"it does worse than {' and '.join(better)}" if better else ""
    return _verdict(scores, terms, others, refusal, remark)


def judge_first(
    scores: Scores,
    terms: Terms,
    documents: int,
    needs: int,
    *,
    current: str | None,
    remark: str = "",
) -> Verdict:
    """Promote a project's first own model if it had enough documents and is better than `current`.

    Without a name of what serves now nothing does, and it only has to be not worse than the
    baseline.
    """
    others = _others(scores, terms, current or CURRENT)
    if documents < needs:
        refusal = f"a first model needs {needs} documents, this one had {documents}"
    elif current and scores.current is None:
        refusal = f"it could not be held against {current}"
    elif scores.current is not None and scores.new <= scores.current:
        refusal = f"it is not better than {current}"
    elif scores.new < scores.baseline:
        refusal = f"it does worse than {terms.baseline}"
    else:
        refusal = ""
    return _verdict(scores, terms, others, refusal, remark)


def _others(scores: Scores, terms: Terms, current: str) -> dict[str, float]:
    others = {} if scores.current is None else {current: scores.current}
    return others | {terms.baseline: scores.baseline}


def _verdict(
    scores: Scores, terms: Terms, others: dict[str, float], refusal: str, remark: str
) -> Verdict:
    new, *rest = _percentages([scores.new, *others.values()])
    measured = terms.metric.format(share=new, count=counted(scores.choices, terms.one))
    reason = f"{measured}; " + ", ".join(
        f"{name}: {share}" for name, share in zip(others, rest, strict=True)
    )
    if refusal:
        reason += f". Refused: {refusal}"
    return Verdict(promoted=not refusal, reason=f"{reason}. {remark}".strip())


def _percentages(shares: list[float]) -> list[str]:
    """Write shares with one decimal, or with as many as tell apart what differs."""
    for decimals in range(1, 5):
        texts = [f"{share:.{decimals}%}".replace("%", " %") for share in shares]
        if len(set(texts)) == len(set(shares)):
            break
    return texts
