"""A span as its annotator works on it: what it may become, what was chosen, how it reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from annotation.options import OptionGroup, option_groups
from annotation.reasons import Reason, grouped, reasons_of
from annotation.records import Generalizations, Replacement
from annotation.rendering import ReplacedSpan
from annotation.types import ConfidentialStatus, EditType, IdentifierType, SemanticType
from webapp.models import Choice, ChoiceOrigin
from webapp.records import origins_of


@dataclass(frozen=True, slots=True)
class MaskReason:
    """The reason for which a mask is suggested, and how often such masks are right (in percent)."""

    reason: str
    percent: int

    @classmethod
    def of(cls, layout: Mapping[str, Any]) -> MaskReason | None:
        """Read the reason of a suggestion; layers of people or of other programs have none."""
        extra = layout.get("extra", {})
        reason, score = extra.get("reason"), extra.get("score")
        is_known = isinstance(reason, str) and isinstance(score, float | int)
        return cls(reason, round(100 * score)) if is_known else None


@dataclass(slots=True)
class MentionWork:
    """A masked mention with what it may become and what was chosen for it so far.

    Where others overlap it, it leads them, and its borders are those of all of them together.
    """

    id: int
    start: int
    end: int
    span_text: str
    entity_type: SemanticType
    identifier_type: IdentifierType
    entity_id: str
    generalizations: Generalizations | None
    origins: Mapping[str, Any] | None
    confidential_status: ConfidentialStatus | None = None
    is_own: bool = False
    """Whether it stands in the annotator's own layer: they changed or added it."""
    edit_type: EditType | None = None
    """What is stored of what was done to it."""
    layout: Mapping[str, Any] = field(default_factory=dict)
    """What is stored of its record, see webapp.models."""
    is_replaced: bool = True
    """Whether a replacement is chosen for it; elsewhere, that it is hidden."""
    choice: Choice | None = None
    first: MentionWork | None = None
    """The entity's first mention, whose choice this one follows; None for the first itself."""
    written: str | None = None
    """What the annotator wrote for it, where none of the texts offered would do."""
    before: int = 0
    """Where the mention before it ends: a word of that one does not change with this one."""
    _groups: tuple[OptionGroup, ...] = ()

    @property
    def mask_reason(self) -> MaskReason | None:
        """The reason for which it is suggested to be hidden, None where that is not known."""
        return MaskReason.of(self.layout)

    @property
    def is_masked(self) -> bool:
        """Whether it is to be hidden: others take no part in the work."""
        return self.identifier_type is not IdentifierType.NO_MASK

    @property
    def reasons(self) -> tuple[tuple[Reason, ...], ...]:
        """The reasons for which texts are offered, texts with the same reason together."""
        options = (option for group in self.groups for option in group.options)
        return grouped(reasons_of(options, origins_of(self.origins)))

    @property
    def groups(self) -> tuple[OptionGroup, ...]:
        """The groups of options in the drop-down."""
        if not self._groups:
            lists = self.generalizations if self.is_replaced else None
            self._groups = option_groups(Replacement(lists) if lists else None)
        return self._groups

    @property
    def texts(self) -> list[str]:
        """All texts that may be chosen, in the order shown; what the annotator wrote comes last."""
        texts = [option.text for group in self.groups for option in group.options]
        return [*texts, self.written] if self.written is not None else texts

    def offered(self, text: str) -> str | None:
        """Return the text as it stands in the lists, None if it may not be chosen here.

        Browsers send every line break of a form as CR LF, whatever it was in the list.
        """
        texts = self.texts
        if text in texts:
            return text
        as_sent = ("\n".join(text.splitlines()) for text in texts)
        return dict(zip(as_sent, texts, strict=True)).get("\n".join(text.splitlines()))

    @property
    def text(self) -> str | None:
        """The chosen text, None while open."""
        return self.choice.text if self.choice else None

    @property
    def follows(self) -> bool:
        """Whether the choice was taken over from the entity's first mention."""
        return self.choice is not None and self.choice.origin is ChoiceOrigin.FOLLOWED

    @property
    def is_apart(self) -> bool:
        """Whether this mention was given another text than the entity's first one."""
        return self.first is not None and self.choice is not None and not self.follows


@dataclass(frozen=True, slots=True)
class Place:
    """Where a mention stands in the text as it reads, with the word before it that may change.

    `original_lead` is that word, an article as a rule, as the text has it, `lead` as it reads;
    `reads` is the choice fitted into its sentence, None while open.
    """

    mention: MentionWork
    start: int
    end: int
    original_lead: str
    lead: str
    reads: str | None = None

    is_masked: ClassVar[bool] = True

    @property
    def rendered(self) -> str | None:
        """The choice as it goes out, in brackets unless it is `***`; None while open."""
        if self.reads is None:
            return None
        return ReplacedSpan(self.start, self.end, self.reads).rendered
