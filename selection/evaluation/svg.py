"""The look of the figures, and matplotlib's SVG as a page can show it."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable
from functools import wraps
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from xml.etree import ElementTree

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, SOFT, GRID, ACCENT = "#1d1c1a", "#57534b", "#d5d1c6", "#1b5f5a"
_SETTINGS: dict[Any, Any] = {
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "svg.fonttype": "none",
    "svg.hashsalt": "palimpsest",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.color": SOFT,
    "ytick.labelcolor": INK,
}
_Arguments = ParamSpec("_Arguments")
_Drawing = TypeVar("_Drawing")
_FAMILY = "system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"
_REFERENCE = re.compile(r"(^#|url\(#)([\w-]+)")
"""What an attribute refers to, "#m1" or "clip-path: url(#p1)"."""
_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_EVERYWHERE = {
    "stroke-linejoin": "round",
    "stroke-linecap": "butt",
    "font-family": _FAMILY,
}


def can_draw() -> bool:
    """Whether matplotlib is installed, which the extra `figures` brings."""
    return find_spec("matplotlib") is not None


def styled(draw: Callable[_Arguments, _Drawing]) -> Callable[_Arguments, _Drawing]:
    """Let a function draw in the look of the figures, whatever the words in it: "$" is no formula.

    matplotlib keeps its settings for the whole process: draw in one thread at a time.
    """

    @wraps(draw)
    def drawing(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Drawing:
        from matplotlib import rc_context  # noqa: PLC0415 - heavy

        with rc_context(_SETTINGS), warnings.catch_warnings():
            # Only the width is measured here: whoever reads has letters that matplotlib has not.
            warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
            return draw(*args, **kwargs)

    return drawing


def axes_of_size(width: float, height: float) -> tuple[Figure, Axes]:
    """Make a figure of so many inches with one pair of axes."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - heavy

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def as_svg(
    figure: Figure,
    *,
    title: str,
    description: str,
    name: str = "figure",
    shows_title: bool = True,
) -> str:
    """Return the figure as an SVG document with title and description for those who can't see.

    The ids in it begin with `name`, by which several can stand in one page.
    """
    file = io.StringIO()
    if shows_title:
        figure.axes[0].set_title(title)
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(file, format="svg", metadata=nothing)
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _XLINK)
    root = ElementTree.fromstring(file.getvalue())  # noqa: S314 - we wrote it ourselves
    _name_parts(root, name)
    _describe(root, title, description, name)
    _unstyle(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _name_parts(root: ElementTree.Element, name: str) -> None:
    """Keep the ids that something refers to, and let them begin with the figure's name."""
    attributes = [(element, *each) for element in root.iter() for each in element.attrib.items()]
    used = {found[2] for _, _, value in attributes for found in _REFERENCE.finditer(value)}
    for element, key, value in attributes:
        if key != "id":
            element.set(key, _REFERENCE.sub(rf"\1{name}-\2", value))
        elif value in used:
            element.set("id", f"{name}-{value}")
        else:
            del element.attrib["id"]


def _describe(root: ElementTree.Element, title: str, description: str, name: str) -> None:
    for position, (tag, text) in enumerate((("title", title), ("desc", description))):
        element = ElementTree.Element(f"{{{_SVG}}}{tag}", {"id": f"{name}-{tag}"})
        element.text = text
        root.insert(position, element)
    root.set("role", "img")
    root.set("aria-labelledby", f"{name}-title {name}-desc")


def _unstyle(root: ElementTree.Element) -> None:
    """Turn style sheets into presentation attributes."""
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in {f"{{{_SVG}}}style", f"{{{_SVG}}}metadata"}:
                parent.remove(child)
    for element in root.iter():
        for name, value in re.findall(r"([\w-]+):\s*([^;]+)", element.attrib.pop("style", "")):
            if name != "font-family":
                element.set(name, value.strip())
    for name, value in _EVERYWHERE.items():
        root.set(name, value)
