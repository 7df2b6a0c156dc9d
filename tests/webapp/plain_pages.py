"""Pages as a browser without JavaScript has them: found, filled and sent by the test client.

They answer to the few verbs of Playwright's pages that a form needs, so that one way of filling it
serves both. Nothing is done that could not be done there: what is hidden is not found, what is
closed is not filled, what is wrong is not sent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from flask.testing import FlaskClient
from lxml.html import HtmlElement, HTMLParser, document_fromstring

from tests.webapp.plain_sending import (
    BUTTONS,
    CONTROLS,
    TICKED,
    TYPED,
    Refused,
    Sending,
    Submission,
    Upload,
    group_of,
    is_closed,
    is_disabled,
    kind_of,
    options_of,
    shown,
    value_of,
)

HIDDEN = """@hidden or @inert or @popover or @data-scripted-only or self::dialog[not(@open)]
    or self::head or self::script or self::style or self::input[@type='hidden']"""
"""Elements that are not shown without JavaScript; folded ones are: a summary unfolds them."""
MISPLACED = "//table/form | //tbody/form | //thead/form | //tr/form"
"""Forms in places where browsers ignore their tags."""


@dataclass(frozen=True)
class Found:
    """Elements of a page; what is done is done to the only one."""

    page: PlainPage
    elements: list[HtmlElement]

    @property
    def first(self) -> Found:
        """The first of them alone."""
        return Found(self.page, self.elements[:1])

    def all(self) -> list[Found]:
        """Return each by itself."""
        return [Found(self.page, [element]) for element in self.elements]

    def element(self) -> HtmlElement:
        """Return the only one; raises Refused where there is none or a choice."""
        if len(self.elements) != 1:
            found = ", ".join(map(shown, self.elements)) or "nothing"
            raise Refused(f"one element was looked for, {found} found")
        return self.elements[0]

    def fill(self, text: str) -> None:
        """Type a text in the place of what is there."""
        field = self._open(TYPED)
        if "readonly" in field.attrib or len(text) > int(field.get("maxlength", len(text))):
            raise Refused(f"{text!r} cannot be typed into {shown(field)}")
        self.page.filled[field] = text if kind_of(field) != "number" else f"{float(text):g}"

    def check(self) -> None:
        """Tick a box, or one of several radio buttons."""
        box = self._open(TICKED)
        if kind_of(box) == "radio":
            for other in group_of(box):
                other.attrib.pop("checked", None)
        box.set("checked")

    def uncheck(self) -> None:
        """Take the tick out of a box."""
        self._open({"checkbox"}).attrib.pop("checked", None)

    def select_option(self, wanted: str = "", *, index: int | None = None) -> None:
        """Choose from a drop-down by value, by what it says, or by place."""
        options = options_of(self._open({"select"}))
        chosen = [
            option
            for place, option in enumerate(options)
            if place == index or (index is None and wanted in {value_of(option), text_of(option)})
        ][:1]
        if not chosen or is_closed(chosen[0]):
            raise Refused(f"there is no {wanted or index} to choose")
        for option in options:
            option.attrib.pop("selected", None)
        chosen[0].set("selected")

    def set_input_files(self, upload: Upload) -> None:
        """Attach a file."""
        self.page.filled[self._open({"file"})] = upload

    def submission(self) -> Submission:
        """Return what pressing the button sends."""
        return Sending(self._open({"submit"}), self.page.filled).submission(self.page.url)

    def click(self) -> None:
        """Press the button and follow to the page that comes."""
        self.page.send(self.submission())

    def _open(self, kinds: set[str]) -> HtmlElement:
        element = self.element()
        if element.tag not in CONTROLS or kind_of(element) not in kinds:
            raise Refused(f"{shown(element)} is none of {', '.join(sorted(kinds))}")
        if not is_reachable(element) or is_disabled(element):
            raise Refused(f"{shown(element)} is out of reach")
        return element


class PlainPage:
    """A page as a browser without JavaScript shows it: the answer that came last."""

    def __init__(self, client: FlaskClient) -> None:
        self.status = 0
        self.url = ""
        self.filled: dict[HtmlElement, str | Upload] = {}
        self.root: HtmlElement
        self._client = client

    def goto(self, address: str) -> None:
        """Open the page at an address."""
        self.send(Submission("GET", address))

    def send(self, submission: Submission) -> None:
        """Send what a form sends and follow to the page that comes."""
        answer = self._client.open(
            submission.address,
            method=submission.method,
            data=submission.body,
            content_type=submission.enctype,
            follow_redirects=True,
        )
        if answer.mimetype != "text/html":
            raise Refused(f"{submission.address} answers {answer.status}, {answer.mimetype}")
        self.status = answer.status_code
        self.read(answer.data, answer.request.url)

    def read(self, source: bytes, url: str) -> None:
        """Show a page that came from an address."""
        self.url, self.filled = url, {}
        self.root = document_fromstring(source, parser=HTMLParser(encoding="utf-8"))
        for template in self.root.xpath("//template"):
            template.drop_tree()
        tags = pairwise(re.findall(rb"<(/?)form\b", source, re.IGNORECASE))
        if self.root.xpath(MISPLACED) or (b"", b"") in tags:
            raise Refused(f"a form of {url} stands where browsers lose it")

    def locator(self, xpath: str) -> Found:
        """Find elements by an XPath expression."""
        return Found(self, self.root.xpath(xpath))

    def get_by_label(self, words: str, *, exact: bool = False) -> Found:
        """Find controls by words of their label, or by all of it."""
        return self._named(labels_of, CONTROLS, words, exact=exact)

    def get_by_role(self, role: str, *, name: str) -> Found:
        """Find buttons by words that are on them."""
        if role != "button":
            raise Refused(f"it is not known what has the role {role}")
        return self._named(names_of, ("button", "input"), name, exact=False)

    def _named(
        self,
        names: Callable[[HtmlElement], list[str]],
        tags: Sequence[str],
        words: str,
        *,
        exact: bool,
    ) -> Found:
        def is_meant(name: str) -> bool:
            return name == words if exact else words.lower() in name.lower()

        named = [each for each in self.root.iter(*tags) if any(map(is_meant, names(each)))]
        return Found(self, list(filter(is_reachable, named)))


def is_reachable(element: HtmlElement) -> bool:
    """Return whether people can come to an element."""
    return not element.xpath(f"ancestor-or-self::*[{HIDDEN}]")


def text_of(element: HtmlElement, hidden: str = HIDDEN) -> str:
    """Return what is written in an element, less what is hidden."""
    texts = element.xpath(f".//text()[not(ancestor::*[{hidden}])]")
    return " ".join("".join(texts).split())


def labels_of(control: HtmlElement) -> list[str]:
    """Return how a control is labelled."""
    labels = control.xpath("ancestor::label | //label[@for=$id]", id=control.get("id", ""))
    return [*map(text_of, labels), control.get("aria-label", "")]


def names_of(button: HtmlElement) -> list[str]:
    """Return what is said of a button: what stands on it, unless something else stands for that."""
    if kind_of(button) not in BUTTONS:
        return []
    if button.tag == "input":
        return [button.get("value", "Submit")]
    read_out = text_of(button, f"{HIDDEN} or @aria-hidden='true'")
    return [button.get("aria-label") or read_out or button.get("title", "")]
