"""`palimpsest score-masks`: how good a system's masks are beside those of annotators."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

import click

from annotation.errors import shown
from annotation.formats import detect_format, read_documents
from annotation.formatting import counted
from annotation.records import Document
from learning.language_model import LanguageModel
from masking.evaluation import (
    Masks,
    MaskScore,
    Miss,
    Share,
    TokenWeights,
    find_misses,
    information_content,
    read_masks,
    score_masks,
    uniform,
)
from masking.evaluation.misses import CONTEXT
from webapp.cli.output import table
from webapp.platform.errors import DomainError

UNIFORM, LM = "uniform", "lm"
NAMED = 5
"""How many unanswered documents are named."""
_file = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("score-masks")
@click.argument("gold", metavar="GOLD", type=_file)
@click.argument("system", metavar="SYSTEM", type=_file)
@click.option(
    "--weights",
    default=UNIFORM,
    show_default=True,
    type=click.Choice([UNIFORM, LM]),
    help="What a token counts in weighted precision: the same each, or what a language model "
    "could not guess of it.",
)
@click.option(
    "--model",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="The language model for --weights lm, as Hugging Face writes it.",
)
@click.option("--misses", is_flag=True, help="Show what stays readable, with the words around it.")
@click.option("--json", "as_json", is_flag=True, help="Print all metrics as JSON.")
def score(
    *, gold: Path, system: Path, weights: str, model: Path | None, misses: bool, as_json: bool
) -> None:
    """Compare the masks in SYSTEM with those of the annotators in GOLD.

    GOLD is a TAB, WikiReplace or marked text file. SYSTEM is one, too, or an object
    {doc_id: [[start, end], …]}.
    """
    weigh = _weights(weights, model)
    documents = _annotated(gold)
    masks = read_masks(system, documents)
    found = score_masks(documents.values(), masks, weigh=weigh)
    missed = list(_misses(documents, masks)) if misses else None
    if as_json:
        value = found.to_json() | {"weights": weights}
        if missed is not None:
            value["misses"] = [miss.to_json() for miss in missed]
        click.echo(json.dumps(value, ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(_lines(found, weights)))
        click.echo("".join(f"{line}\n" for line in _miss_lines(missed or ())), nl=False)


def _weights(weights: str, model: Path | None) -> TokenWeights:
    """Open what weighs tokens; raises UsageError and LanguageModelError."""
    if weights == UNIFORM:
        if model is not None:
            raise click.UsageError("--model is for --weights lm alone.")
        return uniform
    if model is None:
        raise click.UsageError(
            "--weights lm needs --model: the folder of a masked language model. None comes along."
        )
    return information_content(LanguageModel(model))


def _annotated(file: Path) -> dict[str, Document]:
    """Read the annotators' documents; raises DomainError and RecordError."""
    if not detect_format(file).marks_mentions:
        raise DomainError(
            f"{file} marks no mentions: it must be a TAB, WikiReplace or marked text file."
        )
    documents = {document.doc_id: document for document in read_documents(file)}
    if not any(document.layers for document in documents.values()):
        raise DomainError(f"{file} marks no mentions: nobody annotated its documents.")
    return documents


def _misses(documents: Mapping[str, Document], masks: Masks) -> Iterator[Miss]:
    for doc_id, document in documents.items():
        yield from find_misses(document, masks.get(doc_id, ()))


def _lines(score: MaskScore, weights: str) -> Iterator[str]:
    yield f"{counted(score.documents, 'document')}."
    if score.unanswered:
        named = ", ".join(map(shown, score.unanswered[:NAMED]))
        more = ", …" if len(score.unanswered) > NAMED else ""
        yield (
            f"No masks are given for {counted(len(score.unanswered), 'document')}, "
            f"which so {'counts' if len(score.unanswered) == 1 else 'count'} as not masked: "
            f"{named}{more}."
        )
    yield ""
    rows = [
        ("Entity recall, direct identifiers", score.er_di),
        ("Entity recall, quasi-identifiers", score.er_qi),
        ("Token recall", score.recall),
        *(
            (f"  {kind.value}", score.recall_per_type[kind])
            for kind in sorted(score.recall_per_type)
        ),
        ("Mention recall", score.mention_recall),
        ("Token precision", score.precision),
        (f"Weighted precision ({weights})", score.weighted_precision),
        ("Mention precision", score.mention_precision),
    ]
    yield table(("Measure", "Share", "Counted"), [_row(name, share) for name, share in rows])


def _row(name: str, share: Share) -> tuple[str, str, str]:
    if share.value is None:
        return name, "–", "nothing to count"
    digits = 0 if float(share.whole).is_integer() else 1
    return name, f"{share.value:.4f}", f"{share.part:,.{digits}f} of {share.whole:,.{digits}f}"


def _miss_lines(misses: Iterable[Miss]) -> Iterator[str]:
    """Yield the misses by document, those of several annotators at one place together."""
    for doc_id, of_document in groupby(misses, key=lambda miss: miss.doc_id):
        yield f"\n{shown(doc_id)}"
        for _, same in groupby(sorted(of_document, key=_place), key=_place):
            miss, *others = same
            mention = miss.mention
            kinds = f"{mention.identifier_type.value} {mention.entity_type.value}"
            annotators = ", ".join([miss.annotator, *(other.annotator for other in others)])
            yield f"  {kinds}, {mention.start}–{mention.end}, masked by {annotators}"
            yield f"    {_in_context(miss)}"
            if miss.exposed != (mention.span_text,):
                yield f"    readable: {' '.join(' … '.join(miss.exposed).split())}"


def _in_context(miss: Miss) -> str:
    before = "…" if miss.mention.start > len(miss.before) else ""
    after = "…" if len(miss.after) == CONTEXT else ""
    text = f"{before}{miss.before}[{miss.mention.span_text}]{miss.after}{after}"
    return " ".join(text.split())


def _place(miss: Miss) -> tuple[int, int, str, str]:
    mention = miss.mention
    return mention.start, mention.end, mention.identifier_type.value, mention.entity_type.value
