"""Opening what suggests masks: without training, or by a version that a project has trained."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from annotation.hidden_words import Lexicon
from annotation.outgoing import outgoing
from annotation.records import Document
from annotation.rendering import as_chosen
from learning.encoding import Encoder
from learning.opened_versions import OpenedVersion
from masking.detecting import Detector
from masking.operating_points import Point
from masking.pipelines import LONGEST_PIECE, batches, is_in_language
from masking.versions import open_version
from palimpsest.assets import Assets
from palimpsest.models import open_detector, open_encoder

MOST_ROUNDS = 3
"""How often a text is marked anew for what could still be read in it."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """A document with suggested mentions, and what to know of them."""

    document: Document
    is_in_language: bool
    """Whether the text reads as one in the pipeline's language; else much may be missed."""
    is_training_document: bool
    """Whether this very text was among those that what suggests was trained on."""


@dataclass(frozen=True)
class MaskSuggester:
    """What suggests masks, and the version that it is of, if it was trained."""

    detector: Detector
    version: OpenedVersion[Detector] | None = None

    def was_trained_on(self, document: Document) -> bool:
        """Whether this very text was among those that it was trained on."""
        return self.version is not None and self.version.has_seen(document)

    def suggest(
        self,
        documents: Iterable[Document],
        *,
        point: Point,
        protect: Sequence[str] = (),
        lexicon: Lexicon | None = None,
    ) -> Iterator[Suggested]:
        """Yield each document with a layer of suggested mentions in place of its layers.

        Short texts are parsed together; see `Detector.mark`. With a lexicon, what could be read of
        a masked mention elsewhere is masked there, too.
        """
        pipeline = self.detector.pipeline
        for batch in batches(documents, lambda document: len(document.text), LONGEST_PIECE):
            with pipeline.memory_zone():
                docs = pipeline.parse_all(document.text for document in batch)
                for document, doc in zip(batch, docs, strict=True):
                    mark = partial(self.detector.mark, document, doc, point=point, protect=protect)
                    marked = _closed(mark, lexicon) if lexicon else mark()
                    yield Suggested(marked, is_in_language(doc), self.was_trained_on(document))


def _closed(mark: Callable[..., Document], lexicon: Lexicon) -> Document:
    """Mark a document until nothing that is masked can be read in the rest of it, or in vain."""
    readable: tuple[str, ...] = ()
    for _ in range(MOST_ROUNDS):
        marked = mark(readable=readable)
        findings = outgoing(marked, as_chosen, lexicon).findings
        if not findings:
            break
        readable += tuple(finding.readable for finding in findings)
    return marked


def open_suggester(
    assets: Assets, version: Path | None = None, encoder: Encoder | None = None
) -> MaskSuggester:
    """Open what suggests masks, with the folder of a version if there is one.

    `encoder` is taken for it if there is one open already. Raises PipelineError, MissingIndexError,
    EncoderError and VersionError.
    """
    zero_shot = open_detector(assets)
    if version is None:
        return MaskSuggester(zero_shot)
    opened = open_version(version, zero_shot, encoder or open_encoder(assets))
    return MaskSuggester(opened.whole, opened)
