"""What stops a document from being released, what needs a yes, what is only said."""

from datetime import UTC, datetime, timedelta

import pytest

from annotation.writing import Anonymizer
from privacy.gate import (
    Acceptance,
    Check,
    Consequence,
    FindingKind,
    digest_of_text,
    judge,
)
from tests.annotation.masking import SPANS, TEXT, Dictionary, document

NOW = datetime(2030, 5, 1, 12, 0, tzinfo=UTC)
CLEAN = (TEXT, *SPANS[:2], ("1986", "DATETIME", "the 1980s"))
LEAKING = ("Anna Berg left. Berg moved.", ("Anna Berg", "PERSON", "PERSON 1"))
KINDS = FindingKind


def anonymized(*arguments, **options):
    return Anonymizer(Dictionary()).anonymize(document(*arguments), **options)


def attack(confidence, *, by="words", rank=1, first_is_person=True):
    return {
        "by": by,
        "people": 553,
        "rank": rank,
        "confidence": confidence,
        "first_is_person": first_is_person,
    }


def check(text, *attacks, k=None, people=70, at=NOW):
    report = {
        "k": {"project": k, "people": people},
        "attacks": list(attacks),
        "kept": 0.6,
        "gives_away": [],
        "mentions": [],
    }
    return Check.from_report(report, text_digest=digest_of_text(text), background_at=at)


def judged(found, last=None, *, background_at=None, acceptances=()):
    return judge(
        found,
        text_digest=digest_of_text(found.text),
        check=last,
        background_at=background_at,
        acceptances=acceptances,
    )


def accepted(finding, reason="It is the name of a mountain."):
    return Acceptance(finding.kind, finding.digest, reason, "Ria", NOW)


def consequences(gated):
    return [(each.kind, each.consequence) for each in gated.findings]


def test_a_clean_text_without_a_background_may_go_out_and_is_said_to_be_not_attacked():
    gated = judged(anonymized(*CLEAN))
    assert consequences(gated) == [(KINDS.NOT_ATTACKED, Consequence.INFORMS)]
    assert gated.open == ()


def test_a_leak_stops_until_somebody_answers_for_it():
    found = anonymized(*LEAKING)
    [leak, _] = judged(found).findings
    assert (leak.kind, leak.consequence) == (KINDS.LEAK, Consequence.STOPS)
    assert "“Berg” (of “Anna Berg”) is still readable" in str(leak)
    assert judged(found).open == (leak,)
    gated = judged(found, acceptances=[accepted(leak)])
    assert gated.open == ()
    assert gated.accepted[leak.digest].person == "Ria"


def test_what_was_accepted_in_one_text_is_not_accepted_in_another():
    [leak, _] = judged(anonymized(*LEAKING)).findings
    other = anonymized(LEAKING[0] + " She slept.", *LEAKING[1:])
    gated = judged(other, acceptances=[accepted(leak)])
    assert len(gated.open) == 1
    assert gated.accepted == {}


def test_an_acceptance_of_one_kind_holds_for_no_other():
    found = anonymized(*LEAKING)
    [leak, _] = judged(found).findings
    other = Acceptance(KINDS.FOUND, leak.digest, "So be it.", "Ria", NOW)
    assert judged(found, acceptances=[other]).open == (leak,)


def test_a_text_in_which_nothing_is_hidden_stops_unless_that_was_confirmed():
    bare = anonymized("Anna Berg left.")
    assert [each.kind for each in judged(bare).open] == [KINDS.UNMASKED]
    assert judged(anonymized("Anna Berg left.", may_be_unmasked=True)).open == ()


def test_a_text_with_spans_without_a_choice_stops_and_nobody_can_accept_that():
    [finding] = judged(anonymized(TEXT, *SPANS)).findings
    assert (finding.kind, finding.consequence) == (KINDS.UNDECIDED, Consequence.STOPS)
    assert str(finding) == "1 span without a choice"
    assert not finding.kind.can_be_accepted


@pytest.mark.parametrize(
    ("confidence", "consequence"),
    [
        (0.69, None),
        (0.7, Consequence.NEEDS_YES),
        (0.89, Consequence.NEEDS_YES),
        (0.9, Consequence.STOPS),
    ],
)
def test_the_confidence_of_the_attacker_says_whether_a_yes_is_needed_or_nothing_goes_out(
    confidence, consequence
):
    found = anonymized(*CLEAN)
    gated = judged(found, check(found.text, attack(confidence)), background_at=NOW)
    expected = [(KINDS.FOUND, consequence)] if consequence else []
    assert consequences(gated) == expected
    assert len(gated.open) == len(expected)


def test_the_surest_attack_counts_and_none_that_names_another_person():
    found = anonymized(*CLEAN)
    attacks = [
        attack(0.72),
        attack(0.97, by="meaning", first_is_person=False),
        attack(0.91, by="reading", rank=None, first_is_person=None),
    ]
    [finding] = judged(found, check(found.text, *attacks), background_at=NOW).findings
    assert str(finding) == "The attack by reading names one of 553 people and is 91 % sure"


def test_who_accepts_that_a_person_is_found_does_so_for_this_background_alone():
    found = anonymized(*CLEAN)
    later = NOW + timedelta(days=1)
    [finding] = judged(found, check(found.text, attack(0.95)), background_at=NOW).findings
    same = judged(
        found,
        check(found.text, attack(0.95)),
        background_at=NOW,
        acceptances=[accepted(finding)],
    )
    other = judged(
        found,
        check(found.text, attack(0.95), at=later),
        background_at=later,
        acceptances=[accepted(finding)],
    )
    assert (len(same.open), len(other.open)) == (0, 1)


@pytest.mark.parametrize("stale", ["missing", "another text", "an older background"])
def test_a_check_that_is_stale_stops_and_can_not_be_accepted(stale):
    found = anonymized(*CLEAN)
    last = {
        "missing": None,
        "another text": check(found.text + " More.", attack(0.1)),
        "an older background": check(found.text, attack(0.1), at=NOW - timedelta(days=1)),
    }[stale]
    [finding] = judged(found, last, background_at=NOW).findings
    assert (finding.kind, finding.consequence) == (KINDS.UNCHECKED, Consequence.STOPS)
    assert not finding.kind.can_be_accepted


def test_who_is_alone_in_the_project_is_said_and_stops_nothing():
    found = anonymized(*CLEAN)
    gated = judged(found, check(found.text, k=1), background_at=NOW)
    assert consequences(gated) == [(KINDS.ALONE, Consequence.INFORMS)]
    assert gated.open == ()
    assert judged(found, check(found.text, k=2), background_at=NOW).findings == ()


def test_in_a_project_about_one_person_nobody_is_said_to_be_alone():
    found = anonymized(*CLEAN)
    last = check(found.text, k=1, people=1)
    assert judged(found, last, background_at=NOW).findings == ()
    assert last.fitting is None
