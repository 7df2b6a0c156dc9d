"""Markup in plain text: tags, entities, Markdown.

Elements that HTML knows (HTML Living Standard, section 4) set words in another face, or blocks
apart; others are records, whose names say what stands in them.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from annotation.reading.edits import Edit
from annotation.reading.keys import readable_key

_ATTRIBUTE = (
    r"""\s{1,20}(?P<key>[A-Za-z][\w:.-]{0,40})"""
    r"""(?:\s?=\s?(?:"(?P<double>[^"<>]{0,300})"|'(?P<single>[^'<>]{0,300})'"""
    r"""|(?P<bare>[^\s"'<>=`]{1,200})))?"""
)
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[A-Za-z][\w:.-]{0,40})"
    rf"(?P<attributes>(?:{re.sub('[?]P<[a-z]+>', '?:', _ATTRIBUTE)}){{0,20}})"
    r"\s{0,20}(?P<alone>/?)>"
)
_VOICE = re.compile(r"<v(?:\.[\w.]{1,40})?[ \t]{1,5}(?P<name>[^<>\n]{1,80})>")
"""Who speaks in subtitles (WebVTT, section 3.5)."""
_OUTSIDE = re.compile(r"<!--|-->|<!DOCTYPE[^<>]{0,200}>|<[?]xml[^<>]{0,200}>|\]\]>|<!\[CDATA\[")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_EMPHASIS = re.compile(
    r"(?<![\w*\\])(?P<stars>\*{1,3})(?=[^\s*])(?P<starred>[^\n*]{1,200})(?<=\S)(?P=stars)(?!\*)"
    r"|(?<![\w\\])(?P<marks>_{1,3}|~~|`{1,3})(?=[^\s_~`])(?P<marked>[^\n`~]{1,200}?)(?<=\S)"
    r"(?P=marks)(?!\w)"
)
_LINK = re.compile(r"(?P<open>!?\[)[^\[\]\n]{1,200}(?P<between>\]\()(?=[^()\s]{1,500}\))")
_HEADING = re.compile(r"^#{1,6}[ \t]+", re.MULTILINE)

_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd lang mark nobr q rp rt "
    "ruby s samp small span strike strong tt u v var wbr".split()
)
_BLOCKS = frozenset(
    "address article aside base blockquote body br button canvas caption center col colgroup dd "
    "details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 "
    "h4 h5 h6 head header hgroup hr html iframe img input legend li link main map menu meta nav "
    "noscript object ol optgroup option output p param picture pre script search section select "
    "source style sub summary sup svg table tbody td template textarea tfoot th thead time title "
    "tr track ul video audio area embed label".split()
)
_TELL_NOTHING = frozenset(
    "align bgcolor border class colspan dir height id lang method rel role rowspan style "
    "tabindex target type valign version width xmlns".split()
)
"""Attributes that say how something looks, or are for the program that reads it."""


def markup(text: str) -> Iterator[Edit]:
    """Yield what is read in the place of tags, entities and the marks of Markdown."""
    if "<" in text:
        yield from _tags(text)
    if "&" in text:
        for match in _ENTITY.finditer(text):
            if (read := html.unescape(match[0])) != match[0]:
                yield Edit(*match.span(), read, is_part=True)
    for match in _EMPHASIS.finditer(text) if any(sign in text for sign in "*_~`") else ():
        inner = match.span("starred" if match["stars"] else "marked")
        yield Edit(match.start(), inner[0], "")
        yield Edit(inner[1], match.end(), "")
    for match in _LINK.finditer(text):
        yield Edit(*match.span("open"), "")
        yield Edit(*match.span("between"), " (")
    for match in _HEADING.finditer(text):
        yield Edit(*match.span(), "")


def _tags(text: str) -> Iterator[Edit]:
    for match in _OUTSIDE.finditer(text):
        yield Edit(*match.span(), "\n")
    for match in _VOICE.finditer(text):
        yield Edit(match.start(), match.start("name"), "")
        yield Edit(match.end("name"), match.end(), ": ")
    tags = list(_TAG.finditer(text))
    closed = {tag["name"] for tag in tags if tag["close"]}
    for tag in tags:
        name = tag["name"].casefold()
        if name in _INLINE or name in _BLOCKS:
            yield from _tag(tag, "" if name in _INLINE else "\n", "")
        elif tag["close"] or tag["alone"]:
            yield from _tag(tag, "\n", "")
        elif tag["name"] in closed:
            yield from _tag(tag, "\n", f"{readable_key(tag['name'])}: ")


def _tag(tag: re.Match[str], apart: str, label: str) -> Iterator[Edit]:
    """Yield a tag as what sets it apart, its attributes as fields, and the label behind it."""
    place = tag.start()
    for attribute in _ATTRIBUTES.finditer(tag.string, *tag.span("attributes")):
        value = next((k for k in ("double", "single", "bare") if attribute[k]), None)
        if value is None or attribute["key"].casefold().split(":")[0] in _TELL_NOTHING:
            continue
        start, end = attribute.span(value)
        yield Edit(place, start, f"\n{readable_key(attribute['key'])}: ")
        place, apart = end, "\n"
    yield Edit(place, tag.end(), apart + label)
