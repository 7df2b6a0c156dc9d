"""What is wanted of a dataset."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from annotation.formats.exchange.registry import ExportFormat
from annotation.rendering import Fitter, as_chosen, without_brackets
from annotation.types import LabelledEnum
from ontology.rules.grammar import fit
from webapp.core.records import Layers
from webapp.platform.models import AssignmentState
from webapp.platform.models.states import FINAL_STATES

_REVIEWED = frozenset({AssignmentState.REVIEWED})


class Work(LabelledEnum):
    """Whose work goes into a dataset."""

    SUBMITTED = "submitted", "Submitted and reviewed"
    REVIEWED = "reviewed", "Reviewed only"
    ALL = "all", "All, as it is now"

    @property
    def states(self) -> Collection[AssignmentState] | None:
        """The states of the assignments that count; None for all."""
        return {Work.SUBMITTED: FINAL_STATES, Work.REVIEWED: _REVIEWED}.get(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The options of a dataset."""

    format: ExportFormat = ExportFormat.WIKIREPLACE
    split: str | None = None
    """One `dataset_type`, "" for the documents without any; None for all."""
    work: Work = Work.SUBMITTED
    layers: Layers = Layers.BOTH
    multi_to_test: bool = False
    """Whether documents that several annotators submitted go to the test split."""
    with_pseudonyms: bool = False
    """Whether annotators are numbered, as they are without originals, instead of named."""
    without_originals: bool = False
    """Whether sanitized documents are wanted; see annotation.sanitizing."""
    skip_leaking: bool = False
    """Whether sanitized documents in which the scan finds something are left out."""
    fits_grammar: bool = False
    """Whether replacements are fitted into their sentences; bare choices are WikiReplace's."""
    without_brackets: bool = False

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Undo `to_json`."""
        enums = {
            "format": ExportFormat(value["format"]),
            "work": Work(value["work"]),
            "layers": Layers(value["layers"]),
        }
        return cls(**{**value, **enums})

    def to_json(self) -> dict[str, Any]:
        """Return the options as a JSON object."""
        return asdict(self)

    @property
    def layers_read(self) -> Layers:
        """Whose layers are read: of a sanitized document there is one text, by its gold layer."""
        is_one = self.without_originals and self.layers is Layers.BOTH
        return Layers.OUTGOING if is_one else self.layers

    @property
    def needs(self) -> str:
        """What a document has to have to be in the dataset, in words; "" for nothing."""
        work = {Work.SUBMITTED: "with submitted work", Work.REVIEWED: "with approved work"}
        split = f"in the split {self.split}" if self.split else "without a split"
        gold = "settled by adjudication and not changed since: only that has a gold layer"
        needs = (
            work.get(self.work),
            None if self.split is None else split,
            gold if self.layers is Layers.GOLD else None,
        )
        return ", ".join(filter(None, needs))

    @property
    def approved_first(self) -> bool:
        """Whether approved work speaks alone: of a sanitized document there is one text."""
        return self.without_originals and self.work is Work.SUBMITTED

    @property
    def fitter(self) -> Fitter:
        """The way in which replacements stand in their sentences."""
        fitter = fit if self.fits_grammar else as_chosen
        return without_brackets(fitter) if self.without_brackets else fitter

    def file_name(self, project: str, suffix: str) -> str:
        """Name the file for people; the project's name may name somebody, and so may a split."""
        if self.without_originals:
            return f"without-originals-{self.format}{suffix}"
        named = (re.sub(r"\W+", "-", name).strip("-") for name in (project, self.split or ""))
        return "-".join(filter(None, (*named, self.format))) + suffix
