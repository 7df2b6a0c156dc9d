"""Guidelines: Markdown written by people, shown as HTML that can do nothing."""

from __future__ import annotations

import nh3
from markdown_it import MarkdownIt
from markupsafe import Markup

TAGS = (
    {"h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "em", "strong", "s", "code", "pre", "a"}
    | {"blockquote", "ul", "ol", "li"}
    | {"table", "thead", "tbody", "tr", "th", "td"}
)
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
LINK_SCHEMES = {"http", "https", "mailto"}
HIGHEST_HEADING, LOWEST_HEADING = 2, 6
"""The page has its own <h1>: headings start one level below."""

_parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
_parser.disable("image")


def render_markdown(text: str) -> Markup:
    """Return Markdown as safe HTML: no raw HTML, no images, nothing that loads by itself."""
    tokens = _parser.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            level = min(int(token.tag[1]) + HIGHEST_HEADING - 1, LOWEST_HEADING)
            token.tag = f"h{level}"
    html = _parser.renderer.render(tokens, _parser.options, {})
    return Markup(  # noqa: S704 - cleaned on this line
        nh3.clean(
            html,
            tags=TAGS,
            attributes=ATTRIBUTES,
            url_schemes=LINK_SCHEMES,
            link_rel="noopener nofollow",
        )
    )
