"""The functions of the library; each takes plain texts, columns of them, or documents."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from threading import RLock
from typing import overload

from annotation.agreement.documents import AgreementOfDocuments, measure_documents
from annotation.errors import locating
from annotation.formats import MAX_FILE_BYTES, document_from_json, read_documents
from annotation.formatting import counted
from annotation.outgoing import NOTHING_MARKED
from annotation.records import Document
from masking.evaluation import Masks, MaskScore, masks_of, score_masks
from masking.operating_points import OperatingPoint, Point
from masking.pipelines import batches
from ontology.proposing import propose as propose_for
from palimpsest.assessing import Assessing, Assessment, opened_background
from palimpsest.assets import Assets
from palimpsest.checking import Checker
from palimpsest.columns import Cells, Column, cells_of, document_of, documents_of, is_missing
from palimpsest.errors import (
    HeldBackError,
    HeldBackWarning,
    LanguageWarning,
    PalimpsestError,
)
from palimpsest.models import open_detector
from palimpsest.opening import open_ontology, stamp_of
from palimpsest.reading import files_of
from palimpsest.sanitizing.document import NOT_WRITTEN, Outcome, State, Style, Tools
from palimpsest.sanitizing.suggesting import MaskSuggester, Suggested
from palimpsest.sanitizing.together import TOGETHER, sanitize_together
from privacy.attacks.reading import ReadingAttack
from privacy.attacks.words import WordsAttack
from privacy.figures import Figures

_LISTED = 3
"""Texts that a warning names."""
_HEAD = 64
"""Bytes that tell one JSON object from other files."""
_TURN = RLock()
"""Held while texts are read: a pipeline serves one thread at a time."""


@overload
def mask(
    texts: str | Document,
    *,
    operating_point: str | float = ...,
    protect: Sequence[str] = ...,
    assets: Assets | None = ...,
) -> Document: ...
@overload
def mask(
    texts: Column,
    *,
    operating_point: str | float = ...,
    protect: Sequence[str] = ...,
    assets: Assets | None = ...,
) -> Column: ...
def mask(
    texts: Column,
    *,
    operating_point: str | float = "balanced",
    protect: Sequence[str] = (),
    assets: Assets | None = None,
) -> Column:
    """Return each text as a document whose mentions are marked, with those to be hidden among them.

    `operating_point` is "privacy", "balanced", "utility" or the score from which on a
    quasi-identifier is masked; `protect` names whom the texts protect, else the person named most.
    Raises PipelineError, MissingIndexError, and TypeError for what is no text.
    """
    tools = _tools(operating_point, protect, assets)
    cells, is_one = _cells(texts)
    with _TURN:
        point, protect = tools.operating_point, tools.protect
        found = [*tools.masks.suggest(cells.documents, point=point, protect=protect)]
    _warn_of_language(cells, found)
    return _returned(cells, [each.document for each in found], is_one=is_one)


def propose(documents: Column, *, assets: Assets | None = None) -> Column:
    """Return each document with a list of replacements for every masked mention.

    Raises MissingIndexError, and TypeError for what is no document.
    """
    documents_of(documents)
    ontology = _opened(assets).ontology
    cells, is_one = _cells(documents)
    proposed = [propose_for(each, ontology) for each in cells.documents]
    return _returned(cells, proposed, is_one=is_one)


@overload
def sanitize(
    texts: str | Document,
    *,
    style: str = ...,
    operating_point: str | float = ...,
    protect: Sequence[str] = ...,
    assets: Assets | None = ...,
) -> str: ...
@overload
def sanitize(
    texts: Column,
    *,
    style: str = ...,
    operating_point: str | float = ...,
    protect: Sequence[str] = ...,
    assets: Assets | None = ...,
) -> Column: ...
def sanitize(
    texts: Column,
    *,
    style: str = "generalize",
    operating_point: str | float = "balanced",
    protect: Sequence[str] = (),
    assets: Assets | None = None,
) -> Column:
    """Return each text with replacements for what it hides, searched for what it should hide.

    `style` is "generalize", or "mask" for `***` alone. A text in which something can still be read,
    or in which nothing was found to hide, is held back: one alone raises HeldBackError, in a column
    it is missing (None), and HeldBackWarning says why. Raises what `mask` does.
    """
    cells, is_one = _cells(texts)
    results = _sanitized(cells, _tools(operating_point, protect, assets, style))
    held_back = {
        place: result
        for place, result in zip(cells.places, results, strict=True)
        if result.state in NOT_WRITTEN
    }
    if is_one and held_back:
        [result] = results
        raise HeldBackError(_reason(result), result.problems)
    if held_back:
        warnings.warn(_warning_of(held_back, len(results)), HeldBackWarning, stacklevel=2)
    written = [None if each.state in NOT_WRITTEN else each.text for each in results]
    return _returned(cells, written, is_one=is_one)


def outcomes(
    texts: Column,
    *,
    style: str = "generalize",
    operating_point: str | float = "balanced",
    protect: Sequence[str] = (),
    assets: Assets | None = None,
) -> Column:
    """Return what `sanitize` would, with the state of each text, its problems and its record.

    Text and record are empty where a text is held back. The problems quote what can still be read.
    """
    cells, is_one = _cells(texts)
    results = _sanitized(cells, _tools(operating_point, protect, assets, style))
    return _returned(cells, results, is_one=is_one)


def score(gold: Column, system: Column | Mapping[str, Sequence[tuple[int, int]]]) -> MaskScore:
    """Compare masks with those of annotators, by the metrics of the Text Anonymization Benchmark.

    `system` holds documents with the same texts, or spans (start, end) by `doc_id`, in code points.
    Raises RecordError, which names the document.
    """
    documents = {document.doc_id: document for document in documents_of(gold)}
    if isinstance(system, Mapping):
        masks: Masks = system
    else:
        masks = dict(masks_of(documents_of(system), documents))
    return score_masks(documents.values(), masks)


def agreement(documents: Column) -> AgreementOfDocuments:
    """Measure how far the annotators of documents agree; gold layers count nowhere."""
    return measure_documents(documents_of(documents))


def risk(
    documents: Column,
    *,
    background: str | Path | None = None,
    assets: Assets | None = None,
) -> list[Assessment]:
    """Assess who could still be found in marked documents, each compared with all of them.

    `background` is what an attacker knows: a folder or ZIP of texts about people, JSON lines, or a
    JSON object {name: text}, in which a document is known by its `doc_id`. Spans without a choice
    count as `***`. Raises BackgroundError, MissingIndexError, and PalimpsestError where there is no
    document.
    """
    assessed = documents_of(documents)
    if not assessed:
        raise PalimpsestError("There is no document to assess.")
    ontology = _opened(assets).ontology
    source = None if background is None else Path(background)
    with opened_background(source, assessed) as known:
        attacks = [WordsAttack(known)] if known else []
        reading = ReadingAttack(known, ontology) if known else None
        checker = Checker(Figures(ontology), reading)
        assessing = Assessing.of(assessed, known, attacks, checker, ontology.lexicon)
        return [assessing.assess(document) for document in assessed]


def open(path: str | Path) -> list[Document]:  # noqa: A001 - of a module that is never imported by *
    """Read the documents of a project: its folder in the store, or a file that it was exported to.

    Any other file or folder that an import takes is read, too. Raises RecordError, which names file
    and document, and PalimpsestError where there is no file.
    """
    place = Path(path)
    if not place.exists():
        raise PalimpsestError(f"There is no {place}.")
    return [
        document
        for file, name in files_of(place).items()
        for document in _stored(file) or read_documents(file, place=name)
    ]


def _stored(file: Path) -> list[Document]:
    """Return the document of a record in the store, which is one JSON object; none of others."""
    with file.open("rb") as stream:
        is_small = file.suffix == ".json" and file.stat().st_size <= MAX_FILE_BYTES
        if not is_small or not stream.read(_HEAD).lstrip().startswith(b"{"):
            return []
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return []  # whoever reads it as another format says what is wrong with it
    with locating(file=file.name):
        return [document_from_json(record)] if {"doc_id", "text"} <= record.keys() else []


def _opened(assets: Assets | None) -> Tools:
    """Return what texts are read with, opened once for all calls, and anew after a new build."""
    wanted = assets or Assets.found()
    with _TURN:
        return _opened_once(wanted, stamp_of(wanted.ontology))


@lru_cache(maxsize=2)
def _opened_once(assets: Assets, _stamp: tuple[int | None, ...]) -> Tools:
    detector = open_detector(assets)
    return Tools(MaskSuggester(detector), open_ontology(assets))


def _tools(
    operating_point: str | float,
    protect: Sequence[str],
    assets: Assets | None,
    style: str = Style.GENERALIZE,
) -> Tools:
    """Open what texts are read with, for one call; raises ValueError for an option that is none."""
    if style not in set(Style):
        raise ValueError(f"a style is one of {', '.join(Style)}, not {style!r}")
    point = _point(operating_point)
    opened = _opened(assets)
    people = (protect,) if isinstance(protect, str) else tuple(protect)
    return replace(opened, style=Style(style), operating_point=point, protect=people)


def _point(operating_point: str | float) -> Point:
    """Read an operating point; raises ValueError."""
    if operating_point in set(OperatingPoint):
        return OperatingPoint(operating_point)
    if isinstance(operating_point, int | float) and 0 <= operating_point <= 1:
        return float(operating_point)
    names = ", ".join(OperatingPoint)
    raise ValueError(
        f"an operating point is one of {names}, or a score from 0 to 1, not {operating_point!r}"
    )


def _sanitized(cells: Cells, tools: Tools) -> list[Outcome]:
    """Sanitize texts; one without a letter or digit has nothing to hide and stays as it is."""
    numbered = list(enumerate(cells.documents, start=1))
    found = {n: _blank(each) for n, each in numbered if not any(map(str.isalnum, each.text))}
    rest = [(each, n) for n, each in numbered if n not in found]
    for batch in batches(rest, lambda each: len(each[0].text), TOGETHER):
        with _TURN:
            results = sanitize_together(batch, tools)
        found |= {n: result for (_, n), result in zip(batch, results, strict=True)}
    results = [found[n] for n, _ in numbered]
    _warn_of_language(cells, results)
    return results


def _blank(document: Document) -> Outcome:
    return Outcome(State.WRITTEN, document.text, {})


def _cells(texts: Column) -> tuple[Cells, bool]:
    """Read one text or a column of them."""
    if is_missing(texts):
        return Cells([], [], [texts], list), True
    if isinstance(texts, str | Document):
        return Cells([document_of(texts, "1", 0)], [0], [texts], list), True
    return cells_of(texts), False


def _returned(cells: Cells, results: Sequence[object], *, is_one: bool) -> Column:
    filled = cells.filled(results)
    return filled[0] if is_one else filled


def _warn_of_language(cells: Cells, found: Sequence[Outcome | Suggested]) -> None:
    others = [n for n, each in zip(cells.places, found, strict=True) if not each.is_in_language]
    if others:
        listed = ", ".join(map(str, others[:_LISTED])) + (", …" if len(others) > _LISTED else "")
        warnings.warn(
            f"{len(others)} of {len(found)} texts (at {listed}) are in another language than the "
            "pipeline's: much of what identifies people may be missed",
            LanguageWarning,
            stacklevel=3,
        )


def _warning_of(held_back: Mapping[int, Outcome], total: int) -> str:
    """Say which texts are held back by their places: names of documents often are names."""
    listed = "; ".join(
        f"at {place}: {_reason(result)}" for place, result in islice(held_back.items(), _LISTED)
    )
    more = "; …" if len(held_back) > _LISTED else ""
    return f"{len(held_back)} of {total} texts are held back ({listed}{more})"


def _reason(result: Outcome) -> str:
    """Say why a text is held back without quoting it."""
    readable = [problem for problem in result.problems if problem != NOTHING_MARKED]
    if result.state is State.FAILED or not readable:
        return "; ".join(result.problems)  # no fault of the program quotes a text
    return f"{counted(len(readable), 'hidden word')} can still be read"
