"""The identity of the features that taggers are trained on, so that others don't open them."""

from __future__ import annotations

import hashlib
import json
from functools import cache

from annotation.types import SemanticType
from masking.tagging.features import features_of
from masking.tagging.tokens import TokenizedText, TokenSpan

_WORDS = "Ida Vang left Tromsø . Later Ida came back .".split()
_TAGS = "NNP NNP VBD NNP . RB NNP VBD RB .".split()
_PARTS = "PROPN PROPN VERB PROPN PUNCT ADV PROPN VERB ADV PUNCT".split()
_ENTITIES = "B-PERSON I-PERSON O B-GPE O O B-PERSON O O O".split()
_SENTENCES = (0, 5)
_SPANS = (
    TokenSpan(0, 2, SemanticType.PERSON, "named entity"),
    TokenSpan(3, 4, SemanticType.LOC, "named entity"),
)


@cache
def features_identity() -> str:
    """Return a checksum of the features of a small text: another one where they are others."""
    import spacy  # noqa: PLC0415 - loaded with the first text
    from spacy.tokens import Doc  # noqa: PLC0415 - likewise

    starts: list[bool | int | None] = [place in _SENTENCES for place in range(len(_WORDS))]
    doc = Doc(
        spacy.blank("en").vocab,
        words=_WORDS,
        tags=_TAGS,
        pos=_PARTS,
        ents=_ENTITIES,
        sent_starts=starts,
    )
    ranks = [None if word[0].isupper() else len(word) for word in _WORDS]
    features = features_of(TokenizedText(doc, _SPANS), ranks)
    return hashlib.sha256(json.dumps(features).encode()).hexdigest()[:16]
