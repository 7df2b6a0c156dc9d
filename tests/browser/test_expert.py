"""The expert of `benchmarks.keystrokes` comes to what is wanted, by the keys that it counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from annotation.types import SemanticType
from benchmarks.keystrokes.driver import WATCH, anonymize
from benchmarks.keystrokes.expert import GoldSpan
from tests.browser.annotating import Annotation
from tests.browser.marks import hidden
from tests.browser.serving import Trouble
from tests.factories import TEXT
from webapp.platform.models import AssignmentState

pytestmark = pytest.mark.marking


def gold(words: str, entity_type: SemanticType, entity_id: str, *, after: str = "") -> GoldSpan:
    start = TEXT.index(words, TEXT.index(after))
    return GoldSpan(start, start + len(words), entity_type, entity_id, words)


def test_an_expert_comes_to_what_is_wanted_by_the_keys_that_are_counted(
    open_browser: Callable[..., Page], annotation: Annotation, trouble: Trouble
):
    trouble.expect("422")  # the submission is asked about "Berg", which stands in clear once
    page = open_browser(annotation.annotator)
    page.add_init_script(WATCH)
    page.goto(annotation.address)
    counts = anonymize(
        page,
        [
            gold("Ada", SemanticType.PERSON, "ada"),
            gold("born", SemanticType.DEM, "born"),
            gold("Oslo", SemanticType.LOC, "oslo"),
            gold("Berg", SemanticType.PERSON, "ada", after="1986"),
            gold("Bergen", SemanticType.ORG, "bergen"),
            gold("in 2004", SemanticType.DATETIME, "2004"),
        ],
    )
    expect(page.locator("#workbench")).to_have_count(0)
    assert hidden(annotation) == ["Ada", "born", "Oslo", "Berg", "Bergen", "in 2004"]
    assert annotation.assignment.state is AssignmentState.SUBMITTED
    assert set(annotation.stored()) >= {"Oslo", "Bergen", "born", "in 2004"}
    # The end of "Ada Berg" goes one word back by Shift and an arrow; then Enter.
    assert counts == {
        "choose": 5,
        "take back": 1,
        "retype": 2,
        "borders": 3,
        "mark": 4,
        "submit": 3,
    }
