"""What reviewers see: the lists of work, and one work with its text, its originals, its history."""

import re

import pytest
from sqlalchemy import select

from annotation.types import SemanticType
from tests.factories import sign_in
from tests.webapp.curation.review.reviewing import generalized_text, read_sanitized
from tests.webapp.statements import recorded_statements
from tests.webapp.submissions import submitted, town, towns
from webapp.curation.review import queries
from webapp.platform.extensions import db
from webapp.platform.models import (
    AssignmentState,
    Choice,
    Event,
    EventKind,
    Flag,
    Membership,
    ProjectKind,
    utc_now,
)

OSLO_TWICE = [
    ("Oslo", SemanticType.LOC, "e1", ["city in Norway", "city", "***"]),
    ("Oslo", SemanticType.LOC, "e1", ["city in Norway", "city", "***"]),
]


def see(browser, address):
    answer = browser.get(address)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def see_list(browser, project, query=""):
    return see(browser, f"/projects/{project.id}/review{query}")


def see_work(browser, work):
    """Read work, its sanitized text before if it is submitted."""
    read_sanitized(browser, work)
    return see(browser, f"/projects/{work.document.project_id}/review/{work.id}")


def part(page, name):
    return re.search(rf'<(\w+)[^>]* id="{name}".*?</\1>', page, re.DOTALL)[0]


def words(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_each_queue_shows_its_work_and_every_queue_says_how_much_it_holds(browser, make, project):
    [[waiting], [reviewed], [opened]] = towns(make, project, ("city",), ("city",), ("city",))
    reviewed.state = AssignmentState.REVIEWED
    opened.state = AssignmentState.IN_PROGRESS
    db.session.add(
        Flag(
            assignment_id=opened.id,
            author_id=opened.annotator_id,
            comment="Which Oslo?",
            created_at=utc_now(),
        )
    )
    db.session.commit()
    for query, shown in [("", waiting), ("?queue=reviewed", reviewed), ("?queue=flagged", opened)]:
        page = see_list(browser, project, query)
        assert "Waiting (1)" in page
        assert "Reviewed (1)" in page
        assert "Flagged (1)" in page
        assert re.findall(r"/review/(\d+)", page) == [str(shown.id)]
    assert "Which Oslo?" in page


def test_a_list_can_be_narrowed_to_one_annotator(browser, make, project):
    [[_, ben]] = towns(make, project, ("city", "***"))
    page = see_list(browser, project, f"?annotator={ben.annotator_id}")
    assert re.findall(r"/review/(\d+)", page) == [str(ben.id)]


@pytest.mark.parametrize(
    "query", ["?queue=no", "?annotator=x", "?annotator=-1", "?page=-3", f"?page={10**30}"]
)
def test_an_address_that_makes_no_sense_still_shows_a_list(browser, make, project, query):
    towns(make, project, ("city",))
    assert "Waiting (1)" in see_list(browser, project, query)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "No submitted work is waiting"),
        ("?queue=reviewed", "Nothing was approved yet"),
        ("?queue=flagged", "No open comments"),
        ("?annotator=1", "Nothing here from this annotator"),
    ],
)
def test_an_empty_queue_says_so(browser, project, query, said):
    assert said in see_list(browser, project, query)


def test_long_lists_come_in_pages(browser, make, project, monkeypatch):
    monkeypatch.setattr(queries, "ROWS_A_PAGE", 2)
    rows = towns(make, project, ("city",), ("city",), ("city",))
    found = []
    for number in (1, 2):
        page = see_list(browser, project, f"?page={number}")
        found += re.findall(r"/review/(\d+)", page)
        assert ("Next page" in page, "Previous page" in page) == (number == 1, number == 2)
    assert found == [str(work.id) for [work] in rows]


def test_a_list_takes_the_same_number_of_queries_however_long(browser, make, project):
    towns(make, project, ("city",))
    with recorded_statements() as few:
        see_list(browser, project)
    for _ in range(5):
        submitted(make, town(make, project), make.user(), "city")
    with recorded_statements() as many:
        see_list(browser, project)
    assert len(few) == len(many)


@pytest.mark.parametrize(
    ("fits_grammar", "first"), [(True, "[A city in Norway]"), (False, "[city in Norway]")]
)
def test_the_text_reads_as_the_project_wants_it(browser, make, project, fits_grammar, first):
    project.fits_grammar = fits_grammar
    text = "Oslo — in\n\nOslo 🚢."
    document = make.document(project, text=text, spans=OSLO_TWICE)
    work = submitted(make, document, make.user(), "city in Norway", "***")
    read = generalized_text(see_work(browser, work))
    assert read == f"{first} — in\n\n*** 🚢."


def test_a_line_without_words_stands_once_for_both_texts(browser, make, project):
    document = make.document(project, text="Oslo — in\n \nOslo 🚢.", spans=OSLO_TWICE)
    page = see_work(browser, submitted(make, document, make.user(), "city in Norway", "***"))
    assert page.count('<p class="blank"> \n</p>') == 1
    assert page.count("Original: ") == page.count("Sanitized: ") == 2


def test_originals_levels_and_the_choices_of_others_stand_beside(browser, make, project):
    [[work, _, opened]] = towns(make, project, ("city", "***", "city in Norway"))
    opened.state = AssignmentState.IN_PROGRESS
    db.session.commit()
    [mention] = work.document.layers[0].mentions
    card = words(part(see_work(browser, work), f"mention-{mention.id}"))
    assert card.startswith("Mention 1 Oslo Place, quasi-identifier Chosen: city 2 of 3 Ben: *** ")


@pytest.mark.parametrize(
    ("chosen", "level"), [("city", ["2 of 3"]), ("Nordic country", ["2 of 4"]), ("***", [])]
)
def test_a_level_is_said_of_the_list_that_the_choice_is_in(browser, make, project, chosen, level):
    document = town(make, project)
    [mention] = document.layers[0].mentions
    mention.generalizations = {
        "P31": ["city in Norway", "city", "***"],
        "gazetteer": ["Norway", "Nordic country", "country", "***"],
    }
    db.session.commit()
    work = submitted(make, document, make.user(), chosen)
    page = see_work(browser, work)
    assert re.findall('<span class="help level">(.*?)</span>', page) == level


def test_a_mention_without_a_choice_says_so(browser, make, project):
    work = make.assignment(town(make, project), make.user())
    [mention] = work.document.layers[0].mentions
    page = see_work(browser, work)
    assert generalized_text(page) == "[no choice yet]"
    assert "no choice yet" in part(page, f"mention-{mention.id}")


def test_the_history_counts_repeated_steps(browser, make, project):
    [[work]] = towns(make, project, ("city",))
    for kind in (EventKind.CHOSEN, EventKind.CHOSEN, EventKind.SUBMITTED):
        db.session.add(
            Event(at=utc_now(), kind=kind, actor_id=work.annotator_id, assignment_id=work.id)
        )
    db.session.commit()
    history = words(part(see_work(browser, work), "trail"))
    assert "Ada chose (2 times)" in history
    assert "Ada submitted" in history


def test_nothing_of_a_document_is_in_the_title(browser, make, project):
    [[work]] = towns(make, project, ("city",))
    title = re.search("<title>(.*?)</title>", see_work(browser, work))[1]
    assert title == f"Review of document {work.document.position + 1} · Palimpsest"


def test_text_from_outside_is_inert(browser, make, project):
    evil = "<img src=x onerror=alert(1)>"
    document = make.document(
        project, doc_id=evil, text=evil, spans=[(evil, SemanticType.MISC, "e1", [evil + "!"])]
    )
    work = submitted(make, document, make.user("<script>1</script>"), evil + "!")
    comment = Flag(
        assignment_id=work.id, author_id=work.annotator_id, comment=evil, created_at=utc_now()
    )
    db.session.add(comment)
    db.session.commit()
    for page in (see_work(browser, work), see_list(browser, project)):
        assert "<img" not in page
        assert "<script>1" not in page


def test_annotators_may_not_review(client, make, project):
    [[work]] = towns(make, project, ("city",))
    db.session.add(Membership(project_id=project.id, user_id=work.annotator_id))
    db.session.commit()
    sign_in(client, work.annotator)
    assert client.get(f"/projects/{project.id}/review").status_code == 403
    assert client.get(f"/projects/{project.id}/review/{work.id}").status_code == 403


def test_work_of_a_foreign_project_is_not_there(browser, make, project):
    foreign = make.project()
    [[work]] = towns(make, foreign, ("city",))
    for address in (
        f"/projects/{foreign.id}/review",
        f"/projects/{foreign.id}/review/{work.id}",
        f"/projects/{project.id}/review/{work.id}",
    ):
        assert browser.get(address).status_code == 404
    for step in ("approve", "send-back"):
        answer = browser.post(f"/projects/{project.id}/review/{work.id}/{step}")
        assert answer.status_code == 404


def test_masking_projects_have_a_queue_as_others(browser, make, reviewer):
    project = make.project(reviewer, kind=ProjectKind.MASKING)
    assert browser.get(f"/projects/{project.id}/review").status_code == 200


def test_all_work_on_a_document_is_one_item_and_named_once_it_was_read(browser, make, project):
    [[ada, ben], [_, _]] = towns(make, project, ("city", "***"), ("city", "***"))
    page = see_list(browser, project)
    assert "Waiting (2)" in page
    assert page.count('rowspan="2"') == 2
    assert f"Document {ada.document.number}" in page
    assert ada.document.doc_id not in page
    for work in (ada, ben):
        assert ada.document.doc_id not in see_list(browser, project)
        read_sanitized(browser, work)
    assert ada.document.doc_id in see_list(browser, project)


def test_the_least_certain_come_first_those_without_suggestions_last(browser, make, project):
    rows = towns(make, project, ("city",), ("city",), ("city",), ("***",))
    version = make.version(project)
    for [work], confidence in zip(rows[1:], (0.9, 0.4, 0.99), strict=True):
        choice = db.session.scalars(select(Choice).where(Choice.assignment_id == work.id)).one()
        make.suggestion(choice, version, "city", confidence=confidence)
    page = see_list(browser, project, "?order=certainty")
    assert re.findall(r"/review/(\d+)", page) == [str(rows[place][0].id) for place in (3, 2, 1, 0)]
    assert re.findall(r"(\d+) % certain", " ".join(page.split())) == ["0", "40", "90"]
    assert "Certainty is how likely" in page


def test_a_list_can_be_narrowed_to_work_with_open_comments(browser, make, project):
    [[_], [asked]] = towns(make, project, ("city",), ("city",))
    comment = Flag(
        assignment_id=asked.id, author_id=asked.annotator_id, comment="?", created_at=utc_now()
    )
    db.session.add(comment)
    db.session.commit()
    page = see_list(browser, project, "?comments=yes")
    assert re.findall(r"/review/(\d+)", page) == [str(asked.id)]
    assert "1 comment, to be read after the text" in " ".join(page.split())
