"""Formatting metrics of agreement as words, numbers and shades."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from annotation.agreement import Agreement, AgreementReport, Attribute, Metrics, Unit

HOTTEST = 10


@dataclass(frozen=True, slots=True)
class Measure:
    """A coefficient of agreement: the field it stands in, its name, its meaning."""

    field: str
    label: str
    help: str

    def of(self, figures: Metrics) -> float | None:
        """Read the coefficient."""
        value: float | None = getattr(figures, self.field)
        return value


ATTRIBUTES = {
    Attribute.ENTITY_TYPE: "Entity type",
    Attribute.IDENTIFIER_TYPE: "Identifier type",
    Attribute.CONFIDENTIAL_STATUS: "Confidential status",
}
UNITS = {
    Unit.EXACT: "spans, same borders",
    Unit.PARTIAL: "spans, same start",
    Unit.CHARACTER: "characters",
}
"""What agreement on marked spans is measured on, and over."""

RAW = Measure(
    "raw_agreement",
    "Raw agreement",
    "How often two annotators of a mention chose the same. Chance alone gives more than 0.",
)
LIGHT = Measure(
    "light_kappa",
    "Light's κ",
    "Agreement beyond chance: Cohen's κ of each pair of annotators, averaged over the pairs.",
)
FLEISS = Measure(
    "fleiss_kappa",
    "Fleiss' κ",
    "Agreement beyond chance, all annotators taken as one pool: who chose does not matter.",
)
NOMINAL = Measure(
    "nominal_alpha",
    "Krippendorff's α, nominal",
    "One minus observed over expected disagreement; copes with mentions that few annotated.",
)
ORDINAL = Measure(
    "ordinal_alpha",
    "Krippendorff's α, ordinal",
    "The same, but neighbouring levels count as closer than distant ones.",
)
MEASURES = (RAW, LIGHT, FLEISS, NOMINAL, ORDINAL)


@dataclass(frozen=True, slots=True)
class Cell:
    """A pair of annotators in the heatmap; without κ, `words` is the reason."""

    kappa: float | None
    items: int
    words: str = ""

    @property
    def heat(self) -> int:
        """The shade: 0 for chance or less, 10 for full agreement."""
        return max(0, min(HOTTEST, round((self.kappa or 0) * HOTTEST)))


def heatmap(agreement: Agreement) -> list[tuple[str, list[Cell]]]:
    """Return the rows of the heatmap: an annotator, and a cell for every annotator."""
    pairs = {frozenset((pair.a, pair.b)): pair for pair in agreement.pairs}

    def cell(row: str, column: str) -> Cell:
        if row == column:
            return Cell(None, 0, "same person")
        pair = pairs[frozenset((row, column))]
        words = "" if pair.kappa is not None else "undefined" if pair.items else "nothing shared"
        return Cell(pair.kappa, pair.items, words)

    names = agreement.annotators
    return [(row, [cell(row, column) for column in names]) for row in names]


def reasons(report: AgreementReport) -> Iterator[tuple[str, str]]:
    """Yield what each missing metric is about, and the reason why it is missing."""
    readings = (("levels", report.levels), ("texts", report.texts))
    for reading, agreement in readings:
        for note in agreement.overall.notes:
            yield f"Over {reading}", note
    for kind in report.levels.by_type:
        for reading, agreement in readings:
            figures = agreement.by_type[kind]
            if RAW.of(figures) is None or LIGHT.of(figures) is None:
                yield f"{kind.label}, over {reading}", " ".join(figures.notes)
