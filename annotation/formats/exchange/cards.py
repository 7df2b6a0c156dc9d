"""The card that lies beside a dataset's files and says what it is."""

from pathlib import Path

NAME = "README.md"
"""What hosts of datasets show first."""


def write_card(folder: Path, card: str) -> None:
    """Write the card, which is Markdown, into the folder of a dataset."""
    (folder / NAME).write_text(card, encoding="utf-8")
