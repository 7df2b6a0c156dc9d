"""What is computed for a document once, for pages to say who could be found after every choice.

The worker builds a payload, the web process reads it and looks (`privacy.live`): no background is
opened then, and nothing heavier than NumPy is loaded.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from math import fsum
from typing import TYPE_CHECKING, Any

from annotation.options import options_of
from annotation.records import Document, Mention
from names.words import Word, stems_of, word_borders, words_of
from ontology.rules.persons import without_numbers
from privacy.errors import PayloadError

if TYPE_CHECKING:  # NumPy and SQLite, which a web process does without at its start
    import numpy as np
    from numpy.typing import NDArray

    from privacy.anonymity import KPayload
    from privacy.background.opened import Background

    Bytes = NDArray[np.uint8]
    Floats = NDArray[np.float32]
    Integers = NDArray[np.int32]

FORMAT = 1
RIVALS = 64
"""The number of people whom a text might be taken for."""
_MOST_CELLS = 60_000
_FEWEST_RIVALS = 24
"""Long texts have fewer rivals, so that a payload stays small."""
_TOP = 255
_DIGITS = 3


@dataclass(frozen=True, slots=True)
class RiskPayload:
    """A document's words, what may stand in the place of its spans, and for whom each word speaks.

    `stems` are the content words that anybody has, `shown` how a page writes them; their order is
    that of the rows. `words` has a content word of the text a row: start, end, its stem's row.
    `texts` has the rows of the stems of each candidate; numbers of persons have none. What a stem
    says for a rival is `matrix[row, rival] * scales[row]`, what it says at all
    `informativeness[row]`, in nats.
    `person` is the protected person's place among the rivals, None where the background has nobody
    of that key, and `people` the number of all in the background, None without a background.
    `k` is for `privacy.anonymity`; `span_weights` says how much each mention's text tells, in nats.
    """

    stems: Sequence[str]
    shown: Sequence[str]
    words: Integers
    texts: Mapping[str, Sequence[int]]
    matrix: Bytes
    scales: Sequence[float]
    informativeness: Sequence[float]
    person: int | None
    people: int | None
    k: KPayload
    span_weights: Mapping[str, float]

    def to_bytes(self) -> bytes:
        """Return the payload as bytes, packed."""
        head = {
            "format": FORMAT,
            "stems": self.stems,
            "shown": self.shown,
            "texts": self.texts,
            "shape": self.matrix.shape,
            "words": len(self.words),
            "scales": self.scales,
            "informativeness": self.informativeness,
            "person": self.person,
            "people": self.people,
            "k": self.k,
            "span_weights": self.span_weights,
        }
        packed = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
        arrays = self.words.T.tobytes() + self.matrix.tobytes()
        return zlib.compress(len(packed).to_bytes(4, "big") + packed + arrays)

    @classmethod
    def from_bytes(cls, content: bytes) -> RiskPayload:
        """Read a payload; raises PayloadError for what this version did not write."""
        try:
            return cls(**_unpacked(zlib.decompress(content)))
        except (zlib.error, ValueError, KeyError, TypeError) as error:
            problem = "The privacy figures of this document are not readable: compute them anew."
            raise PayloadError(problem) from error


def _unpacked(content: bytes) -> dict[str, Any]:
    import numpy as np  # noqa: PLC0415 - see above

    end = 4 + int.from_bytes(content[:4], "big")
    head: dict[str, Any] = json.loads(content[4:end])
    if head.pop("format") != FORMAT:
        raise ValueError("another format")
    count, shape = head.pop("words"), head.pop("shape")
    words = np.frombuffer(content, np.int32, 3 * count, end).reshape(3, count).T
    matrix = np.frombuffer(content, np.uint8, offset=end + words.nbytes).reshape(shape)
    return head | {"words": words, "matrix": matrix}


def build_payload(
    document: Document,
    background: Background | None,
    *,
    person: str | None,
    k: KPayload,
) -> RiskPayload:
    """Build the payload of a document whose mentions offer replacements.

    `person` is the key of whom the document is about. Without a background there is nothing to
    attack with, and the payload says so.
    """
    return _Builder(document, background).build(person, k)


class _Builder:
    """The words of a document and of all that may stand in it."""

    def __init__(self, document: Document, background: Background | None) -> None:
        self._background = background
        self._mentions = list(document.iter_mentions())
        self._words = list(zip(word_borders(document.text), words_of(document.text), strict=True))
        self._candidates = {
            text: words_of(without_numbers(text))
            for mention in self._mentions
            for text in _offered(mention)
        }
        written = chain((word for _, word in self._words), *self._candidates.values())
        shown: dict[str, str] = {}
        for word in written:
            shown.setdefault(word.stem, word.text)
        self._said = background.informativeness(shown) if background else {}
        self._shown = {stem: shown[stem] for stem in self._said}
        self._rows = {stem: row for row, stem in enumerate(self._said)}

    def build(self, person: str | None, k: KPayload) -> RiskPayload:
        number = self._background.number_of(person) if self._background else None
        matrix, scales = self._weights(self._rivals(number))
        return RiskPayload(
            stems=list(self._said),
            shown=list(self._shown.values()),
            words=self._places(),
            texts={text: self._rows_of(words) for text, words in self._candidates.items()},
            matrix=matrix,
            scales=scales,
            informativeness=[round(value, _DIGITS) for value in self._said.values()],
            person=None if number is None else 0,
            people=len(self._background) if self._background else None,
            k=k,
            span_weights={each.mention_id: self._weight_of(each) for each in self._mentions},
        )

    def _rows_of(self, words: Sequence[Word]) -> list[int]:
        return [self._rows[stem] for stem in dict.fromkeys(stems_of(words)) if stem in self._rows]

    def _places(self) -> Integers:
        import numpy as np  # noqa: PLC0415 - see above

        places = [
            (*borders, self._rows[word.stem])
            for borders, word in self._words
            if word.stem in self._rows
        ]
        return np.array(places, np.int32).reshape(-1, 3)

    def _weight_of(self, mention: Mention) -> float:
        """Return how much the text of a span tells: the sum over its content words."""
        stems = {word.stem for word in words_of(mention.span_text)}
        return round(fsum(self._said.get(stem, 0.0) for stem in stems), _DIGITS)

    def _rivals(self, person: int | None) -> list[int]:
        """Return the likeliest people with originals, first candidates or nothing in the spans.

        The protected person comes first.
        """
        if self._background is None:
            return []
        most = max(_FEWEST_RIVALS, min(RIVALS, _MOST_CELLS // max(1, len(self._rows))))
        ranked = [_likeliest(self._background.scores(stems), most) for stems in self._readings()]
        likeliest = chain.from_iterable(zip_longest(*ranked))
        first = [] if person is None else [person]
        return list(dict.fromkeys([*first, *likeliest]))[:most]

    def _readings(self) -> Iterator[set[str]]:
        hidden = {
            place
            for mention in self._mentions
            if mention.is_masked
            for place in range(mention.start, mention.end)
        }
        clear = {word.stem for (start, _), word in self._words if start not in hidden}
        firsts = {
            word.stem
            for mention in self._mentions
            if mention.is_masked
            for word in self._candidates.get(next(iter(_offered(mention)), ""), ())
        }
        yield from ({word.stem for _, word in self._words}, clear | firsts, clear)

    def _weights(self, rivals: Sequence[int]) -> tuple[Bytes, list[float]]:
        """Return what each stem says for the rivals in steps, and the size of its steps."""
        import numpy as np  # noqa: PLC0415 - see above

        if self._background is None or not self._rows:
            return np.zeros((len(self._rows), len(rivals)), np.uint8), [0.0] * len(self._rows)
        weights = self._background.weights(list(self._rows), rivals)
        scales = weights.max(axis=1) / _TOP
        steps = weights / np.where(scales > 0, scales, 1)[:, None]
        rounded: list[float] = [float(f"{scale:.4g}") for scale in scales]
        return np.rint(steps).astype(np.uint8), rounded


def _likeliest(scores: Floats, most: int) -> list[int]:
    """Return the numbers of the people who score most, in order."""
    import numpy as np  # noqa: PLC0415 - see above

    some = np.argpartition(-scores, most)[:most] if most < len(scores) else np.arange(len(scores))
    likeliest: list[int] = some[np.argsort(-scores[some], kind="stable")].tolist()
    return likeliest


def _offered(mention: Mention) -> list[str]:
    return [each.text for each in options_of(mention.replacement) if not each.is_mask]
