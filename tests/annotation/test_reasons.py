"""Why a text is offered: the reason that was kept, or else the source of its list."""

from annotation.options import options_of
from annotation.reasons import Reason, grouped, reasons_of
from annotation.records import Origin, Replacement

LISTS = {"cities": ["city in Norway", "city", "***"], "P31": ["city", "big city", "***"]}
OPTIONS = options_of(Replacement(LISTS))


def test_each_text_has_its_reason_once_and_the_mask_none():
    origins = {
        "city in Norway": Origin("GeoNames cities", "Oslo: city in Norway"),
        "city": Origin("GeoNames cities", "Oslo: city in Norway"),
    }
    assert reasons_of(OPTIONS, origins) == (
        Reason("city in Norway", "GeoNames cities", "Oslo: city in Norway"),
        Reason("city", "GeoNames cities", "Oslo: city in Norway"),
        Reason("big city", "instance of"),
    )


def test_without_reasons_the_source_of_the_list_is_told():
    assert [reason.source for reason in reasons_of(OPTIONS, {})] == [
        "GeoNames cities",
        "GeoNames cities",
        "instance of",
    ]
    assert reasons_of((), {}) == ()


def test_what_neighbours_share_is_put_together():
    groups = grouped(reasons_of(OPTIONS, {}))
    assert [[reason.text for reason in group] for group in groups] == [
        ["city in Norway", "city"],
        ["big city"],
    ]
