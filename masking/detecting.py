"""From raw text to a document with suggested mentions: the whole way, in one place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from annotation.hidden_words import NoLexicon
from annotation.overlaying import DOES_NOT_READ_AS, SUGGESTIONS
from annotation.reading.text import reading_of, text_as_read
from annotation.records import Document, Layer, Layout, Mention
from annotation.types import IdentifierType, SemanticType
from masking.agreeing import agreed, is_guess
from masking.correcting import corrected
from masking.doc_text import text_of
from masking.entities import link
from masking.field_things import FieldThings
from masking.identifying import is_direct, protected_entities, singles_out
from masking.judging.features import Evidence
from masking.judging.judging import judged
from masking.judging.model import Judge, shipped
from masking.limits import Limits
from masking.merging import merge, put_aside, united
from masking.nobody import Nobody
from masking.operating_points import OperatingPoint, Point, Step
from masking.pipelines import Pipeline, is_in_language, language_of
from masking.protecting import forms_of_names, named_most
from masking.proving import around_proofs
from masking.reasons import READABLE
from masking.recognizers import Recognizer
from masking.recognizers.addresses import Addresses, AddressLines
from masking.recognizers.capitalized import CapitalizedPhrases
from masking.recognizers.cells import Cells
from masking.recognizers.codes import Codes
from masking.recognizers.dates import Dates
from masking.recognizers.descriptions import Descriptions
from masking.recognizers.fields import Fields
from masking.recognizers.full_names import FullNames
from masking.recognizers.gazetteer import Gazetteer
from masking.recognizers.introductions import Introductions
from masking.recognizers.named_entities import NamedEntities
from masking.recognizers.numbers import Numbers
from masking.recognizers.parties import Parties
from masking.recognizers.scripts import OtherScripts
from masking.recognizers.shares import Shares
from masking.recognizers.small_letters import SmallLetters
from masking.recognizers.speakers import Speakers
from masking.recognizers.special_categories import SpecialCategories
from masking.recognizers.titles import Titles
from masking.recognizers.told_times import ToldTimes
from masking.recognizers.years import without_doubtful_date
from masking.repeating import initials_of_people, repetitions, words_again
from masking.spans import DisjointSpans, RecognizedSpan, is_proven

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from masking.recognizers.trained import TrainedRecognizer
    from masking.tagging.tagged import TaggedTokens
    from ontology.layers import Ontology

ZERO_SHOT: Mapping[OperatingPoint, float] = {
    OperatingPoint.PRIVACY: 0.0,
    OperatingPoint.BALANCED: 0.3,
    OperatingPoint.UTILITY: 0.5,
}
"""From which probability on a quasi-identifier is masked; direct identifiers always are.

Set by hand: 0.5 is what is masked more likely than not, 0 all that is listed, and 0.3 was compared
with others by the figures of invented texts, so that those of these texts flatter it.
"""


@dataclass(frozen=True, slots=True)
class JudgedSpans:
    """The spans found in a text, judged, before it is decided which are masked."""

    spans: Sequence[RecognizedSpan]
    tagged: TaggedTokens | None
    """The taggers' probabilities, where there is a trained recognizer."""
    does_not_read_as: str = ""
    """The pipeline's language, where the text does not seem to be written in it."""


@dataclass(frozen=True, slots=True)
class Unjudged:
    """The spans found in a text, and the evidence by which they are to be judged."""

    spans: Sequence[RecognizedSpan]
    evidence: Evidence


@dataclass(frozen=True)
class Detector:
    """A pipeline, recognizers, the surest first, and the judge of what they find.

    Where there is a `trained` recognizer, its probabilities decide what is masked.
    """

    pipeline: Pipeline
    recognizers: Sequence[Recognizer]
    judge: Judge
    ontology: Ontology | None = None
    trained: TrainedRecognizer | None = None
    guesses: Sequence[Recognizer] = ()
    """What these find is seldom to be masked; it counts where nothing else was found."""
    asides: Sequence[Recognizer] = ()
    """Recognizers whose finds keep their scores: no judge is asked, and what is surer stays."""
    name: ClassVar[str] = "zero-shot"

    @classmethod
    def zero_shot(
        cls, pipeline: Pipeline, ontology: Ontology | None, judge: Judge | None = None
    ) -> Detector:
        """Return a detector that needs no training; without an ontology it knows fewer types."""
        recognizers: list[Recognizer] = [Fields(ontology), Titles(ontology), Parties(ontology)]
        recognizers += [Addresses(), Codes(ontology), Dates()]
        recognizers += [Introductions(ontology), Cells(ontology), NamedEntities(ontology)]
        recognizers += [OtherScripts(ontology), Speakers(ontology), CapitalizedPhrases(ontology)]
        recognizers += [SmallLetters(ontology), AddressLines()]
        recognizers += [FullNames(ontology), Gazetteer(ontology)] if ontology else []
        guesses = (Numbers(), Descriptions())
        asides = (SpecialCategories(ontology), ToldTimes(), Shares())
        judge = judge or shipped()
        return cls(pipeline, recognizers, judge, ontology, guesses=guesses, asides=asides)

    def find(self, doc: Doc, protect: Sequence[str] = (), readable: Sequence[str] = ()) -> Unjudged:
        """Return what is found and its repetitions, in text order, without overlaps, not judged.

        See `recognize`.
        """
        text = text_of(doc)
        nobody = Nobody(doc, self.ontology)
        recognized = [
            without_doubtful_date(doc, text, span)
            for each in self.recognizers
            for span in each.recognize(doc)
        ]
        recognized = list(FieldThings(text, self.ontology).proven(nobody.without(recognized)))
        recognized = list(around_proofs(text, recognized))
        recognized.sort(key=is_proven, reverse=True)  # the surest first
        guessed = [span for each in self.guesses for span in each.recognize(doc)]
        limits = self._limits(text)
        found = merge(text, limits.within_all(recognized))
        again = limits.within_all(repetitions(text, found, self._is_common, protect))
        found = merge(text, sorted([*found, *again], key=is_guess))
        names = protect or named_most(text, found)
        forms = forms_of_names(text, names, self._is_common)
        spans = DisjointSpans()
        for span in merge(text, [*limits.within_all(forms), *found]):
            spans.put(span)
        for span in limits.within_all(words_again(text, readable, self._is_common)):
            _hide_again(spans, span)
        for span in limits.within_all(guessed):
            if not spans.overlapping(span):
                spans.put(span)
        return Unjudged(list(spans), Evidence(doc, [*recognized, *guessed], self.ontology))

    def recognize(
        self, doc: Doc, protect: Sequence[str] = (), readable: Sequence[str] = ()
    ) -> list[RecognizedSpan]:
        """Return what is found, in text order, without overlaps, with the types it is judged to be.

        `protect` holds names to be found in whatever form; without, the person named most is so
        found. `readable` are words that could be read though they should be hidden. The score of
        each span is the probability that it must be masked.
        """
        found, text = self.find(doc, protect, readable), text_of(doc)
        spans = DisjointSpans()
        decided = judged(text, found.spans, found.evidence, self.judge)
        for span in FieldThings(text, self.ontology).judged(decided):
            spans.put(span)
        for span in initials_of_people(text, list(spans)):  # pipelines take them for anything
            spans.put(span)
        asides = (span for each in self.asides for span in each.recognize(doc))
        for span in self._limits(text).within_all(asides):
            put_aside(text, spans, span, below=ZERO_SHOT[OperatingPoint.BALANCED])
        return agreed(text, list(spans))

    def _limits(self, text: str) -> Limits:
        return Limits(text, self._is_common)

    def _is_common(self, word: str) -> bool:
        lexicon = self.ontology.lexicon if self.ontology else NoLexicon()
        return lexicon.is_common(word)

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
    ) -> JudgedSpans:
        """Return the spans of a parsed text that are to be decided about, see `mark`."""
        protect, readable = list(map(text_as_read, protect)), list(map(text_as_read, readable))
        spans = self.recognize(doc, protect, readable)
        tagged = self.trained.tag(doc) if self.trained else None
        return JudgedSpans(spans, tagged, "" if is_in_language(doc) else language_of(doc))

    def decide(
        self,
        document: Document,
        judged_spans: JudgedSpans,
        point: Point,
        protect: Sequence[str] = (),
    ) -> Document:
        """Mark a document with what was found in it; `analyze` takes the time, this takes none.

        See `mark`.
        """
        threshold = self.threshold(point)
        spans = judged_spans.spans
        if judged_spans.tagged:
            text = judged_spans.tagged.doc.text
            spans = corrected(spans, judged_spans.tagged, threshold)
            parts = sorted(self._limits(text).within_all(spans), key=lambda span: -span.score)
            spans = agreed(text, list(united(parts)))
        reading = reading_of(document.text)
        seen = reading.read_all(document)
        mentions = [_mention(seen, number, span) for number, span in enumerate(spans, 1)]
        linked = link(seen.text, mentions, document.doc_id)
        names = protect or ((document.task,) if document.task else ())
        protected = protected_entities(linked, names, sure=_sure(linked, spans))
        decided = []
        for mention, span in zip(linked, _people_as_one(linked, spans), strict=True):
            identifier_type = IdentifierType.NO_MASK
            if is_direct(mention, span.reason, protected):
                identifier_type = IdentifierType.DIRECT
            elif span.score >= threshold:
                identifier_type = IdentifierType.QUASI
            layout = Layout(extra={"score": round(span.score, 3), "reason": span.reason})
            decided.append(replace(mention, identifier_type=identifier_type, layout=layout))
        unlike = judged_spans.does_not_read_as
        layout = Layout(extra={DOES_NOT_READ_AS: unlike} if unlike else {})
        layer = Layer(SUGGESTIONS, tuple(decided), layout)
        marked = replace(seen, layers=(layer,), generalized_text=None)
        return reading.as_written(marked)


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
    )


def _hide_again(spans: DisjointSpans, word: RecognizedSpan) -> None:
    """Mask a word that could be read: what was found there stays what it is, and is masked."""
    there = spans.overlapping(word)
    if there and all(map(singles_out, there)):
        return
    first, *_ = [*there, word]
    start = min(each.start for each in (first, word))
    end = max(each.end for each in (*there, word))
    spans.put(replace(first, start=start, end=end, reason=READABLE))


def _sure(mentions: Sequence[Mention], spans: Sequence[RecognizedSpan]) -> Sequence[Mention]:
    """Return the mentions that are masked without training: who is hardly a person is none."""
    pairs = zip(mentions, spans, strict=True)
    return [each for each, span in pairs if span.score >= ZERO_SHOT[OperatingPoint.BALANCED]]


def _people_as_one(
    mentions: Sequence[Mention], spans: Sequence[RecognizedSpan]
) -> Iterator[RecognizedSpan]:
    """Yield spans with the scores that the surest mention of each person has: all or none."""
    surest: defaultdict[str, float] = defaultdict(float)
    for mention, span in zip(mentions, spans, strict=True):
        if mention.entity_type is SemanticType.PERSON:
            surest[mention.entity_id] = max(surest[mention.entity_id], span.score)
    for mention, span in zip(mentions, spans, strict=True):
        is_person = mention.entity_type is SemanticType.PERSON
        yield replace(span, score=surest[mention.entity_id]) if is_person else span
