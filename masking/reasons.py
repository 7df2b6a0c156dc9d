"""The reasons of found spans: as records and weights have them, and as people are told them.

Light, as pages show them.
"""

from __future__ import annotations

from annotation.types import SemanticType

AGAIN = "again: "
"""The beginning of the reason of a name that was first found elsewhere in the text."""
PROTECTED = "name to protect"
READABLE = "still readable"
INITIALS = "initials"
INTRODUCED = "introduced by name"
ADDRESSED = "addressed by name"
SIGNED = "signed by name"
ASKED = "name that was asked for"
SENDING = "name before a mail address"
INITIAL = "initial behind a title"
SPEAKER = "speaker of a transcript"
TITLED = "name behind a title"
RELATED = "name of a relative"
PARTY = "party of a case"
INITIALED = "name behind initials"
SURNAME_FIRST = "surname before a given name"
FIELD = "value of a field for a person"
FULL_NAME = "given name before a surname"
CELL = "name in a cell beside another"
CELL_PLACE = "place in a column of places"
FIELD_PLACE = "value of a field for a place"
FIELD_THING = "value of a field that is a thing or a firm"
EAST_ASIAN = "name in Chinese, Japanese or Korean"
PERSONAL = frozenset(
    {INTRODUCED, ADDRESSED, SIGNED, ASKED, SENDING, INITIAL, SPEAKER, TITLED, RELATED, PARTY}
    | {INITIALED, SURNAME_FIRST, FIELD, CELL, FULL_NAME}
)
"""The reasons of what words beside a name, or its form, say to be a person's."""
PROOFS = PERSONAL | {CELL_PLACE, FIELD_PLACE, FIELD_THING, EAST_ASIAN}
"""The reasons that prove, where their finder is certain, what a name names: no judge is asked."""
CAPITALIZED = "capitalised phrases"
OTHER_SCRIPT = "other script"
ENTITY = "named entity, "
"""The beginning of the reason of an entity; its label follows."""
WITHOUT_NUMBER = "without a number"
"""How the reason of a date or an amount ends that is written in words alone."""

TYPES = {
    SemanticType.PERSON: "PERSON PER persName PRS PER_NAME",
    SemanticType.LOC: "GPE LOC FAC GPE_LOC GPE_ORG geogName placeName LOCATION",
    SemanticType.ORG: "ORG orgName ORGANIZATION",
    SemanticType.DEM: "NORP LANGUAGE NAT_REL_POL",
    SemanticType.DATETIME: "DATE TIME DATETIME PERIOD date time",
    SemanticType.QUANTITY: "CARDINAL ORDINAL PERCENT MONEY QUANTITY NUMERIC NUMERIC_VALUE",
    SemanticType.MISC: "EVENT WORK_OF_ART PRODUCT LAW MISC EVT PROD DRV",
}
_TYPE_OF = {label: type_ for type_, labels in TYPES.items() for label in labels.split()}
"""The labels of spaCy's own pipelines (OntoNotes, WikiNER and national schemes)."""
_NOUNS = {
    SemanticType.PERSON: "a person",
    SemanticType.LOC: "a place",
    SemanticType.ORG: "an organisation",
    SemanticType.DEM: "a nationality, language or belief",
    SemanticType.DATETIME: "a date or time",
    SemanticType.QUANTITY: "an amount",
    SemanticType.MISC: "a name",
}
_WORDS = {
    CAPITALIZED: "words with capitals",
    OTHER_SCRIPT: "words in another script",
    INITIALS: "initials of a person of this text",
    PROTECTED: "part of the name of somebody this text is about",
    READABLE: "words that are hidden elsewhere",
}


def type_of(label: str) -> SemanticType:
    """Return the semantic type of a pipeline's label, MISC for one that is not known."""
    return _TYPE_OF.get(label, SemanticType.MISC)


def in_words(reason: str, type_: SemanticType | None = None) -> str:
    """Return the reason of a span in plain words; one that is plain, or not known, as it is.

    What an entity was taken for is left out where the span is of another `type_`.
    """
    bare = reason.removeprefix(AGAIN)
    again = reason[: len(reason) - len(bare)]
    if not bare.startswith(ENTITY):
        return again + _WORDS.get(bare, bare)
    label = bare.removeprefix(ENTITY)
    in_letters = " in words" if label.endswith(WITHOUT_NUMBER) else ""
    found = type_of(label.removesuffix(WITHOUT_NUMBER).strip())
    if type_ not in {None, found}:
        return f"{again}words that the language model marks"
    return f"{again}{_NOUNS[found]}{in_letters}, by the language model"
