"""`python -m benchmarks.privacy`: how good the attack and the live figures are, and their cost."""

from __future__ import annotations

from pathlib import Path

import click

from benchmarks.documents import PUBLISHED
from benchmarks.privacy import (
    attacking,
    comparing,
    counting,
    guessing,
    hiding,
    keeping,
    looking,
    scale,
)
from benchmarks.privacy.materials import Materials, prepared
from privacy.attacks.words import WordsAttack

LARGE = 20_000
MANY = 10_000
folder = click.Path(exists=True, file_okay=False, path_type=Path)
readable = click.Path(exists=True, dir_okay=False, path_type=Path)
index_option = click.option(
    "--index", type=folder, default="instance/ontology", help="Folder of the index."
)


@click.group()
@click.option("--documents", type=readable, default=PUBLISHED, help="WikiReplace documents.")
@click.option(
    "--background",
    type=readable,
    default=PUBLISHED.with_name("background.json.gz"),
    help="Texts about their people, by doc_id.",
)
@click.option("--with-copies", is_flag=True, help="Leave in what copies the documents.")
@click.pass_context
def main(context: click.Context, *, documents: Path, background: Path, with_copies: bool) -> None:
    """Measure privacy figures on documents whose people are in a background."""
    context.obj = context.with_resource(prepared(documents, background, with_copies=with_copies))
    click.echo(context.obj.summary)


@main.command("attack")
@click.pass_obj
def attack_all(materials: Materials) -> None:
    """Say how often people are found first, and how right the attack is where it is sure."""
    for line in attacking.found_lines(WordsAttack(materials.background), materials):
        click.echo(line)
    for line in attacking.sure_lines(materials):
        click.echo(line)


@main.command("meaning")
@click.pass_obj
def attack_by_meaning(materials: Materials) -> None:
    """Say how often words and meaning together find people; this takes minutes."""
    for line in comparing.meaning_lines(materials):
        click.echo(line)


@main.command("guess")
@index_option
@click.pass_obj
def guess_all(materials: Materials, *, index: Path) -> None:
    """Say how well figures tell what is guessed, and what must be masked."""
    for lines in (guessing.guess_lines, guessing.type_lines):
        for line in lines(materials, index):
            click.echo(line)


@main.command("live")
@click.pass_obj
def look_at_all(materials: Materials) -> None:
    """Say how the live figures go with the attack, and what they cost."""
    for lines in (looking.live_lines, looking.cost_lines):
        for line in lines(materials):
            click.echo(line)


@main.command("hide")
@click.pass_obj
def hide_words(materials: Materials) -> None:
    """Say how many words are to be hidden, and whom meaning finds still; this takes minutes."""
    for lines in (hiding.hiding_lines, hiding.carried_lines):
        for line in lines(materials):
            click.echo(line)


@main.command("keep")
@index_option
@click.pass_obj
def compare_kept(materials: Materials, *, index: Path) -> None:
    """Say how the meaning that is kept goes with a published measure."""
    for line in keeping.keeping_lines(materials, index):
        click.echo(line)


@main.command("count")
@click.option("--people", default=MANY, show_default=True, help="How many are counted.")
@click.pass_obj
def count_many(materials: Materials, *, people: int) -> None:
    """Say what stored figures cost that count many people."""
    for line in counting.counting_lines(materials, people):
        click.echo(line)


@main.command("scale")
@click.option("--people", default=LARGE, show_default=True, help="How many to make up.")
@click.pass_obj
def measure_scale(materials: Materials, *, people: int) -> None:
    """Say what a large background costs."""
    for line in scale.scale_lines(materials, people):
        click.echo(line)


if __name__ == "__main__":
    main()
