"""Opening what suggests masks: without training, or by a version that a project has trained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from annotation.records import Document
from learning.encoding import Encoder
from learning.opened import Opened
from masking.detecting import Detector
from masking.operating import Point
from masking.pipelines import LONGEST_PIECE, batches, is_in_language
from masking.versions import open_version
from webapp.config import Config
from webapp.sanitizing.opening import open_detector


@dataclass(frozen=True, slots=True)
class Suggested:
    """A document with suggested mentions, and what to know of them."""

    document: Document
    is_in_language: bool
    """Whether the text reads as one in the pipeline's language; else much may be missed."""
    is_learnt: bool
    """Whether this very text was among those that what suggests was trained on."""


@dataclass(frozen=True)
class MaskSuggester:
    """What suggests masks, and the version that it is of, if it has learnt anything."""

    detector: Detector
    version: Opened[Detector] | None = None

    def has_learnt_from(self, document: Document) -> bool:
        """Whether this very text was among those that it was trained on."""
        return self.version is not None and self.version.has_seen(document)

    def suggest(
        self, documents: Iterable[Document], *, point: Point, protect: Sequence[str] = ()
    ) -> Iterator[Suggested]:
        """Yield each document with a layer of suggested mentions in place of its layers.

        Short texts are parsed together; see `Detector.mark`.
        """
        pipeline = self.detector.pipeline
        for batch in batches(documents, lambda document: len(document.text), LONGEST_PIECE):
            with pipeline.forgetting():
                docs = pipeline.parse_all(document.text for document in batch)
                for document, doc in zip(batch, docs, strict=True):
                    marked = self.detector.mark(document, doc, point=point, protect=protect)
                    yield Suggested(marked, is_in_language(doc), self.has_learnt_from(document))


def open_suggester(
    config: Config, version: Path | None = None, encoder: Encoder | None = None
) -> MaskSuggester:
    """Open what suggests masks, with the folder of a version if there is one.

    `encoder` is taken for it if there is one open already. Raises PipelineError, MissingIndexError,
    EncoderError and VersionError.
    """
    zero_shot = open_detector(config)
    if version is None:
        return MaskSuggester(zero_shot)
    opened = open_version(version, zero_shot, encoder or Encoder.open(config.encoder_folder))
    return MaskSuggester(opened.whole, opened)
