"""Steps from privacy to utility stand between the thresholds of the named points."""

from __future__ import annotations

import pytest

from masking.detecting import ZERO_SHOT
from masking.operating_points import ALL_STEPS, BALANCED, OperatingPoint


def test_first_middle_and_last_step_are_the_points():
    named = {step.point: step.threshold(ZERO_SHOT) for step in ALL_STEPS if step.point}
    assert named == pytest.approx(ZERO_SHOT)
    assert BALANCED.point is OperatingPoint.BALANCED


def test_in_between_the_way_is_even():
    thresholds = [step.threshold(ZERO_SHOT) for step in ALL_STEPS]
    assert thresholds[:5] == pytest.approx([0, 0.075, 0.15, 0.225, 0.3])
    assert thresholds[4:] == pytest.approx([0.3, 0.35, 0.4, 0.45, 0.5])


def test_trained_thresholds_that_overtake_each_other_never_mask_more_on_the_way():
    odd = dict(zip(OperatingPoint, (0.7, 0.4, 0.3), strict=True))
    thresholds = [step.threshold(odd) for step in ALL_STEPS]
    assert thresholds == pytest.approx([0.4] * len(ALL_STEPS))
