"""From raw text to a document with suggested mentions: the whole way, in one place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from annotation.composing import as_written, composed, composed_text
from annotation.overlaying import SUGGESTIONS
from annotation.records import Document, Layer, Layout, Mention
from annotation.types import IdentifierType
from masking.correcting import corrected
from masking.entities import link
from masking.identifying import is_direct, protected_entities
from masking.merging import merge
from masking.operating_points import OperatingPoint, Point, Step
from masking.pipelines import Pipeline
from masking.protecting import forms_of_names, named_most
from masking.rates import MaskRates
from masking.recognizers import Recognizer
from masking.recognizers.addresses import Addresses, AddressLines
from masking.recognizers.capitalized import CapitalizedPhrases
from masking.recognizers.codes import Codes
from masking.recognizers.dates import Dates
from masking.recognizers.gazetteer import Gazetteer
from masking.recognizers.introductions import Introductions
from masking.recognizers.named_entities import NamedEntities
from masking.recognizers.scripts import OtherScripts
from masking.recognizers.small_letters import SmallLetters
from masking.recognizers.speakers import Speakers
from masking.repeating import repetitions, words_again
from masking.spans import RecognizedSpan

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from masking.recognizers.trained import TrainedRecognizer
    from masking.tagging.tagged import TaggedTokens
    from ontology.layers import Ontology

ZERO_SHOT: Mapping[OperatingPoint, float] = {
    OperatingPoint.PRIVACY: 0.0,
    OperatingPoint.BALANCED: 0.5,
    OperatingPoint.UTILITY: 0.8,
}
"""From which rate on a quasi-identifier is masked; direct identifiers always are."""


@dataclass(frozen=True, slots=True)
class Findings:
    """The spans found in a text, before it is decided which are masked."""

    spans: Sequence[RecognizedSpan]
    tagged: TaggedTokens | None
    """The taggers' probabilities, where there is a trained recognizer."""


@dataclass(frozen=True)
class Detector:
    """A pipeline, recognizers, the surest first, and the rates at which what they find is masked.

    Where there is a `trained` recognizer, its probabilities decide, and the rates do not.
    """

    pipeline: Pipeline
    recognizers: Sequence[Recognizer]
    rates: MaskRates
    ontology: Ontology | None = None
    trained: TrainedRecognizer | None = None
    name: ClassVar[str] = "zero-shot"

    @classmethod
    def zero_shot(cls, pipeline: Pipeline, ontology: Ontology | None) -> Detector:
        """Return a detector that needs no training; without an ontology it knows fewer types."""
        recognizers: list[Recognizer] = [Addresses(), Codes(), Dates()]
        recognizers += [Introductions(ontology), NamedEntities()]
        recognizers += [OtherScripts(), Speakers(ontology), CapitalizedPhrases(ontology)]
        recognizers += [SmallLetters(ontology), AddressLines()]
        recognizers += [Gazetteer(ontology)] if ontology else []
        return cls(pipeline, recognizers, MaskRates.shipped(), ontology)

    def find(self, doc: Doc, protect: Sequence[str] = ()) -> list[RecognizedSpan]:
        """Return what the recognizers find and its repetitions in the text, without rates.

        In text order, without overlaps; `protect` holds names to be found in other capitals, too.
        """
        found = merge(span for each in self.recognizers for span in each.recognize(doc))
        return merge([*found, *repetitions(doc.text, found, self._is_common, protect)])

    def recognize(
        self, doc: Doc, protect: Sequence[str] = (), readable: Sequence[str] = ()
    ) -> list[RecognizedSpan]:
        """Return what is found, in text order, without overlaps.

        `protect` holds names to be found in whatever form; without, the person named most is so
        found. `readable` are words that could be read though they should be hidden. The score of
        each span is the share of such spans that had to be masked.
        """
        found = self.find(doc, protect)
        text = doc.text  # put together from its words every time
        names = protect or named_most(text, found)
        forms = forms_of_names(text, names, self._is_common)
        spans = merge([*words_again(text, readable), *forms, *found])
        return list(self._scored(text, spans))

    def _scored(self, text: str, spans: Sequence[RecognizedSpan]) -> Iterator[RecognizedSpan]:
        """Yield the spans with the rates of their reasons, equal strings with their highest.

        They are one entity, and the pipeline takes a nickname for a person here, a product there.
        """
        highest: dict[str, float] = {}
        for span in spans:
            name, rate = text[span.start : span.end], self.rates.rate(span.reason)
            highest[name] = max(rate, highest.get(name, 0))
        for span in spans:
            yield replace(span, score=highest[text[span.start : span.end]])

    def _is_common(self, word: str) -> bool:
        return self.ontology is None or self.ontology.lexicon.is_common(word)

    def threshold(self, point: Point) -> float:
        """Return the score from which on a quasi-identifier is masked.

        A number below the trained threshold for privacy is raised to it: below, taggers mask every
        word.
        """
        thresholds = self.trained.thresholds if self.trained else ZERO_SHOT
        if isinstance(point, OperatingPoint):
            return thresholds[point]
        if isinstance(point, Step):
            return point.threshold(thresholds)
        return max(point, thresholds[OperatingPoint.PRIVACY])

    def detect(
        self,
        document: Document,
        *,
        point: Point = OperatingPoint.BALANCED,
        protect: Sequence[str] = (),
    ) -> Document:
        """Parse a document and mark it, see `mark`."""
        doc = self.pipeline.parse(document.text)
        return self.mark(document, doc, point=point, protect=protect)

    def mark(
        self,
        document: Document,
        doc: Doc,
        *,
        point: Point,
        protect: Sequence[str] = (),
        readable: Sequence[str] = (),
    ) -> Document:
        """Return the document with a layer of suggested mentions in place of its layers.

        `doc` is its parsed text. Quasi-identifiers are masked as `point` asks. `protect` names the
        people to be protected; without, the document's task does, or the text. `readable` is hidden
        wherever it stands.
        """
        return self.decide(document, self.analyze(doc, protect, readable), point, protect)

    def analyze(
        self, doc: Doc, protect: Sequence[str] = (), readable: Sequence[str] = ()
    ) -> Findings:
        """Return the spans of a parsed text that are to be decided about, see `mark`."""
        protect, readable = list(map(composed_text, protect)), list(map(composed_text, readable))
        spans = self.recognize(doc, protect, readable)
        return Findings(spans, self.trained.tag(doc) if self.trained else None)

    def decide(
        self,
        document: Document,
        findings: Findings,
        point: Point,
        protect: Sequence[str] = (),
    ) -> Document:
        """Mark a document with what was found in it; `analyze` takes the time, this takes none.

        See `mark`.
        """
        threshold = self.threshold(point)
        spans = findings.spans
        if findings.tagged:
            spans = corrected(spans, findings.tagged, threshold)
        seen = composed(document)
        mentions = [_mention(seen, number, span) for number, span in enumerate(spans, 1)]
        linked = link(seen.text, mentions, document.doc_id)
        names = protect or ((document.task,) if document.task else ())
        protected = protected_entities(linked, names)
        decided = []
        for mention, span in zip(linked, spans, strict=True):
            identifier_type = IdentifierType.NO_MASK
            if is_direct(mention, span.reason, protected):
                identifier_type = IdentifierType.DIRECT
            elif span.score >= threshold:
                identifier_type = IdentifierType.QUASI
            decided.append(replace(mention, identifier_type=identifier_type))
        layer = Layer(SUGGESTIONS, tuple(decided))
        marked = replace(seen, layers=(layer,), generalized_text=None)
        return as_written(marked, document.text)


def _mention(document: Document, number: int, span: RecognizedSpan) -> Mention:
    mention_id = f"{document.doc_id}_m{number}"
    return Mention(
        mention_id=mention_id,
        entity_type=span.entity_type,
        start=span.start,
        end=span.end,
        span_text=document.text[span.start : span.end],
        identifier_type=IdentifierType.QUASI,
        entity_id=mention_id,
        layout=Layout(extra={"score": round(span.score, 3), "reason": span.reason}),
    )
