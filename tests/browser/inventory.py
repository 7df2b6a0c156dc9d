"""What is in the populated database: words to be found on pages again, and the ids of rows."""

from __future__ import annotations

from dataclasses import dataclass

PASSWORD = "four unrelated words"
"""The admin's."""


@dataclass(frozen=True, kw_only=True)
class Words:
    """Everything that comes from people and files, to be found on pages again."""

    admin: str = "Alma"
    reviewer: str = "Rita"
    annotator: str = "Nora"
    other: str = "Olav"
    project: str = "Lives"
    guidelines: str = "Be as general as need be."
    doc_id: str = "life"
    task: str = "Hide who this life is about"
    split: str = "train"
    name: str = "Ada Berg"
    town: str = "Oslo"
    rest: str = "moved on"
    option: str = "a person"
    city: str = "city in Norway"
    source: str = "gazetteer"
    sense: str = "Oslo: a town by a fjord"
    rule: str = "Nordic town"
    question: str = "Is this a town?"
    comment: str = "Please be more general"
    file: str = "lives.json"
    message: str = "lives.json, document 2: there is no text"


@dataclass(frozen=True, kw_only=True)
class Ids:
    """The ids of the rows that tests ask for, and the tokens of two personal links."""

    admin: int
    reviewer: int
    annotator: int
    other: int
    newcomer: int
    leaver: int
    project: int
    masking: int
    masked: int
    advanced: int
    preselected: int
    unmasked: int
    unmasked_work: int
    empty: int
    archived: int
    renewed: int
    untouched: int
    span: int
    begun: int
    complete: int
    submitted: int
    approved: int
    returned: int
    submitted_work: int
    unread_work: int
    approved_work: int
    returned_work: int
    running_job: int
    failed_job: int
    done_job: int
    waiting_job: int
    refused_job: int
    table_job: int
    staged: int
    masking_job: int
    done_export: int
    failed_export: int
    released: int
    done_release: int
    failed_release: int
    bare: int
    first_version: int
    version: int
    mask_version: int
    training: int
    token: str
    withdrawn_token: str
