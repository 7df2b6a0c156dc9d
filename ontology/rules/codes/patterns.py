"""Codes that their own form gives away, and codes that a word beside them names."""

from __future__ import annotations

import re
from collections.abc import Callable

_EMAIL = re.compile(r"(?:mailto:)?[^\s@<>]+@[^\s@<>]+\.[^\W\d_]{2,}", re.IGNORECASE)
_URL = re.compile(r"(?:(?:https?|ftp)://|www\.)\S+|(?:[\w-]+\.)+[a-z]{2,6}(?:/\S*)", re.IGNORECASE)
_IP_4 = re.compile(r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$|[:/])|(?=$|[:/]))){4}(?::\d+|/\d+)?")
_IP_6 = re.compile(r"(?=.*::|(?:[^:]*:){7})[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}", re.IGNORECASE)
_USER = re.compile(r"@[A-Za-z][\w.]*\w")
_SOCIAL_SECURITY = re.compile(r"(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}")
_UK_POSTCODE = re.compile(r"[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}")
_CANADIAN_POSTCODE = re.compile(r"[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d")
_PHONE = re.compile(r"(?:\+|00)[1-9](?:[ .\-()/]{0,2}\d){6,13}|\(\d{3}\) ?\d{3}-\d{4}")
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_CARD = re.compile(r"(?:\d[ -]?){12,18}\d")
_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z\d]{11,30}")


def _is_iban(text: str) -> bool:
    """Check the country, the form and the remainder by 97 (ISO 13616)."""
    bare = text.replace(" ", "").replace("-", "").upper()
    if not _IBAN.fullmatch(bare):
        return False
    return int("".join(str(int(char, 36)) for char in bare[4:] + bare[:4])) % 97 == 1


def _is_card(text: str) -> bool:
    """Check the form, the first digit and the check digit (Luhn)."""
    if not _CARD.fullmatch(text) or text[0] not in "23456":
        return False
    digits = [int(char) for char in reversed(text) if char.isdecimal()]
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[1::2]]
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0


FORMS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("e-mail address", _EMAIL.fullmatch),
    ("web address", _URL.fullmatch),
    ("IP address", _IP_4.fullmatch),
    ("IP address", _IP_6.fullmatch),
    ("user name", _USER.fullmatch),
    ("bank account number", _is_iban),
    ("social security number", _SOCIAL_SECURITY.fullmatch),
    ("identification number", _UUID.fullmatch),
    ("postal code", _UK_POSTCODE.fullmatch),
    ("postal code", _CANADIAN_POSTCODE.fullmatch),
    ("phone number", _PHONE.fullmatch),
    ("payment card number", _is_card),
)
"""A kind of code, and the test for its form, the surest first."""

_CUES = {
    "application number": r"applications?",
    "case number": r"cases?|docket|judge?ment|appeal|petition|proceedings?|lawsuit",
    "file number": r"file",
    "passport number": r"passport",
    "phone number": r"(?:tele)?phone|tel|mobile|cell|fax|call|pager|hotline"
    r"|(?:reached|contacted) on",
    "social security number": r"social security|ssn",
    "national identification number": r"national id|national identity|identity card"
    r"|fødselsnummer|personnummer|cpr|nric|dni|pesel",
    "medical record number": r"mrn|medical record",
    "vehicle registration": r"(?:licen[cs]e |number )?plate|vehicle registration",
    "driving licence number": r"driv(?:ing|er[’']?s?) licen[cs]e",
    "bank account number": r"bank account|iban|acct",
    "payment card number": r"(?:credit|debit|payment)[ ]card|visa|mastercard",
    "postal code": r"post(?:al)? ?code|zip(?: code)?",
    "tax number": r"vat|tax|tin",
    "book number": r"isbn",
    "flight number": r"flight",
    "invoice number": r"invoice",
    "policy number": r"policy",
    "serial number": r"serial|chassis",
    "room number": r"room|bed|bay",
    "prisoner number": r"prisoner|inmate",
    "identification number": r"id|identification|identifier|reference|ref|no|nos|nr|number|numbers"
    r"|registration|membership|licen[cs]e|permit|certificate|badge|account",
}
_FILLER = (
    r"(?:[\s:#(.,\"'“]|\b(?:no|nos|nr|number|numbers|is|was|id|code|and)\b"
    r"|\b[A-Z]{1,3}[-/]|\d[\d/-]*+)*"
)


def _before_a_code(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b[:.]?{_FILLER}$", re.IGNORECASE)


CUES = tuple((kind, _before_a_code(words)) for kind, words in _CUES.items())
"""A kind of code, and the words in front of it that name it."""
ANY_CUE = _before_a_code("|".join(_CUES.values()))
"""All cues at once: most numbers have none before them."""
