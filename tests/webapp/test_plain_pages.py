"""What stands for a browser without JavaScript does what one does, and nothing else."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.webapp.form_cases import FORMS
from tests.webapp.plain_pages import PlainPage
from tests.webapp.plain_sending import Refused, Submission, Upload

NOTE = Upload(name="note.txt", mimeType="text/plain", buffer=b"\r\n--boundary\n")


def shown(source: str, client: FlaskClient) -> PlainPage:
    page = PlainPage(client)
    page.read(f"<!doctype html>{source}".encode(), "http://localhost/here?a=1#b")
    return page


def pressed(page: PlainPage) -> Submission:
    return page.locator("//*[@id='press']").submission()


@pytest.mark.parametrize(("source", "sent"), FORMS.values(), ids=FORMS)
def test_a_form_sends_what_a_browser_sends(client, source, sent):
    page = shown(source, client)
    if sent is None:
        with pytest.raises(Refused):
            pressed(page)
    else:
        query = urlsplit(pressed(page).address).query
        assert parse_qsl(query, keep_blank_values=True) == sent


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("<form><input name=b value='1 &amp; 2'><button id=press>", "GET /here?b=1+%26+2"),
        ("<form action='/there?c=1#d'><button id=press>", "GET /there"),
        ("<form method=post><button id=press>", "POST /here?a=1"),
        ("<form method=post action=there><button id=press>", "POST /there"),
        ("<form action=x><button formmethod=POST formaction=/y id=press>", "POST /y"),
        ("<form method=post action=/x><button formmethod=get id=press>", "GET /x"),
    ],
)
def test_a_form_goes_where_it_or_its_button_says(client, source, wanted):
    submission = pressed(shown(source, client))
    assert f"{submission.method} {submission.address}" == wanted


def test_nothing_goes_to_another_host(client):
    with pytest.raises(Refused):
        pressed(shown("<form action=//example.org/><button id=press>", client))


def test_a_file_goes_as_a_part_of_the_form(app, client):
    page = shown(
        "<form method=post enctype=multipart/form-data><input name=a value=é><label>Files <input"
        " type=file name=b></label><input type=file name=c><button id=press>",
        client,
    )
    page.get_by_label("files").set_input_files(NOTE)
    received = pressed(page).received_by(app)
    assert received.fields == [("a", "é")]
    assert received.files == [
        ("b", "note.txt", "text/plain", NOTE["buffer"]),
        ("c", "", "application/octet-stream", b""),
    ]


def test_a_form_that_is_not_in_parts_sends_the_name_of_a_file(app, client):
    page = shown("<form method=post><input type=file name=a><button id=press>", client)
    page.locator("//input").set_input_files(NOTE)
    assert pressed(page).received_by(app).fields == [("a", "note.txt")]


def test_what_is_filled_in_is_sent(app, client):
    page = shown(
        """<form method=post><label for=a>One text</label><input id=a name=a value=old>
        <input name=b aria-label="Another text"><textarea name=c></textarea>
        <input type=number name=d><label>Tick <input type=checkbox name=e checked></label>
        <label><input type=radio name=f value=1 checked>this</label>
        <label><input type=radio name=f value=2>that</label>
        <select name=g><option selected>x<option value=y>why</select>
        <select name=h><option>x<option>y</select><button id=press>""",
        client,
    )
    page.get_by_label("one TEXT").fill("new")
    page.get_by_label("Another text", exact=True).fill("words")
    page.locator("//textarea").fill("\n\nlines")
    page.locator("//*[@name='d']").fill("12")
    page.get_by_label("Tick").uncheck()
    page.get_by_label("that").check()
    page.locator("//*[@name='g']").select_option("why")
    page.locator("//*[@name='h']").select_option(index=1)
    assert pressed(page).received_by(app).fields == [
        ("a", "new"),
        ("b", "words"),
        ("c", "\r\n\r\nlines"),
        ("d", "12"),
        ("f", "2"),
        ("g", "y"),
        ("h", "y"),
    ]


@pytest.mark.parametrize(
    ("source", "fill"),
    [
        ("<input>", lambda field: field.check()),
        ("<input type=checkbox>", lambda field: field.fill("x")),
        ("<input type=radio checked>", lambda field: field.uncheck()),
        ("<input type=hidden>", lambda field: field.fill("x")),
        ("<input readonly>", lambda field: field.fill("x")),
        ("<input disabled>", lambda field: field.fill("x")),
        ("<input maxlength=1>", lambda field: field.fill("xy")),
        ("<div hidden><input></div>", lambda field: field.fill("x")),
        ("<div data-scripted-only><input></div>", lambda field: field.fill("x")),
        ("<dialog><input></dialog>", lambda field: field.fill("x")),
        ("<template><input></template>", lambda field: field.fill("x")),
        ("<input><input>", lambda field: field.fill("x")),
        ("<input type=color>", lambda field: field.fill("#000000")),
        ("<select><option>x</select>", lambda field: field.select_option("y")),
        ("<select><option>x</select>", lambda field: field.select_option(index=1)),
        ("<select><option disabled>x</select>", lambda field: field.select_option("x")),
        ("<select multiple><option>x</select>", lambda field: field.select_option("x")),
        ("<a href=/>x</a>", lambda field: field.click()),
    ],
)
def test_what_a_person_cannot_do_is_refused(client, source, fill):
    field = shown(f"<form>{source}</form>", client).locator("//input | //select | //a")
    with pytest.raises(Refused):
        fill(field)


@pytest.mark.parametrize(
    ("stands", "typed", "is_sent"),
    [("min=1", "1.5", False), ("value=1.5", "2", False), ("value=1.5", "2.5", True)],
)
def test_a_number_that_was_typed_is_on_a_step(client, stands, typed, is_sent):
    page = shown(f"<form><input type=number {stands} name=a><button id=press>", client)
    page.locator("//input").fill(typed)
    if is_sent:
        assert pressed(page).address == f"/here?a={typed}"
    else:
        with pytest.raises(Refused):
            pressed(page)


@pytest.mark.parametrize("words", ["closed", "hidden", "a dialog", "not read out", "title"])
def test_a_button_is_found_by_what_is_read_out_of_it_alone(client, words):
    page = shown(
        """<form><button hidden>hidden</button><dialog><button>a dialog</button></dialog>
        <button title=title><span hidden>closed</span><span aria-hidden=true>not read out</span>
        <span>what is</span> read out</button>""",
        client,
    )
    assert page.get_by_role("button", name=words).elements == []
    assert page.get_by_role("button", name="What is read out").element() is not None


@pytest.mark.parametrize(
    "source", ["<form><p></p><form></form>", "<table><form><tr><td><input></form></table>"]
)
def test_a_form_where_browsers_lose_it_is_refused(client, source):
    with pytest.raises(Refused):
        shown(source, client)


@pytest.fixture
def signing_in(app, client):
    """The login form, filled, where forms need their token."""
    app.config["WTF_CSRF_ENABLED"] = True
    page = PlainPage(client)
    page.goto("/people")
    page.get_by_label("Name").fill("Nobody")
    page.get_by_label("Password").fill("nothing of that kind")
    return page


def test_a_press_leads_to_the_page_that_comes(signing_in):
    assert signing_in.url.endswith("/login?next=/people")
    signing_in.get_by_role("button", name="Sign in").click()
    assert signing_in.status == 422


def test_a_form_without_its_token_is_not_accepted(signing_in):
    signing_in.locator("//*[@name='csrf_token']").element().drop_tree()
    signing_in.get_by_role("button", name="Sign in").click()
    assert signing_in.status == 400
