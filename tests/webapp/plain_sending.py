"""Submissions of forms without JavaScript, and their refusal, as the HTML standard has them.

https://html.spec.whatwg.org/multipage/form-control-infrastructure.html. What is chosen is
kept as attributes of the controls; what no page of ours has is refused rather than guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict
from urllib.parse import SplitResult, urlencode, urljoin, urlsplit

from flask import Flask, Request, request
from lxml.html import HtmlElement
from werkzeug.sansio.multipart import Data, Epilogue, Field, File, MultipartEncoder, Preamble

CONTROLS = ("input", "select", "textarea", "button")
TYPED = {"text", "search", "password", "number", "textarea"}
TICKED = {"checkbox", "radio"}
BUTTONS = {"submit", "button"}
KINDS = TYPED | TICKED | BUTTONS | {"hidden", "file", "select", "date", "range"}
"""The last two are sent as they stand: nobody types into them."""
UNKNOWN = ("minlength", "dirname", "size", "formenctype")
"""Attributes that would change what is sent, and that no control of ours has."""
BOUNDARY = "what-no-file-contains"


class Refused(AssertionError):  # noqa: N818 - it names what the browser does
    """A browser would not do that, or nobody could."""


class Upload(TypedDict):
    """A file to be sent, as Playwright has it."""

    name: str
    mimeType: str
    buffer: bytes


NO_FILE = Upload(name="", mimeType="application/octet-stream", buffer=b"")
Entry = tuple[str, str | Upload]


@dataclass(frozen=True)
class Submission:
    """A request that a pressed button makes."""

    method: str
    address: str
    body: bytes = b""
    enctype: str | None = None

    def received_by(self, app: Flask) -> Received:
        """Return what an application would read of it."""
        with app.test_request_context(
            self.address, method=self.method, data=self.body, content_type=self.enctype
        ):
            return Received.of(request)


@dataclass(frozen=True)
class Received:
    """A submission as an application reads it."""

    method: str
    address: str
    fields: list[tuple[str, str]]
    files: list[tuple[str, str | None, str, bytes]]

    @classmethod
    def of(cls, request: Request) -> Received:
        """Read a request, whose files can be read again afterwards."""
        files = []
        for name, file in request.files.items(multi=True):
            files.append((name, file.filename, file.mimetype, file.read()))
            file.seek(0)
        return cls(request.method, request.full_path, list(request.form.items(multi=True)), files)


def kind_of(control: HtmlElement) -> str:
    """Return the type of a control; raises Refused where we have none like it."""
    if control.tag in {"select", "textarea"}:
        kind = control.tag
    else:
        kind = control.get("type", "text" if control.tag == "input" else "submit").lower()
    unknown = (*UNKNOWN, "multiple") if kind == "select" else UNKNOWN
    if kind not in KINDS or any(name in control.attrib for name in unknown):
        raise Refused(f"it is not known what a browser does with {shown(control)}")
    return kind


def form_of(control: HtmlElement) -> HtmlElement | None:
    """Return the form that a control belongs to, wherever it stands."""
    if "form" not in control.attrib:
        return next(control.iterancestors("form"), None)
    named = control.getroottree().xpath("//*[@id=$id]", id=control.get("form"))
    return named[0] if named and named[0].tag == "form" else None


@dataclass(frozen=True)
class Sending:
    """A form that a button is about to send, with what was typed and attached."""

    button: HtmlElement
    filled: Mapping[HtmlElement, str | Upload]

    def submission(self, page: str) -> Submission:
        """Return what is sent from a page at an address; raises Refused."""
        if form_of(self.button) is None or kind_of(self.button) != "submit":
            raise Refused(f"{shown(self.button)} submits no form")
        if not self.is_unchecked and (faults := list(self.violations())):
            raise Refused(f"a browser says what is wrong and sends nothing: {'; '.join(faults)}")
        method, action = destination_of(self.button, page)
        if method not in {"GET", "POST"} or action.netloc != urlsplit(page).netloc:
            raise Refused(f"{shown(self.button)} sends nothing to us")
        entries = list(self.entries())
        if method == "GET":
            action = action._replace(query=_encoded(entries))
        address = action._replace(scheme="", netloc="", fragment="").geturl()
        if method == "GET":
            return Submission(method, address)
        enctype = form_of(self.button).get("enctype", "application/x-www-form-urlencoded")
        if enctype == "multipart/form-data":
            enctype, body = f"{enctype}; boundary={BOUNDARY}", _in_parts(entries)
        else:
            body = _encoded(entries).encode()
        return Submission(method, address, body, enctype)

    @property
    def is_unchecked(self) -> bool:
        """True where the form is sent however it is filled."""
        return "novalidate" in form_of(self.button).attrib or "formnovalidate" in self.button.attrib

    def entries(self) -> Iterator[Entry]:
        """Yield names and values of what is sent, in the order of the page."""
        for control in controls_beside(self.button):
            name = control.get("name")
            if name and not is_disabled(control):
                for value in self._values(control):
                    yield _with_crlf(name), _with_crlf(value) if isinstance(value, str) else value

    def violations(self) -> Iterator[str]:
        """Yield what a browser would find wrong with the form."""
        for control in controls_beside(self.button):
            kind = kind_of(control)
            if is_disabled(control) or kind in BUTTONS | {"hidden"} or "readonly" in control.attrib:
                continue
            if "required" in control.attrib and self._is_missing(control):
                yield f"{shown(control)} is required"
            elif kind in TYPED and (text := self.filled.get(control, text_in(control))):
                yield from _faults(control, text)

    def _values(self, control: HtmlElement) -> list[str | Upload]:
        kind = kind_of(control)
        if kind in BUTTONS:
            return [control.get("value", "")] if control is self.button else []
        if kind in TICKED:
            return [control.get("value", "on")] if "checked" in control.attrib else []
        if kind == "select":
            return [value_of(option) for option in chosen_in(control) if not is_closed(option)]
        return [self.filled.get(control, NO_FILE if kind == "file" else text_in(control))]

    def _is_missing(self, control: HtmlElement) -> bool:
        kind = kind_of(control)
        if kind == "radio":
            return not any("checked" in each.attrib for each in group_of(control))
        if kind == "checkbox":
            return "checked" not in control.attrib
        if kind == "select":
            return not chosen_in(control) or _is_placeholder(chosen_in(control)[0])
        return not self.filled.get(control, text_in(control))


def destination_of(button: HtmlElement, page: str) -> tuple[str, SplitResult]:
    """Return how a button sends its form, and where to; what closes a dialog sends nothing."""
    form = form_of(button)
    method = button.get("formmethod", form.get("method", "get"))
    action = button.get("formaction", form.get("action", ""))
    return method.upper(), urlsplit(urljoin(page, action))


def controls_beside(control: HtmlElement) -> list[HtmlElement]:
    """Return all controls of the form that one belongs to, in the order of the page."""
    form = form_of(control)
    return [each for each in control.getroottree().iter(*CONTROLS) if form_of(each) is form]


def group_of(radio: HtmlElement) -> list[HtmlElement]:
    """Return the radio buttons of which one is checked at most, this one among them."""
    return [
        each
        for each in controls_beside(radio)
        if kind_of(each) == "radio" and each.get("name") == radio.get("name")
    ]


def is_disabled(control: HtmlElement) -> bool:
    """Return whether a control, or a set of fields around it, is disabled."""
    if "disabled" in control.attrib:
        return True
    return any(
        "disabled" in fields.attrib
        and not any(control in legend.iter() for legend in fields.xpath("legend[1]"))
        for fields in control.iterancestors("fieldset")
    )


def options_of(select: HtmlElement) -> list[HtmlElement]:
    """Return the options of a drop-down, those of groups as well."""
    return list(select.iterdescendants("option"))


def is_closed(option: HtmlElement) -> bool:
    """Return whether an option cannot be chosen."""
    return "disabled" in option.attrib or "disabled" in option.getparent().attrib


def value_of(option: HtmlElement) -> str:
    """Return what is sent for an option."""
    return option.get("value", " ".join(option.text_content().split()))


def chosen_in(select: HtmlElement) -> list[HtmlElement]:
    """Return the option that shows: the last that is selected, else the first that can be."""
    options = options_of(select)
    selected = [option for option in options if "selected" in option.attrib]
    return selected[-1:] or [option for option in options if not is_closed(option)][:1]


def text_in(field: HtmlElement) -> str:
    """Return what stands in a field from the start."""
    if field.tag == "textarea":
        return (field.text or "").replace("\r\n", "\n").removeprefix("\n")
    text = field.get("value", "")
    return text if kind_of(field) == "hidden" else re.sub(r"[\r\n]", "", text)


def shown(control: HtmlElement) -> str:
    """Return a control as the source has it, without what is in it."""
    attributes = "".join(f' {name}="{value}"' for name, value in control.attrib.items())
    return f"<{control.tag}{attributes}>"


def _is_placeholder(option: HtmlElement) -> bool:
    select = option.getparent()
    return select.tag == "select" and option is options_of(select)[0] and not value_of(option)


def _faults(field: HtmlElement, text: str) -> Iterator[str]:
    if kind_of(field) != "number":
        if not re.fullmatch(field.get("pattern", "(?s:.*)"), text):
            yield f"{text!r} does not match {shown(field)}"
        return
    least, most, step = (field.get(name) for name in ("min", "max", "step"))
    if (least and float(text) < float(least)) or (most and float(text) > float(most)):
        yield f"{text} is out of bounds in {shown(field)}"
    begin = float(least or text_in(field) or 0)
    if step != "any" and (float(text) - begin) % float(step or 1):
        yield f"{text} is between the steps of {shown(field)}"


def _encoded(entries: Sequence[Entry]) -> str:
    return urlencode(
        [(name, value if isinstance(value, str) else value["name"]) for name, value in entries]
    )


def _in_parts(entries: Sequence[Entry]) -> bytes:
    encoder = MultipartEncoder(BOUNDARY.encode())
    events = [Preamble(data=b"")]
    for name, value in entries:
        if isinstance(value, str):
            events += [Field(name=name, headers=[]), Data(value.encode(), more_data=False)]
        else:
            headers = [("Content-Type", value["mimeType"])]
            events.append(File(name=name, filename=value["name"], headers=headers))
            events.append(Data(value["buffer"], more_data=False))
    return b"".join(map(encoder.send_event, [*events, Epilogue(data=b"")]))


def _with_crlf(text: str) -> str:
    return re.sub(r"\r\n|\r|\n", "\r\n", text)
