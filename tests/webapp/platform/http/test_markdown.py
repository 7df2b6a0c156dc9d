"""Guidelines are Markdown from people: shown nicely, and inert whatever stands in them."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.platform.http.markdown import ATTRIBUTES, TAGS, render_markdown

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![picture](http://192.0.2.1/pixel.png)",
    "[link](javascript:alert(1))",
    "[link](JaVaScRiPt&colon;alert(1))",
    "[link](java\tscript:alert(1))",
    "[link](data:text/html;base64,PHNjcmlwdD4=)",
    "[link](vbscript:x)",
    "[ref]\n\n[ref]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "<style>@import '//192.0.2.1/a.css'</style>",
    "<svg/onload=alert(1)>",
    "<iframe src=//192.0.2.1></iframe>",
    '[x](http://a.example/" onmouseover="alert(1))',
    '[x](http://a.example "title\' onclick=alert(1)")',
    "```html onmouseover=alert(1)\n<script>alert(1)</script>\n```",
    "`<script>`",
    "<!-- --><form action=//192.0.2.1><input name=csrf_token>",
]


class Elements(HTMLParser):
    """Collects the elements that a browser would see."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def _assert_inert(html: str) -> None:
    for tag, attributes in Elements(html).seen:
        assert tag in TAGS
        assert set(attributes) <= ATTRIBUTES.get(tag, set()) | ({"rel"} if tag == "a" else set())
        if "href" in attributes:
            scheme, colon, _ = (attributes["href"] or "").partition(":")
            assert not colon or "/" in scheme or scheme.lower() in ("http", "https", "mailto")
            assert attributes["rel"] == "noopener nofollow"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_markdown_is_shown_inert(text: str) -> None:
    _assert_inert(render_markdown(text))
    _assert_inert(render_markdown(f"- item\n\n  > {text}\n"))


@given(st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=20)), max_size=6))
def test_no_mixture_of_hostile_text_comes_alive(parts: list[str]) -> None:
    _assert_inert(render_markdown("".join(parts)))
    _assert_inert(render_markdown("\n\n".join(parts)))


def test_raw_html_is_shown_as_the_text_it_is() -> None:
    assert "&lt;b&gt;not bold&lt;/b&gt;" in render_markdown("<b>not bold</b>")


def test_lists_tables_emphasis_and_links_are_kept() -> None:
    html = render_markdown(
        "# Choosing\n\n1. *Read* **once**\n2. [ask](https://example.org/help)\n\n"
        "| kind | choose |\n|---|---|\n| name | `PERSON 1` |\n"
    )
    for expected in ("<h2>Choosing</h2>", "<ol>", "<em>Read</em>", "<strong>once</strong>"):
        assert expected in html
    assert '<a href="https://example.org/help" rel="noopener nofollow">ask</a>' in html
    assert "<td><code>PERSON 1</code></td>" in html


def test_headings_start_below_that_of_the_page() -> None:
    assert render_markdown("# One\n\n###### Six") == "<h2>One</h2>\n<h6>Six</h6>\n"


def test_nothing_renders_as_nothing() -> None:
    assert render_markdown("") == ""
