"""Sanitizing many documents on all cores: a bounded number on the way, each done once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from multiprocessing import get_context
from pathlib import Path

from annotation.records import Document, Json
from learning.encoding import Encoder
from learning.errors import LearningError
from masking.judging.model import WEIGHTS
from masking.operating_points import Point
from masking.pipelines import batches
from ontology.errors import OntologyError
from ontology.overrides import Overrides
from ontology.processes import end_with_parent
from palimpsest.assets import Assets
from palimpsest.errors import PalimpsestError
from palimpsest.models import open_encoder
from palimpsest.opening import open_ontology
from palimpsest.sanitizing.document import NOT_WRITTEN, Outcome, State, Style, Tools
from palimpsest.sanitizing.ledger import Entry, Ledger, write_whole
from palimpsest.sanitizing.suggesting import open_suggester
from palimpsest.sanitizing.together import TOGETHER, sanitize_together
from selection.opening import open_version

SUFFIXES = (".txt", ".json")
AHEAD = 4
"""Such batches on the way for each process: enough to keep it busy, few enough for memory."""


@dataclass(frozen=True)
class Plan:
    """How documents are to be sanitized; small enough to be sent to every process."""

    assets: Assets
    style: Style
    point: Point
    protect: tuple[str, ...]
    overrides: Overrides
    masks: Path | None
    """The folder of the project's model of masks, where it has one."""
    replacements: Path | None
    """The folder of its model of replacements."""
    as_json: bool

    @property
    def suffix(self) -> str:
        """How the files that are written end."""
        return SUFFIXES[self.as_json]

    @cached_property
    def _settings(self) -> list[Json]:
        settings: list[Json] = [self.style, str(self.point), [*self.protect], self.as_json]
        settings += [str(self.masks), str(self.replacements), self.assets.pipeline]
        return [*settings, repr(self.overrides), WEIGHTS.read_text(encoding="utf-8")]

    def fingerprint(self, document: Document) -> str:
        """Return a checksum of a text and of all that decides what becomes of it."""
        content = json.dumps([document.text, document.task, *self._settings])
        return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class _ProcessState:
    """What a process opens once."""

    tools: Tools
    encoder: Encoder | None
    """What the project's models read texts with."""


_OPENED: list[_ProcessState | PalimpsestError] = []


def _begin(plan: Plan) -> None:
    """Open what a plan needs, or keep why that can't be: a process that ends here says nothing."""
    try:
        _OPENED[:] = [_opened(plan)]
    except (LearningError, OntologyError) as error:
        _OPENED[:] = [PalimpsestError(str(error))]
    end_with_parent()


def _opened(plan: Plan) -> _ProcessState:
    is_trained = plan.masks or plan.replacements
    encoder = open_encoder(plan.assets) if is_trained else None
    tools = Tools(
        masks=open_suggester(plan.assets, plan.masks, encoder),
        ontology=open_ontology(plan.assets),
        style=plan.style,
        operating_point=plan.point,
        protect=plan.protect,
        overrides=plan.overrides,
        models=open_version(plan.replacements, encoder) if plan.replacements and encoder else None,
    )
    return _ProcessState(tools, encoder)


def _process_state() -> _ProcessState:
    """Return what this process has opened; raises PalimpsestError where it could not."""
    [found] = _OPENED
    if isinstance(found, PalimpsestError):
        raise found
    return found


def _work(batch: Sequence[tuple[Document, int]]) -> list[Outcome]:
    state = _process_state()
    return sanitize_together(batch, state.tools, state.encoder)


def sanitize_all(
    documents: Iterable[Document],
    folder: Path,
    plan: Plan,
    *,
    processes: int,
    on_done: Callable[[Entry, Outcome | None], None],
    source_of: Callable[[str], str] = lambda _document: "",
    is_gone: Callable[[Entry], bool] = lambda _entry: False,
) -> int:
    """Write each document as a numbered file; `on_done` is called with each, in no order.

    What an earlier run wrote in the same way comes without an outcome; a document that makes the
    program fail comes as failed, and the others go on. In the end the results of documents that
    are gone go too; returns how many did. Raises PalimpsestError where a process ends by itself, as
    one does that the machine has no memory for.
    """
    ledger = Ledger(folder)
    begun = _begun(documents, folder, plan, ledger, on_done, source_of)
    waiting: dict[Future[list[Outcome]], list[Entry]] = {}

    def settle(*, until: int) -> None:
        while len(waiting) > until:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                entries, outcomes = waiting.pop(future), future.result()
                settled = list(map(partial(_settled, folder, plan), entries, outcomes))
                ledger.add(settled)
                for entry, outcome in zip(settled, outcomes, strict=True):
                    on_done(entry, outcome)

    with _pool(plan, processes) as pool:
        for batch in batches(begun, lambda each: len(each[0].text), TOGETHER):
            sent = [(document, entry.number) for document, entry in batch]
            waiting[pool.submit(_work, sent)] = [entry for _, entry in batch]
            settle(until=processes * AHEAD)
        settle(until=0)
    return _clear(folder, ledger, ledger.gone(is_gone))


def _clear(folder: Path, ledger: Ledger, gone: Sequence[Entry]) -> int:
    """Remove results, then their lines: a kill between leaves lines, which the next run removes."""
    for entry in gone:
        for suffix in SUFFIXES:
            (folder / f"{entry.number:06d}{suffix}").unlink(missing_ok=True)
    ledger.leave(gone)
    return len(gone)


@contextmanager
def _pool(plan: Plan, processes: int) -> Iterator[ProcessPoolExecutor]:
    pool = ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=_begin, initargs=(plan,)
    )
    try:
        yield pool
    except BrokenProcessPool as error:
        raise PalimpsestError(
            "A process ended by itself, perhaps for want of memory. What was written is whole; "
            "run the same command again, with fewer --processes."
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _begun(
    documents: Iterable[Document],
    folder: Path,
    plan: Plan,
    ledger: Ledger,
    on_done: Callable[[Entry, None], None],
    source_of: Callable[[str], str],
) -> Iterator[tuple[Document, Entry]]:
    """Yield what is to be done with its number; `on_done` gets what an earlier run wrote."""
    for document in documents:
        fingerprint, source = plan.fingerprint(document), source_of(document.doc_id)
        known = ledger.known(document.doc_id, fingerprint)
        if known is not None and _is_there(known, folder, plan):
            if known.source != source:
                ledger.add([replace(known, source=source)])
            on_done(known, None)
        else:
            number = ledger.number_of(document.doc_id)
            yield document, Entry(number, document.doc_id, fingerprint, State.WRITTEN, (), source)


def _place(number: int, folder: Path, plan: Plan) -> Path:
    return folder / f"{number:06d}{plan.suffix}"


def _is_there(entry: Entry, folder: Path, plan: Plan) -> bool:
    is_written = _place(entry.number, folder, plan).exists()
    return entry.state is State.HELD_BACK or (is_written and entry.state is not State.FAILED)


def _settled(folder: Path, plan: Plan, entry: Entry, outcome: Outcome) -> Entry:
    """Write a document's file, return its entry; one held back or failed leaves no file."""
    place = _place(entry.number, folder, plan)
    if outcome.state in NOT_WRITTEN:
        place.unlink(missing_ok=True)
    else:
        record = json.dumps(outcome.record, ensure_ascii=False, indent=1) + "\n"
        write_whole(place, record if plan.as_json else outcome.text)
    return replace(entry, state=outcome.state, problems=outcome.problems)
