"""What is measured: each operation prepares, then does one request after the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count, cycle

from benchmarks.web.annotator import Annotator, Form
from benchmarks.web.client import Client

DOCUMENTS_AT_WORK = 12
"""How many documents a user changes in turn."""
TOKEN_OF_FLOOR = {"csrf_token": ""}

Request = Callable[[], object]


@dataclass(frozen=True, slots=True)
class User:
    """Who acts: the number among the users, the personal link, what they may open."""

    number: int
    port: int
    link: str
    paths: list[str]

    def own_paths(self) -> list[str]:
        """Return the documents in turn, each user beginning elsewhere."""
        begin = self.number * DOCUMENTS_AT_WORK % len(self.paths)
        return self.paths[begin:] + self.paths[:begin]


def get(user: User) -> Iterator[Request]:
    """Open one page after the other, signed in."""
    client = Annotator(user.port, user.link).client
    return ((lambda path=path: client.get(path, 200)) for path in cycle(user.own_paths()))


def get_unknown(user: User) -> Iterator[Request]:
    """Open pages without being signed in."""
    client = Client(user.port)
    return ((lambda path=path: client.get(path, 200)) for path in cycle(user.own_paths()))


def save(user: User) -> Iterator[Request]:
    """Change one drop-down after the other through several documents."""
    annotator = Annotator(user.port, user.link)
    forms = [annotator.open(path) for path in user.own_paths()[:DOCUMENTS_AT_WORK]]
    names = [(form, name) for form in forms for name in form.options]
    return (
        (lambda form=form, name=name: annotator.save(form, name)) for form, name in cycle(names)
    )


def correct(user: User) -> Iterator[Request]:
    """Give one span after the other the type of an organisation, then of a place."""
    annotator = Annotator(user.port, user.link)
    forms = [annotator.open(path) for path in user.own_paths()[:DOCUMENTS_AT_WORK]]

    def once(step: int) -> None:
        at, kind = step % len(forms), ("ORG", "LOC")[step // len(forms) % 2]
        forms[at] = annotator.correct(forms[at], step // (2 * len(forms)), kind)

    return ((lambda step=step: once(step)) for step in count())


def submit(user: User) -> Iterator[Request]:
    """Submit documents whose choices are all saved; those of an earlier round are taken back."""
    annotator = Annotator(user.port, user.link)
    forms = list(_ready_forms(annotator, user.own_paths()[: 2 * DOCUMENTS_AT_WORK]))
    return ((lambda form=form: annotator.submit(form)) for form in forms)


def save_on_floor(user: User) -> Iterator[Request]:
    """Change one drop-down after the other, as the floor understands it."""
    client = Client(user.port)
    changes = [
        (f"{path}/{number}", option)
        for path in user.own_paths()[:DOCUMENTS_AT_WORK]
        for number, option in re.findall(
            r'name="(\d+)".*?<option[^>]*>([^<]+)</option>',
            client.get(path, 200).body.decode(),
            re.DOTALL,
        )
    ]
    return (
        (lambda path=path, text=text: client.post(path, TOKEN_OF_FLOOR | {"text": text}, 200))
        for path, text in cycle(changes)
    )


OPERATIONS: dict[str, Callable[[User], Iterator[Request]]] = {
    operation.__name__: operation
    for operation in (get, get_unknown, save, correct, submit, save_on_floor)
}


def _ready_forms(annotator: Annotator, paths: Iterable[str]) -> Iterator[Form]:
    for path in paths:
        form = annotator.open(path)
        if form.is_closed:
            annotator.reopen(form)
            form = annotator.open(path)
        annotator.fill(form)
        yield form
