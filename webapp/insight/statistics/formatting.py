"""Pictures as parts of a page, in the colours of the scheme that whoever reads has chosen."""

from __future__ import annotations

import re

from markupsafe import Markup

TOKENS = {
    "#1b5f5a": "--accent",
    "#1d1c1a": "--ink",
    "#57534b": "--ink-soft",
    "#d5d1c6": "--line",
}
"""The colours that pictures are drawn in, and the tokens of the style sheet that they stand for."""
_COLOUR = re.compile("|".join(TOKENS))


def themed(svg: str) -> Markup:
    """Return a picture of ours as a part of a page; its colours are the page's, by token."""
    drawing = _COLOUR.sub(lambda colour: f"var({TOKENS[colour[0]]})", svg)
    return Markup(drawing)  # noqa: S704 - drawn by the worker, all words in it are escaped
