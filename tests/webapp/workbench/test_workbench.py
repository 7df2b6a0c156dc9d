"""The workbench: its lines, how texts read in their sentences, and the next document in place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from annotation.types import IdentifierType, SemanticType
from tests.factories import Factory
from tests.webapp.versions.suggestions.suggestible import HTMX
from tests.webapp.workbench.workbench_client import ALL, WorkbenchClient
from webapp.core.work.loading import Work, load_work
from webapp.core.work.mentions import Chosen, MentionWork
from webapp.platform.extensions import db
from webapp.platform.models import Assignment, ChoiceOrigin, Document

PIECES = st.sampled_from([*"ab \n\r\u2028", "\r\n", "a ", "an ", "the ", "in ", "A city", "1986"])


@st.composite
def works(draw: st.DrawFn) -> Work:
    """Draw work on a text with spans that lie side by side, some of them touching."""
    text = "".join(draw(st.lists(PIECES, max_size=25)))
    borders = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    chosen = st.none() | st.sampled_from(["city", "***"])
    work = Work(Assignment(document=Document(text=text)), draw(st.booleans()))
    last = 0
    for number, (start, end) in enumerate(pairwise(borders)):
        if draw(st.booleans()):
            work.mentions[number] = _mention(number, start, end, text, draw(chosen), last)
            last = end
    return work


def _mention(
    number: int, start: int, end: int, text: str, chosen: str | None, before: int
) -> MentionWork:
    return MentionWork(
        id=number,
        start=start,
        end=end,
        span_text=text[start:end],
        entity_type=SemanticType.LOC,
        identifier_type=IdentifierType.QUASI,
        entity_id=str(number),
        stored_generalizations=json.dumps({"P31": ["city", "Norwegian towns", "***"]}),
        stored_origins=None,
        choice=Chosen(chosen, ChoiceOrigin.OWN) if chosen else None,
        before=before,
    )


def outside(line: list) -> str:
    """Return what of a line is not in a span."""
    return "".join(segment.text for segment in line if not segment.mentions)


@given(works())
def test_the_lines_put_together_are_the_text(work: Work):
    segments = [segment for line in work.lines() for segment in line]
    assert "".join(segment.text for segment in segments) == work.assignment.document.text
    for before, after in pairwise(segments):
        assert before.end == after.start


@given(works())
def test_a_line_ends_at_its_first_line_feed_outside_of_spans(work: Work):
    *before, last = [*work.lines()] or [[]]
    for line in before:
        assert outside(line).index("\n") == len(outside(line)) - 1
        assert not line[-1].mentions
    assert "\n" not in outside(last)[:-1]
    assert all(segment.text for segment in last)


@given(works())
def test_every_span_is_in_one_line_and_leads_its_place(work: Work):
    found = [place.mention for place in places_of(work)]
    assert found == list(work)


def test_a_span_that_ends_in_an_article_stays_apart_from_the_next(
    workbench: WorkbenchClient, make: Factory
):
    spans = [
        ("Serie A", SemanticType.ORG, "e1", ["league", "***"]),
        ("Udinese", SemanticType.ORG, "e2", ["Italian club", "***"]),
    ]
    document = make.document(
        workbench.project, text="He won the Serie A Udinese lost.", spans=spans
    )
    work = load_work(db.session(), make.assignment(document, workbench.annotator))
    places = list(places_of(work))
    assert [place.mention.span_text for place in places] == ["Serie A", "Udinese"]
    assert [place.original_lead for place in places] == ["", ""]
    assert all(lead == "" for texts in work.fittings().values() for lead, _ in texts.values())


def places_of(work: Work) -> Iterator:
    """Yield the places that the page shows."""
    for line in work.lines():
        for segment in line:
            if segment.mentions:
                yield segment.mentions[0]


@given(works())
def test_fittings_say_of_every_text_how_it_reads_once_it_is_chosen(work: Work):
    fittings = work.fittings()
    for mention in work:
        for text in mention.texts:
            mention.choice = Chosen(text, ChoiceOrigin.OWN)
            place = work.place_of(mention)
            as_offered = (place.original_lead, text)
            fitted = fittings.get(mention.id, {}).get(text)
            assert (fitted or as_offered) == (place.lead, place.reads)
            assert fitted != as_offered


def test_a_project_that_wants_the_bare_choices_has_nothing_to_fit(workbench: WorkbenchClient):
    workbench.project.fits_grammar = False
    db.session.commit()
    assert workbench.client.get(f"{workbench.address}/readings").json == {}


def test_the_panel_is_told_what_a_sentence_changes_and_nothing_else(workbench: WorkbenchClient):
    answer = workbench.client.get(f"{workbench.address}/readings")
    oslo, bergen = (str(workbench.mentions[index].id) for index in (1, 4))
    cities = {"city in Norway": ["", "a city in Norway"], "city": ["", "a city"]}
    assert answer.mimetype == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"
    assert {key: answer.json[key] for key in (oslo, bergen)} == {oslo: cities, bergen: cities}
    assert "***" not in str(answer.json)


def following(workbench: WorkbenchClient, make: Factory) -> Document:
    """Give the annotator one more document."""
    document = make.document(workbench.project, text="Ben Holt stays.", spans=[BEN])
    make.assignment(document, workbench.annotator)
    return document


BEN = ("Ben Holt", SemanticType.PERSON, "e1", ["a person", "***"])


def test_a_step_brings_the_next_document_in_place_of_this_one(
    workbench: WorkbenchClient, make: Factory
):
    document = following(workbench, make)
    for verb, texts in (("skip", {}), ("submit", ALL)):
        answer = workbench.post(verb, texts=texts, headers=HTMX)
        assert answer.status_code == 200, verb
        assert answer.headers["HX-Retarget"] == "#workbench"
        assert answer.headers["HX-Reswap"].startswith("outerHTML")
        assert (
            answer.headers["HX-Push-Url"] == f"{workbench.address.rsplit('/', 1)[0]}/{document.id}"
        )
        assert f"<title>Document {document.number} · Palimpsest</title>" in answer.text
        assert answer.text.count('id="workbench"') == 1
        assert "Ben Holt</a>" in answer.text
        assert "<html" not in answer.text


def test_without_scripts_the_browser_is_sent_to_the_next_document(
    workbench: WorkbenchClient, make: Factory
):
    document = following(workbench, make)
    answer = workbench.post("skip")
    assert answer.status_code == 303
    assert answer.location.endswith(f"/{document.id}")
    assert "HX-Retarget" not in answer.headers


def test_after_the_last_document_htmx_loads_the_page_of_the_project(workbench: WorkbenchClient):
    answer = workbench.post("submit", texts=ALL, headers=HTMX)
    assert answer.status_code == 204
    assert answer.headers["HX-Redirect"] == f"/projects/{workbench.project.id}"
    assert "HX-Push-Url" not in answer.headers


def test_the_only_document_left_comes_again_and_says_so(workbench: WorkbenchClient):
    answer = workbench.post("skip", headers=HTMX)
    assert answer.headers["HX-Push-Url"] == workbench.address
    assert "This is the only document left." in answer.text


def test_a_step_that_is_refused_leaves_the_document_where_it_is(
    workbench: WorkbenchClient, make: Factory
):
    following(workbench, make)
    answer = workbench.post("submit", texts={1: "city"}, headers=HTMX)
    assert answer.status_code == 422
    assert not {"HX-Retarget", "HX-Push-Url"} & set(answer.headers.keys())
    assert 'id="workbench"' not in answer.text
    assert f'href="#span-{workbench.mentions[2].id}"' in answer.text
