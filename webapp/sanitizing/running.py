"""Sanitizing many documents on all cores: a bounded number on the way, each done once."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import NamedTemporaryFile

from annotation.records import Document
from learning.encoding import Encoder
from masking.operating import Point
from masking.rates import SHIPPED as RATES
from ontology.overrides import Overrides
from selection.opening import open_version
from webapp.config import Config
from webapp.errors import DomainError
from webapp.generalizations.opening import open_ontology
from webapp.sanitizing.chain import Outcome, State, Style, Tools, sanitize
from webapp.sanitizing.ledger import Entry, Ledger
from webapp.sanitizing.suggesting import open_suggester

NOT_WRITTEN = frozenset({State.HELD_BACK, State.FAILED})
"""What leaves no file."""
AHEAD = 4
"""Documents on the way for each process: enough to keep it busy, few enough for memory."""


@dataclass(frozen=True)
class Plan:
    """How documents are to be sanitized; small enough to be sent to every process."""

    config: Config
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
        return ".json" if self.as_json else ".txt"

    def fingerprint(self, document: Document) -> str:
        """Return a checksum of a text and of all that decides what becomes of it."""
        how: list[object] = [self.style, self.point, self.protect, self.as_json]
        how += [str(self.masks), str(self.replacements), self.config.pipeline]
        how += [repr(self.overrides), RATES.read_text(encoding="utf-8")]
        told = json.dumps([document.text, document.task, *how])
        return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class _Workshop:
    """What a process opens once."""

    tools: Tools
    encoder: Encoder | None
    """What the project's model reads texts with."""


_OPENED: list[_Workshop] = []


def _begin(plan: Plan) -> None:
    """Open what a plan needs; raises LearningError and OntologyError."""
    encoder = Encoder.open(plan.config.encoder_folder) if plan.replacements else None
    tools = Tools(
        masks=open_suggester(plan.config, plan.masks),
        ontology=open_ontology(plan.config),
        style=plan.style,
        operating_point=plan.point,
        protect=plan.protect,
        overrides=plan.overrides,
        models=open_version(plan.replacements, encoder) if plan.replacements and encoder else None,
    )
    _OPENED[:] = [_Workshop(tools, encoder)]


def _work(document: Document, number: int) -> Outcome:
    workshop = _OPENED[0]
    outcome = sanitize(document, number, workshop.tools)
    if workshop.encoder:
        workshop.encoder.forget()
    return outcome


def sanitize_all(
    documents: Iterable[Document],
    folder: Path,
    plan: Plan,
    *,
    processes: int,
    on_done: Callable[[Entry, Outcome | None], None],
) -> None:
    """Write each document as a numbered file; `on_done` hears of each, in no order.

    What an earlier run wrote in the same way is heard of without an outcome; a document that makes
    the program fail is heard of as failed, and the others go on. Raises DomainError where a process
    ends by itself, as one does that the machine has no memory for.
    """
    ledger = Ledger(folder)
    waiting: dict[Future[Outcome], Entry] = {}

    def settle(*, until: int) -> None:
        while len(waiting) > until:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                entry, outcome = waiting.pop(future), _outcome_of(future)
                on_done(_settled(entry, outcome, folder, plan, ledger), outcome)

    with _pool(plan, processes) as pool:
        for document in documents:
            entry = _begun(document, plan, ledger)
            known = ledger.known(entry.document, entry.fingerprint)
            if known is not None and _is_there(known, folder, plan):
                on_done(known, None)
                continue
            waiting[pool.submit(_work, document, entry.number)] = entry
            settle(until=processes * AHEAD)
        settle(until=0)


def _outcome_of(future: Future[Outcome]) -> Outcome:
    """Return what became of a document; a fault of the program is told by its type alone.

    Its message may quote the document.
    """
    try:
        return future.result()
    except BrokenProcessPool:
        raise
    except Exception as error:
        return Outcome(State.FAILED, "", {}, (f"the program failed: {type(error).__name__}",))


@contextmanager
def _pool(plan: Plan, processes: int) -> Iterator[ProcessPoolExecutor]:
    pool = ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=_begin, initargs=(plan,)
    )
    try:
        yield pool
    except BrokenProcessPool as error:
        raise DomainError(
            "A process ended by itself, perhaps for want of memory. What was written is whole; "
            "run the same command again, with fewer --processes."
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _begun(document: Document, plan: Plan, ledger: Ledger) -> Entry:
    number = ledger.number_of(document.doc_id)
    return Entry(number, document.doc_id, plan.fingerprint(document), State.WRITTEN)


def _place(number: int, folder: Path, plan: Plan) -> Path:
    return folder / f"{number:06d}{plan.suffix}"


def _is_there(entry: Entry, folder: Path, plan: Plan) -> bool:
    is_written = _place(entry.number, folder, plan).exists()
    return entry.state is State.HELD_BACK or (is_written and entry.state is not State.FAILED)


def _settled(entry: Entry, outcome: Outcome, folder: Path, plan: Plan, ledger: Ledger) -> Entry:
    """Write a document's file, then its entry; one that is held back or failed leaves no file."""
    place = _place(entry.number, folder, plan)
    if outcome.state in NOT_WRITTEN:
        place.unlink(missing_ok=True)
    else:
        told = json.dumps(outcome.record, ensure_ascii=False, indent=1) + "\n"
        _write(place, told if plan.as_json else outcome.text)
    settled = Entry(**asdict(entry) | {"state": outcome.state, "problems": outcome.problems})
    ledger.add(settled)
    return settled


def _write(path: Path, text: str) -> None:
    with NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        try:
            file.write(text.encode("utf-8", "surrogatepass"))
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        finally:
            Path(file.name).unlink(missing_ok=True)
