"""A span as its annotator works on it: what it may become, what was chosen, how it reads."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from annotation.options import OptionGroup, option_groups
from annotation.reasons import Reason, grouped, reasons_of
from annotation.records import Generalizations, Layout, Mention, Replacement
from annotation.rendering import ReplacedSpan
from annotation.types import ConfidentialStatus, EditType, IdentifierType, SemanticType
from masking.reasons import in_words
from webapp.core.records import origins_of
from webapp.platform.errors import DomainError
from webapp.platform.models import ChoiceOrigin

LONGEST_WRITTEN = 200
"""Characters, as of a rule of the project, which it may become."""
MOST_ARRANGED = 4_096
"""How many spans' lists a process keeps arranged: about those of all who are at work."""


class Chosen(NamedTuple):
    """What is chosen for a span: the text, and where it comes from."""

    text: str
    origin: ChoiceOrigin


@dataclass(frozen=True, slots=True)
class MaskReason:
    """Why a mask is suggested, in plain words, and how likely it must be hidden (in percent)."""

    reason: str
    percent: int

    @classmethod
    def of(cls, layout: Mapping[str, Any], entity_type: SemanticType) -> MaskReason | None:
        """Read the reason of a suggestion; layers of people or of other programs have none."""
        extra = layout.get("extra", {})
        reason, score = extra.get("reason"), extra.get("score")
        is_known = isinstance(reason, str) and isinstance(score, float | int)
        return cls(in_words(reason, entity_type), round(100 * score)) if is_known else None


@dataclass(slots=True)
class MentionWork:
    """A masked mention with what it may become and what was chosen for it so far.

    Where others overlap it, it leads them, and its borders are those of all of them together. Of
    its row the JSON is kept as it is stored, and read where it is asked for: a save asks for the
    spans that it changes, not for all of the document.
    """

    id: int
    start: int
    end: int
    span_text: str
    entity_type: SemanticType
    identifier_type: IdentifierType
    entity_id: str
    stored_generalizations: str | None
    stored_origins: str | None
    confidential_status: ConfidentialStatus | None = None
    is_own: bool = False
    """Whether it stands in the annotator's own layer: they changed or added it."""
    edit_type: EditType | None = None
    """What is stored of what was done to it."""
    stored_layout: str = "{}"
    """The parts of its record that are stored, see webapp.platform.models."""
    is_replaced: bool = True
    """Whether a replacement is chosen for it; elsewhere, that it is hidden."""
    choice: Chosen | None = None
    first: MentionWork | None = None
    """The entity's first mention, whose choice this one follows; None for the first itself."""
    admitted: str | None = None
    """A text that may be chosen whatever the lists offer: what is stored, or what was written."""
    corrected: str | None = None
    """What a reviewer put in the place of the choice."""
    corrected_type: IdentifierType | None = None
    """What a reviewer put in the place of the identifier type."""
    before: int = 0
    """Where the mention before it ends: a word of that one does not change with this one."""
    marks: Sequence[MentionWork] = ()
    """The spans that it leads as they are marked, itself among them; none where it stands alone."""

    @property
    def generalizations(self) -> Generalizations | None:
        """The lists of texts that are offered."""
        return json.loads(self.stored_generalizations) if self.stored_generalizations else None

    @property
    def origins(self) -> Mapping[str, Any] | None:
        """What is stored of the reasons for which they are offered."""
        return json.loads(self.stored_origins) if self.stored_origins else None

    @property
    def mask_reason(self) -> MaskReason | None:
        """The reason for which it is suggested to be hidden, None where that is not known.

        What somebody corrected or added is as they say, for whatever it was found.
        """
        if self.edit_type in {EditType.CORRECT, EditType.INSERT}:
            return None
        return MaskReason.of(json.loads(self.stored_layout), self.entity_type)

    @property
    def is_masked(self) -> bool:
        """Whether it is to be hidden: others take no part in the work."""
        return self.outgoing_type is not IdentifierType.NO_MASK

    @property
    def outgoing_type(self) -> IdentifierType:
        """What goes out: its identifier type, unless a reviewer corrected it."""
        return self.corrected_type or self.identifier_type

    @property
    def reasons(self) -> tuple[tuple[Reason, ...], ...]:
        """The reasons for which texts are offered, texts with the same reason together."""
        options = (option for group in self.groups for option in group.options)
        return grouped(reasons_of(options, origins_of(self.origins)))

    @property
    def groups(self) -> tuple[OptionGroup, ...]:
        """The groups of options in the drop-down."""
        return _groups_of(self.stored_generalizations if self.is_replaced else None)

    @property
    def written(self) -> str | None:
        """What the annotator wrote for it, where none of the texts offered would do."""
        is_own = self.admitted is not None and _found(self.admitted, self._listed) is None
        return self.admitted if is_own else None

    @property
    def texts(self) -> list[str]:
        """All texts that may be chosen, in the order shown; what the annotator wrote comes last."""
        written = self.written
        return self._listed if written is None else [*self._listed, written]

    @property
    def _listed(self) -> list[str]:
        return [option.text for group in self.groups for option in group.options]

    def offered(self, text: str) -> str | None:
        """Return the text as it stands in the lists, None if it may not be chosen here."""
        return _found(text, self.texts)

    def written_as(self, text: str) -> str:
        """Return how words of one's own stand for it; raises DomainError for what can't.

        What differs from its own words by white space alone, which forms don't keep, is those.
        """
        if text.split() == self.span_text.split():
            return self.span_text
        is_printed = text.strip() and text.isprintable() and not set("[]") & set(text)
        if self.offered(text) is None and not (is_printed and len(text) <= LONGEST_WRITTEN):
            raise DomainError(
                f"A replacement of one's own has 1 to {LONGEST_WRITTEN} printable characters, and "
                "no brackets."
            )
        return text

    def as_record(self) -> Mention:
        """Return it as a record, without a choice; lists of a file, without reasons, stay such."""
        replacement = None
        if self.generalizations is not None:
            layout = Layout(("generalizations",)) if self.origins is None else Layout()
            origins = origins_of(self.origins)
            replacement = Replacement(self.generalizations, origins=origins, layout=layout)
        return Mention(
            mention_id=str(self.id),
            entity_type=self.entity_type,
            start=self.start,
            end=self.end,
            span_text=self.span_text,
            identifier_type=self.identifier_type,
            entity_id=self.entity_id,
            edit_type=self.edit_type if self.is_own else None,
            confidential_status=self.confidential_status,
            replacement=replacement,
        )

    @property
    def text(self) -> str | None:
        """The chosen text, None while open."""
        return self.choice.text if self.choice else None

    @property
    def outgoing(self) -> str | None:
        """What goes out: the choice, unless a reviewer corrected it."""
        return self.text if self.corrected is None else self.corrected

    @property
    def follows(self) -> bool:
        """Whether the choice was taken over from the entity's first mention."""
        return self.choice is not None and self.choice.origin is ChoiceOrigin.FOLLOWED

    def following(self, text: str) -> str:
        """Return what it becomes with its entity's first mention: left as it is, where that is."""
        is_left = self.first is not None and self.is_replaced and text == self.first.span_text
        return self.span_text if is_left else text

    @property
    def is_apart(self) -> bool:
        """Whether this mention was given another text than the entity's first one."""
        return self.first is not None and self.choice is not None and not self.follows


@lru_cache(maxsize=MOST_ARRANGED)
def _groups_of(stored: str | None) -> tuple[OptionGroup, ...]:
    """Arrange stored lists: a page shows those of all its spans, each save after it asks again."""
    lists = json.loads(stored) if stored else None
    return option_groups(Replacement(lists) if lists else None)


def _found(text: str, texts: list[str]) -> str | None:
    """Return a text as it stands among others, None if it doesn't.

    Browsers send every line break of a form as CR LF, whatever it was in the list.
    """
    if text in texts:
        return text
    as_sent = ("\n".join(each.splitlines()) for each in texts)
    return dict(zip(as_sent, texts, strict=True)).get("\n".join(text.splitlines()))


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
        """The choice as it goes out, in brackets unless it is `***` or leaves the span as it is.

        None while open.
        """
        if self.reads is None:
            return None
        is_left = self.mention.outgoing == self.mention.span_text
        span = ReplacedSpan(self.start, self.end, self.reads, has_brackets=not is_left)
        return span.rendered
