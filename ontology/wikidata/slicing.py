"""What we need of a Wikidata item, cut out of its line: most of the bytes are never parsed.

Every quote inside a JSON string is escaped, so `"claims":` with bare quotes is a key; what must
follow it tells at which depth it stands. The answer is that of `parse_item`, or None where the
line is not as Wikibase writes it; then it has to be parsed whole.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import orjson

from annotation.sources import ListSource
from ontology.wikidata.items import (
    LANGUAGES,
    PROPERTIES,
    Item,
    best_targets,
    choose_names,
    is_left_out,
)
from ontology.wikidata.vocabulary import HUMAN

_TEXT = rb'"(?:[^"\\]|\\.)*"'
_HEAD = re.compile(
    rb'\{(?:"type": ?"item", ?"id": ?"Q([1-9]\d{0,8})"|"id": ?"Q([1-9]\d{0,8})", ?"type": ?"item")'
    rb', ?"labels": ?'
)
_SECTIONS = {
    b'"descriptions":': (re.compile(rb'\{"[^"\\]*": ?\{"'), b"}}"),
    b'"aliases":': (re.compile(rb'\{"[^"\\]*": ?\{"'), b"}}"),
    b'"claims":': (re.compile(rb'\{"[^"\\]*": ?\['), b"]}"),
    b'"sitelinks":': (re.compile(rb'\{"P\d+": ?\[\{"mainsnak": ?\{'), b"]}"),
}
"""The keys after the labels, and how the value before each begins and ends: at no other depth do
the brackets close like that. An empty value is followed by its key at once."""

_SITELINKS = re.compile(rb'\{"[^"\\]*": ?\{"site": ?"|\{\}|\[\]')

_TAIL = re.compile(rb'(?:\}\}|"sitelinks": ?(?:\[\]|\{\}))(?:, ?"[a-z]+": ?(?:\d+|"[^"\\]*"))*\}\Z')
_TAIL_BYTES = 200

_LABEL = re.compile(rb' ?\{"language": ?"[^"\\]*", ?"value": ?(' + _TEXT + rb")\}")
_ALIASES = re.compile(
    rb' ?(\[(?:\{"language": ?"[^"\\]*", ?"value": ?' + _TEXT + rb"\}(?:, ?(?=\{))?)*\])(?=[,}])"
)
_STATEMENTS = re.compile(rb' ?(?=\[\{"mainsnak": ?\{)')
_QUALIFIERS = re.compile(rb' ?\[\{"(?:snaktype|hash)"')
_STATEMENTS_END = re.compile(rb'\}\](?=, ?"P\d+": ?\[\{"mainsnak"|\}, ?"sitelinks")')
_MAIN_SNAK = re.compile(
    rb'"mainsnak": ?\{"snaktype": ?"(?:'
    rb'(?:somevalue|novalue)", ?"property": ?"P\d+"(?:, ?"hash": ?"[0-9a-f]*")?(?!, ?"datavalue")'
    rb'|value", ?"property": ?"P\d+"(?:, ?"hash": ?"[0-9a-f]*")?, ?"datavalue": ?\{"value": ?(?:'
    rb'\{"entity-type": ?"item", ?"numeric-id": ?([1-9]\d{0,8})[,}]'
    rb'|\{"entity-type": ?"(?:property|lexeme|form|sense)"'
    rb'|\{"(?:time|amount|latitude|text)"'
    rb'|"))'
)


class _Sections(NamedTuple):
    """Where the values of an item's keys begin."""

    labels: int
    descriptions: int
    aliases: int
    claims: int
    sitelinks: int


class _UnusualError(Exception):
    """The line is not as Wikibase writes it."""


def slice_item(line: bytes) -> Item | None:
    """Read an item from its line; None where only `parse_item` can read it."""
    head = _HEAD.match(line)
    if head is None or _TAIL.search(line, max(0, len(line) - _TAIL_BYTES)) is None:
        return None
    try:
        return _slice(line, int(head[1] or head[2]), _find_sections(line, head.end()))
    except (_UnusualError, orjson.JSONDecodeError):
        return None


def _slice(line: bytes, number: int, at: _Sections) -> Item:
    parents = {name: targets for name in PROPERTIES if (targets := _parents(line, name, at))}
    sitelinks = line.count(b'"site":', at.sitelinks)
    if HUMAN in parents.get(ListSource.INSTANCE_OF, ()):
        return Item(number, (), parents, _related(line, at), sitelinks)
    if is_left_out(parents):
        return Item(number, (), parents, (), sitelinks)
    labels = {code: text for code in LANGUAGES if (text := _label(line, code, at)) is not None}
    aliases = {code: _aliases(line, code, at) for code in LANGUAGES} if labels else {}
    return Item(number, choose_names(labels, aliases), parents, (), sitelinks)


def _find_sections(line: bytes, labels: int) -> _Sections:
    places = [labels]
    for key, (beginning, ending) in _SECTIONS.items():
        start = places[-1]
        place = line.find(key, start)
        if place < 0:
            raise _UnusualError
        value = line[max(start, place - 4) : place].rstrip(b" ")
        is_empty = value in {b"{},", b"[],"} and place - start <= len(b"{}, ")
        if not is_empty and not (value.endswith(ending + b",") and beginning.match(line, start)):
            raise _UnusualError
        end = place + len(key)
        places.append(end + line.startswith(b" ", end))
    if _SITELINKS.match(line, places[-1]) is None:
        raise _UnusualError
    return _Sections(*places)


def _label(line: bytes, code: str, at: _Sections) -> str | None:
    key = b'"%b":' % code.encode()
    place = line.find(key, at.labels, at.descriptions)
    if place < 0:
        return None
    match = _LABEL.match(line, place + len(key))
    if match is None:
        raise _UnusualError
    text: str = orjson.loads(match[1])
    return text


def _aliases(line: bytes, code: str, at: _Sections) -> list[str]:
    key = b'"%b":' % code.encode()
    place = line.find(key, at.aliases, at.claims)
    if place < 0:
        return []
    match = _ALIASES.match(line, place + len(key))
    if match is None:
        raise _UnusualError
    return [alias["value"] for alias in orjson.loads(match[1])]


def _parents(line: bytes, name: str, at: _Sections) -> tuple[int, ...]:
    key = b'"%b":' % name.encode()
    place = line.find(key, at.claims, at.sitelinks)
    while place >= 0:
        place += len(key)
        begin = _STATEMENTS.match(line, place)
        if begin is not None:
            end = _STATEMENTS_END.search(line, place, at.sitelinks)
            if end is None:
                raise _UnusualError
            return best_targets(orjson.loads(line[begin.end() : end.end()]))
        if _QUALIFIERS.match(line, place) is None:
            raise _UnusualError
        place = line.find(key, place, at.sitelinks)
    return ()


def _related(line: bytes, at: _Sections) -> tuple[int, ...]:
    found = _MAIN_SNAK.findall(line, at.claims, at.sitelinks)
    if len(found) != line.count(b'"mainsnak":', at.claims, at.sitelinks):
        raise _UnusualError
    return tuple(map(int, filter(None, found)))
