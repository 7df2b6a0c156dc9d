"""An annotator without a browser: reads the page's form and sends it as the browser would."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

from benchmarks.web.client import Client, RefusedError

TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
VERSION = re.compile(r'name="version" value="(\d+)"')
SELECT = re.compile(r'<select\s+id="(choice-\d+)".*?</select>', re.DOTALL)
OPTION = re.compile(r'<option value="([^"]*)"( disabled)?( selected)?')
REOPEN = "Reopen to change"
MARK = re.compile(r'id="mark-(\d+)" data-chosen="([^"]*)"')


@dataclass
class Form:
    """The form of one document as a browser holds it."""

    path: str
    token: str
    version: str
    is_closed: bool
    options: dict[str, list[str]] = field(default_factory=dict)
    """Name of each drop-down → what it offers."""
    chosen: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: str, page: str) -> Form:
        """Read the form of a page."""
        form = cls(path, _one(TOKEN, page), _one(VERSION, page), is_closed=REOPEN in page)
        for select in SELECT.finditer(page):
            offered = [(unescape(option[1]), option) for option in OPTION.finditer(select[0])]
            form.options[select[1]] = [text for text, option in offered if not option[2]]
            if chosen := [text for text, option in offered if option[3] and text]:
                form.chosen[select[1]] = chosen[0]
        return form

    def fields(self) -> dict[str, str]:
        """Return what a browser sends: everything, but no drop-down that is still open."""
        return {
            "csrf_token": self.token,
            "version": self.version,
            **self.chosen,
            "comment": "",
        }

    def choose_other(self, name: str) -> None:
        """Choose what comes after the present choice."""
        offered = self.options[name]
        present = self.chosen.get(name)
        self.chosen[name] = offered[(offered.index(present) + 1 if present else 0) % len(offered)]

    def take(self, answer: str) -> None:
        """Update the form from the answer to a save: its version, and choices that followed."""
        self.version = _one(VERSION, answer)
        for number, text in MARK.findall(answer):
            self.chosen[f"choice-{number}"] = unescape(text)
            if not text:
                del self.chosen[f"choice-{number}"]


class Annotator:
    """A person signed in by personal link."""

    def __init__(self, port: int, link: str) -> None:
        self.client = Client(port)
        self.client.get(link, 303)

    def open(self, path: str) -> Form:
        """Open a document."""
        return Form.read(path, self.client.get(path, 200).body.decode())

    def save(self, form: Form, name: str) -> None:
        """Change one drop-down and save, as htmx does."""
        form.choose_other(name)
        self._send_choices(form)

    def correct(self, form: Form, place: int, kind: str) -> Form:
        """Give a span another type, as htmx does; the answer holds the form anew."""
        number = list(form.options)[place % len(form.options)].removeprefix("choice-")
        marked = {"mark-span": number, "mark-type": kind}
        answer = self.client.post(f"{form.path}/spans", form.fields() | marked, 200)
        return Form.read(form.path, answer.body.decode())

    def fill(self, form: Form) -> None:
        """Choose something for every open span, in one request."""
        form.chosen = {name: offered[0] for name, offered in form.options.items()} | form.chosen
        self._send_choices(form)

    def submit(self, form: Form) -> None:
        """Submit the document, as htmx does; the answer brings the next one along."""
        self.client.post(f"{form.path}/submit", form.fields() | {"may_stay": form.version}, 200)

    def reopen(self, form: Form) -> None:
        """Take the document back."""
        self.client.post(f"{form.path}/reopen", form.fields(), 303, is_htmx=False)

    def _send_choices(self, form: Form) -> None:
        answer = self.client.post(f"{form.path}/choices", form.fields(), 200)
        form.take(answer.body.decode())


def _one(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    if found is None:
        raise RefusedError(f"no {pattern.pattern} in the answer: {text[:300]}")
    return found[1]
