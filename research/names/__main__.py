"""`python -m research.names`: make the tables of usual names of other countries anew."""

from __future__ import annotations

from pathlib import Path

import click

from names.usual import TABLES, read_table
from ontology.layers import Ontology
from research.names.listed import (
    GIVEN,
    MEN,
    SURNAMES,
    WOMEN,
    faker_js_lists,
    faker_lists,
    versions,
    without_copies,
)
from research.names.usual import SHORT, Words, choose, gather, write_table

CENSUS = "US"
"""The country whose Census says who is usual: its lists here only confirm those of others."""
_TITLES = {GIVEN: "Given names", SURNAMES: "Surnames"}


@click.command()
@click.option(
    "--index",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path("instance/ontology"),
    help="Folder of the index.",
)
@click.option(
    "--node",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path(),
    help="A folder in which @faker-js/faker is installed.",
)
@click.option("--show", is_flag=True, help="Print the new names that are words, too.")
def main(*, index: Path, node: Path, show: bool) -> None:
    """Write the tables of usual names of all countries but the United States."""
    words = Words(Ontology.open(index))
    for kind, title in _TITLES.items():
        found = [*faker_lists(kind), *faker_js_lists(kind, node)]
        known = [each for each in found if each.country == CENSUS]
        lists = without_copies([each for each in found if each.country != CENSUS], known)
        usual = {*choose(kind, gather(lists, known), words)} - read_table(kind)
        countries = sorted({each.country for each in lists})
        head = (
            f"{title} of other countries than the United States, in small letters, from "
            f"{versions(node)}, both MIT, made by python -m research.names. What is another word, "
            f"too, is in lists of two countries, or in one of at most {SHORT} words; function "
            f"words and words for people are in three, and no surnames. Countries: "
            f"{' '.join(countries)}."
        )
        write_table(TABLES / f"{kind}_of_countries.txt", head, usual)
        click.echo(f"{kind}: {len(usual):,} words of {len(countries)} countries")
        if show:
            click.echo(" ".join(sorted(filter(words.is_known, usual))))
    _write_genders(node)


def _write_genders(node: Path) -> None:
    """Write the given names that are in lists of women alone, and those in lists of men alone."""
    usual = read_table(GIVEN) | read_table(f"{GIVEN}_of_countries")
    of_gender = {
        kind: usual.intersection(
            word
            for each in (*faker_lists(kind), *faker_js_lists(kind, node))
            for word in each.words
        )
        for kind in (WOMEN, MEN)
    }
    for kind, other in ((WOMEN, MEN), (MEN, WOMEN)):
        head = (
            f"Usual given names that are in lists of {kind} alone, in small letters, from "
            f"{versions(node)}, both MIT, made by python -m research.names."
        )
        names = of_gender[kind] - of_gender[other]
        write_table(TABLES / f"{kind}.txt", head, names)
        click.echo(f"{kind}: {len(names):,} names")


if __name__ == "__main__":
    main()
