"""The demo's made-up people: texts with lists and a few choices, and what an attacker knows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

from privacy.people import MadeUpPerson, make_people
from webapp.platform import resources

FILE = resources.data("made-up.json")
PAGES = "made-up people.jsonl"
"""The name of the file of all their public pages."""
DOCUMENTS = 24
"""So many texts are to be anonymized; there are pages about all people."""
CHOSEN_BY_EACH = 4
"""So many texts have the choices of each earlier annotator, so that there is work to look at."""


def texts() -> Iterator[MadeUpPerson]:
    """Yield the people whose texts are in the project."""
    return islice(make_people(), DOCUMENTS)


def pages() -> Iterator[bytes]:
    """Yield what is known of all made-up people in public, as JSON lines."""
    for person in make_people():
        yield json.dumps({"id": person.key, "text": person.page}).encode() + b"\n"
