"""The closed sets of the field, each value with a label and a line of help.

Source: Pilán et al. (2022), the TAB corpus, section 4; WikiReplace uses the same.
"""

from enum import StrEnum


class LabelledEnum(StrEnum):
    """A string enum whose members carry a label for people and one sentence of help."""

    label: str
    help: str

    def __new__(cls, value: str, label: str = "", help_text: str = "") -> "LabelledEnum":
        """Make the member from its value alone, label and help kept beside it.

        The defaults are for type checkers, which read the look-up `EditType("check")` as this call.
        """
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        member.help = help_text
        return member


class SemanticType(LabelledEnum):
    """The kind of personal information that a span carries (TAB, section 4.1)."""

    PERSON = "PERSON", "Person", "Names, nicknames and initials of people."
    CODE = "CODE", "Code", "Identifying numbers: phone, e-mail, case or passport number."
    LOC = "LOC", "Place", "Addresses, cities, countries, buildings and other named places."
    ORG = "ORG", "Organisation", "Companies, schools, parties, authorities, teams."
    DEM = "DEM", "Demographic", "Nationality, religion, profession, education, age group, health."
    DATETIME = "DATETIME", "Date or time", "Dates, years, ages and durations."
    QUANTITY = "QUANTITY", "Quantity", "Amounts that matter: money, percentages, scores, sizes."
    MISC = "MISC", "Other", "Anything else about the person: works, events, laws."


class IdentifierType(LabelledEnum):
    """Whether a span must be masked, and why (TAB, section 4.2)."""

    DIRECT = "DIRECT", "Direct identifier", "Identifies the person by itself."
    QUASI = "QUASI", "Quasi-identifier", "Identifies the person together with other details."
    NO_MASK = "NO_MASK", "No mask", "May stay as it is."


class ConfidentialStatus(LabelledEnum):
    """Which kind of sensitive information a span reveals (TAB, section 4.2)."""

    BELIEF = "BELIEF", "Belief", "Religious or philosophical beliefs."
    POLITICS = "POLITICS", "Politics", "Political opinions and trade union membership."
    SEX = "SEX", "Sex life", "Sexual orientation or sex life."
    ETHNIC = "ETHNIC", "Ethnicity", "Racial or ethnic origin."
    HEALTH = "HEALTH", "Health", "Health, genetic and biometric data."
    NOT_CONFIDENTIAL = "NOT_CONFIDENTIAL", "Not confidential", "None of these."


class EditType(LabelledEnum):
    """The change that the annotator of the spans made to the pre-annotation."""

    CHECK = "check", "Checked", "The suggested span was right."
    INSERT = "insert", "Inserted", "The annotator added the span."
    CORRECT = "correct", "Corrected", "The annotator changed the suggested span."
