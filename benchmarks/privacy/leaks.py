"""`python -m benchmarks.privacy.leaks`: which planted leaks the scan finds, what it finds besides.

Leaks are planted in documents of people (a WikiReplace or TAB file), fifty of each kind, drawn
anew from the same seed. What is found besides is counted where nothing was planted: in the texts
that would go out, and in texts of others, in which a word of one person is found by chance.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import click

from annotation.formats import read_documents
from annotation.hidden_words import HiddenWords, Lexicon
from annotation.outgoing import findings_in
from annotation.records import Document
from annotation.rendering import hidden_mentions
from annotation.writing import Anonymized, Anonymizer, all_masked
from benchmarks.documents import usual_file
from benchmarks.privacy.planting import KINDS, Planted, plant
from names.words import words_of
from ontology.layers import Ontology
from ontology.rules.grammar import fit
from webapp.platform.resources import ROOT

EACH = 50
_TRIES = 40_000


def planted_leaks(
    kind: str, documents: Sequence[Document], lexicon: Lexicon, *, seed: int
) -> Iterator[Planted]:
    """Yield up to fifty leaks of a kind, of mentions drawn by chance."""
    random, made = Random(f"{seed} {kind}"), 0  # noqa: S311 - a draw that can be drawn again
    for _ in range(_TRIES):
        document = random.choice(documents)
        masked = hidden_mentions(document)
        mention = random.choice(masked) if masked else None
        planted = mention and plant(kind, document, mention, lexicon, random)
        if planted:
            made += 1
            yield planted
        if made == EACH:
            return


def is_found(planted: Planted, lexicon: Lexicon) -> bool:
    """Whether the scan of releases finds a leak."""
    return any(findings_in(planted.pieces, HiddenWords(planted.hidden, lexicon)))


def outgoing(document: Document, lexicon: Lexicon) -> Anonymized:
    """Return a document as it would go out, by its choices; without choices all masked."""
    anonymized = Anonymizer(lexicon, fit).anonymize(document)
    if anonymized.undecided:
        anonymized = Anonymizer(lexicon).anonymize(all_masked(document))
    return anonymized


def read_naively(document: Document, text: str) -> set[str]:
    """Return the names that a document hides and that stand in a text letter by letter.

    It knows nothing of words, so that it errs otherwise than the scan.
    """
    hidden = {each.span_text for each in hidden_mentions(document) if each.span_text[0].isupper()}
    standing = (rf"(?<!\w){re.escape(span)}(?!\w)" for span in hidden)
    return {found[0] for found in (re.search(each, text) for each in standing) if found}


def found_in_others(documents: Sequence[Document], lexicon: Lexicon) -> Iterator[str]:
    """Yield what is found of each person's words in the texts about all others."""
    texts = [words_of(outgoing(document, lexicon).text) for document in documents]
    for place, document in enumerate(documents):
        hidden = HiddenWords([each for each in document.iter_mentions() if each.is_masked], lexicon)
        for words in [*texts[:place], *texts[place + 1 :]]:
            found = {
                " ".join(each.text for each in words[there.start : there.stop])
                for there, _ in hidden.found_in(words)
            }
            yield from found


@click.command()
@click.argument("data", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--index",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=ROOT / "instance" / "ontology",
    help="Folder of the ontology, which knows common words.",
)
@click.option("--seed", default=12, show_default=True, help="Of the draw.")
@click.option("--missed", is_flag=True, help="Print what is missed: words of the documents.")
def main(*, data: Sequence[Path], index: Path, seed: int, missed: bool) -> None:
    """Plant leaks in documents, and count what is found."""
    lexicon = Ontology.open(index).lexicon
    documents = [each for path in data or [usual_file()] for each in read_documents(path)]
    total: Counter[str] = Counter()
    for kind in KINDS:
        leaks = list(planted_leaks(kind, documents, lexicon, seed=seed))
        lost = [each for each in leaks if not is_found(each, lexicon)]
        total.update(planted=len(leaks), found=len(leaks) - len(lost))
        click.echo(f"{kind:38} {len(leaks) - len(lost):3} of {len(leaks)}")
        for each in lost if missed else ():
            click.echo(f"    {each.text!r}")
    click.echo(f"{'all':38} {total['found']} of {total['planted']}")
    _report_others(documents, lexicon)


def _report_others(documents: Sequence[Document], lexicon: Lexicon) -> None:
    own = [len(outgoing(each, lexicon).leaks) for each in documents]
    click.echo(
        f"{len(own)} documents as they would go out: {sum(own)} leaks in {sum(map(bool, own))}"
    )
    released = [each for each, leaks in zip(documents, own, strict=True) if not leaks]
    read = [read_naively(each, outgoing(each, lexicon).text) for each in released]
    click.echo(
        f"{len(released)} of them would be released, with {sum(map(len, read))} hidden names"
    )
    others = Counter(found_in_others(documents, lexicon))
    pairs = len(documents) * (len(documents) - 1)
    common = sum(number for words, number in others.items() if lexicon.is_common(words))
    click.echo(
        f"in a text about somebody else: {others.total() / pairs:.3f} findings, "
        f"{common / pairs:.3f} of them common words"
    )


if __name__ == "__main__":
    main()
