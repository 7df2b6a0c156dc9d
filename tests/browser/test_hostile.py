"""Whatever people and files bring is shown as the text it is, on every page, to everybody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import overflow
from tests.browser.annotating import expect_saved
from tests.browser.inventory import Words
from tests.browser.pages import Place, every_place, place_of
from tests.browser.populated import PopulatedHome, StandingServer, Visit, populate_home
from tests.browser.serving import PHONE, Trouble
from webapp.people.operations import MAX_NAME_LENGTH

pytestmark = pytest.mark.populated

ATTACK = '"><svg onload=alert(1)><script>alert(1)</script><img src=x onerror=alert(1)>{{7*7}}'
LINK = "[look](javascript:alert(1)) <javascript:alert(1)>"
REVERSED = "\u202e"
"""What follows is written from right to left, until something ends it."""

ENDLESS = f"https://example.org/{'W' * 200}"
"""A word that is wider than a telephone, and has no place to break it."""

NAMES = ("admin", "reviewer", "annotator", "other", "project", "file")
"""One printable line: the application takes no invisible character in them."""

HOSTILE = Words(
    **{
        field: f"{text} {ATTACK} {ENDLESS}"[:MAX_NAME_LENGTH]
        if field in NAMES
        else f"{text} {ATTACK}{LINK} {ENDLESS} {REVERSED}"
        for field, text in asdict(Words()).items()
    }
)

# All text of the page, that of fields and drop-downs included.
ALL_TEXT = """() => [
  document.body.innerText,
  ...[...document.querySelectorAll("option, optgroup")].map((one) => one.label || one.text),
  ...[...document.querySelectorAll("input, textarea")].map((field) => field.value),
].join("\\n").replace(/\\s+/g, " ")"""

# What an attack would have made; all of ours has its address in /static/ or on this server, and
# pictures are those of a model's versions and of statistics, which have a place of their own.
FOREIGN = """() => [
  ...document.querySelectorAll(`svg:not(.statistic > .numbers > div > svg),
    img:not([src^="/projects/"]), script:not([src^="/static/"]), iframe, object`),
  ...[...document.querySelectorAll("*")].filter((element) => [...element.attributes].some(
    ({ name, value }) => name.startsWith("on") || (
      ["href", "src", "action", "formaction"].includes(name) && /^\\s*javascript:/i.test(value)))),
].map((element) => element.outerHTML)"""

# An override ends with the text it came in: nothing that is seen follows it in the same box.
UNCONTAINED = """(override) => {
  const isOpen = (box) => getComputedStyle(box).display === "inline"
    && !/isolate|plaintext/.test(getComputedStyle(box).unicodeBidi);
  const faults = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    let box = text.parentElement;
    if (!text.data.includes(override) || box.closest("option, textarea, noscript")) continue;
    while (isOpen(box)) box = box.parentElement;
    const after = document.createRange();
    after.setStartAfter(text);
    after.setEndAfter(box.lastChild);
    const rest = after.cloneContents();
    for (const part of rest.querySelectorAll(".visually-hidden, option")) part.remove();
    if (rest.textContent.trim()) faults.push(box.outerHTML.slice(0, 400));
  }
  return faults;
}"""


@pytest.fixture(scope="session")
def populated_home(
    tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: object
) -> PopulatedHome:
    """The home folder whose database has hostile words in it."""
    return populate_home(tmp_path_factory.mktemp("hostile"), migrated_sqlite, HOSTILE)


@pytest.fixture
def watched(visit: Visit) -> Callable[[Place], Page]:
    """Open a place; a dialog that opens on it fails the test."""

    def watched(place: Place) -> Page:
        page = visit(place)
        page.on("dialog", lambda dialog: pytest.fail(f"a dialog says {dialog.message}"))
        return page

    return watched


def choose_first(page: Page, text: str) -> None:
    """Choose the first replacement of the first span, which is to be this one."""
    offer = page.locator("#panel .offer").first
    expect(offer).to_have_attribute("value", text)
    offer.click()
    expect_saved(page)


def assert_inert(page: Page, *shown: str) -> None:
    """Fail where hostile words became more than text, or are not to be read at all."""
    assert page.evaluate(FOREIGN) == []
    assert page.evaluate(UNCONTAINED, REVERSED) == []
    text = page.evaluate(ALL_TEXT)
    for field in shown:
        assert ATTACK in text.partition(getattr(Words(), field))[2], f"{field} is not shown"


@every_place
def test_hostile_words_are_text_and_fit_on_a_phone(standing_server: StandingServer, place: Place):
    page = standing_server.visit(place)
    assert_inert(page, *place.shows.split())
    page.set_viewport_size(PHONE)
    assert overflow(page) == []


def test_hostile_replacements_come_back_as_text(
    watched: Callable[[Place], Page],
):
    page = watched(place_of("workbench.show-annotator-untouched"))
    choose_first(page, HOSTILE.option)
    page.get_by_role("button", name="As it will read").click()
    expect(page.locator(".document")).to_contain_text(f"[{HOSTILE.option}]")
    assert_inert(page, "option", "name", "town")


def test_hostile_spans_still_to_choose_for_are_text(
    watched: Callable[[Place], Page], trouble: Trouble
):
    page = watched(place_of("workbench.show-annotator-untouched"))
    trouble.expect("status of 422")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("alert")).to_contain_text(HOSTILE.town)
    assert_inert(page, "name", "town")


def test_both_sides_of_a_conflict_are_text(watched: Callable[[Place], Page], trouble: Trouble):
    first, second = (watched(place_of("workbench.show-annotator-untouched")) for _ in range(2))
    trouble.expect("status of 409")
    choose_first(first, HOSTILE.option)
    second.locator('#panel .offer[value="***"]').click()
    expect(second.locator("#conflict")).to_contain_text(f"Stored: {HOSTILE.option}")
    assert_inert(second, "option", "name")


def test_a_hostile_plan_is_text(watched: Callable[[Place], Page]):
    page = watched(place_of("assignment.index-admin"))
    for box in page.get_by_role("checkbox").all():  # not all of them can sign in
        box.check()
    page.get_by_role("button", name="Show the plan").click()
    expect(page.locator("#plan")).to_contain_text(HOSTILE.annotator)
    assert_inert(page, "annotator", "other", "project")


def test_a_refusal_that_quotes_is_text(watched: Callable[[Place], Page], trouble: Trouble):
    page = watched(place_of("people.new-admin"))
    trouble.expect("status of 422")
    page.get_by_label("Name").fill(HOSTILE.annotator)
    page.get_by_role("button", name="Add this person").click()
    expect(page.get_by_role("alert")).to_contain_text(HOSTILE.annotator)
    assert_inert(page, "annotator")
