"""How well the live figure foretells the whole attack, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from sklearn.metrics import roc_auc_score

from annotation.correcting import as_corrected
from annotation.records import Document, Mention
from annotation.rendering import chosen_text, rendered_mentions
from benchmarks.privacy.materials import Doubles, Materials, cost, milliseconds, told
from privacy.attacks import Target
from privacy.attacks.words import WordsAttack
from privacy.live import ChosenSpan, look
from privacy.payload import RiskPayload, build_payload
from research.privacy.renderings import candidates_of, render_with

RENDERINGS = 12
"""So many renderings of a document, each span's candidate drawn, are compared."""
_SEED = 0


def live_lines(materials: Materials) -> Iterator[str]:
    """Yield how the live figure, for drawn choices, goes with the attack on the whole text."""
    attack = WordsAttack(materials.background)
    draw = np.random.default_rng(_SEED)
    rows, same = [], []
    for place, document in enumerate(materials.documents):
        payload = _payload(document, materials)
        for _ in range(RENDERINGS):
            chosen = _drawn(document, draw)
            text = render_with(document, lambda mention, chosen=chosen: chosen[mention.mention_id])
            whole = attack.run(Target(text, document.doc_id))
            live = look(payload, _spans(document, chosen)).attack
            if live is None or whole.rank is None or live.rank is None:
                continue
            rows.append((place, whole.rank == 1, live.confidence / live.rank))
            same.append((place, (whole.rank == 1) == (live.rank == 1), 0))
    yield told("live figure against the attack, AUC", _by_document(rows), _auc, 3)
    agree = np.array(same, float)[:, 1]
    yield f"first alike: {agree.mean() * 100:.1f} % of {len(agree)} renderings"


def cost_lines(materials: Materials) -> Iterator[str]:
    """Yield what payloads and looks cost."""
    payloads = [_payload(document, materials) for document in materials.documents]
    built = [
        milliseconds(lambda each=each: _payload(each, materials)) for each in materials.documents
    ]
    sizes = [len(payload.to_bytes()) / 1024 for payload in payloads]
    yield cost("payload, build", built, "ms")
    yield cost("payload, size", sizes, "KiB")
    packed = [payload.to_bytes() for payload in payloads]
    read = [milliseconds(lambda each=each: RiskPayload.from_bytes(each)) for each in packed]
    yield cost("payload, read", read, "ms")
    draw = np.random.default_rng(_SEED)
    looked = [
        milliseconds(lambda payload=payload, spans=spans: look(payload, spans))
        for document, payload in zip(materials.documents, payloads, strict=True)
        for spans in [_spans(document, _drawn(document, draw)) for _ in range(RENDERINGS)]
    ]
    yield cost("look", looked, "ms")


def _payload(document: Document, materials: Materials) -> RiskPayload:
    return build_payload(document, materials.background, person=document.doc_id, k={})


def _drawn(document: Document, draw: np.random.Generator) -> dict[str, str]:
    return {
        mention.mention_id: str(draw.choice([*candidates_of(mention), *_chosen(mention)]))
        for mention in rendered_mentions(as_corrected(document))
    }


def _chosen(mention: Mention) -> list[str]:
    chosen = chosen_text(mention)
    return [] if chosen is None else [chosen]


def _spans(document: Document, chosen: dict[str, str]) -> list[ChosenSpan]:
    return [
        ChosenSpan(mention.start, mention.end, mention.mention_id, chosen[mention.mention_id])
        for mention in rendered_mentions(as_corrected(document))
    ]


def _by_document(rows: Sequence[tuple[float, ...]]) -> Doubles:
    """Return outcomes and figures, shape (documents, renderings, 2)."""
    values = np.array(rows, float)
    return values[:, 1:].reshape(-1, RENDERINGS, 2)


def _auc(values: Doubles) -> float:
    flat = values.reshape(-1, 2)
    return float(roc_auc_score(flat[:, 0], flat[:, 1]))
