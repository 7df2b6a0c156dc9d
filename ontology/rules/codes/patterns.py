"""Codes that their own form gives away, and codes that a word beside them names."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

_EMAIL = re.compile(r"(?:mailto:)?[^\s@<>]+@[^\s@<>]+\.[^\W\d_]{2,}", re.IGNORECASE)
_URL = re.compile(r"(?:(?:https?|ftp)://|www\.)\S+|(?:[\w-]+\.)+[a-z]{2,6}(?:/\S*)", re.IGNORECASE)
_IP_4 = re.compile(r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$|[:/])|(?=$|[:/]))){4}(?::\d+|/\d+)?")
_IP_6 = re.compile(r"(?=.*::|(?:[^:]*:){7})[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}", re.IGNORECASE)
_USER = re.compile(r"@[A-Za-z][\w.]*\w")
_SOCIAL_SECURITY = re.compile(r"(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}")
_UK_POSTCODE = re.compile(r"[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}")
_CANADIAN_POSTCODE = re.compile(r"[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d")
_PHONE = re.compile(r"(?:\+|00)[1-9](?:[ .\-()/]{0,2}\d){6,13}|\(\d{3}\) ?\d{3}-\d{4}")
_HARDWARE = re.compile(
    r"[0-9a-f]{2}(?:(?::[0-9a-f]{2}){5,7}|(?:-[0-9a-f]{2}){5,7})|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2,3}",
    re.IGNORECASE,
)
_WALLET = re.compile(
    r"0x[0-9A-Fa-f]{40}|(?:bc|tb|ltc)1[ac-hj-np-z02-9]{11,71}|(?=.*\d)[13LMD][1-9A-HJ-NP-Za-km-z]{25,34}"
)
"""Addresses of Ethereum, of Bitcoin and its kin (Base58 and Bech32)."""
_HASH = re.compile(
    r"(?:(?:md5|sha\d{1,3})[:-])?(?:0x)?(?=[a-f]*\d)(?=\d*[a-f])(?:[0-9a-f]{8}){4,16}",
    re.IGNORECASE,
)
SAID_EMAIL = re.compile(
    r"""(?P<local> (?: [^\W_] (?:,?[ ]|-) ){2,25} [^\W_] (?=\s)
                 | [\w-]{1,40} (?: (?:\s(?:dot|period|point|underscore|dash|hyphen|minus|plus)\s
                    | [.+]) [\w-]{1,40} ){0,4}
                  (?: \s (?:one|two|three|four|five|six|seven|eight|nine|zero|oh|\w{2,6}teen
                    | eleven|twelve|\w{2,5}ty|\d{1,4}) ){0,6} )
        (?: (?:,?\s(?:all\s)?one\sword,)? (?P<says> \sat\s )
          | \s? [\[({<] \s? (?:at|@) \s? [\])}>] \s? )
        (?: [a-z]\s | [a-z][\w-]{1,40}\s
            (?= [\w-]{1,40} \sdot\s (?:com|org|net|edu|gov|info|co|example) (?!\w) ) )?
        [\w-]{1,40}
        (?: (?:\s(?:dot|period|point)\s | \s? [\[({<] \s? (?:dot|\.) \s? [\])}>] \s?
              | (?(says)(?!)|\.)) [\w-]{1,40} ){1,4}""",
    re.IGNORECASE | re.VERBOSE,
)
"""A mail address as it is said or written to escape programs: "jo at example dot org"."""
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_CARD = re.compile(r"(?:\d[ -]?){12,18}\d")
_TOKEN = re.compile(
    r"(?=.{0,500}[A-Za-z])(?=.{0,500}[A-Za-z\d]{12})[A-Za-z\d][\w+/.~-]{14,511}={0,2}", re.ASCII
)
_CHANGES = 0.35
"""Of random letters and digits three in five differ in kind from the one before."""
_FEWEST_DIGITS = 2
_AMERICAN_EXPRESS = 15
"""Digits of its cards, and of the numbers of devices, which begin otherwise."""
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
    if len(digits) == _AMERICAN_EXPRESS and text[0] != "3":
        return False
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[1::2]]
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0


def _is_token(text: str) -> bool:
    """Tell whether a word changes between digits, capitals and small letters as no name does."""
    if not _TOKEN.fullmatch(text):
        return False
    kinds = [kind for char in text if (kind := _kind_of(char))]
    changes = sum(one != other for one, other in pairwise(kinds))
    is_of_capitals = "0" in kinds and "a" not in kinds and text.isalnum()
    is_mixed = changes >= _CHANGES * len(kinds) and kinds.count("0") >= _FEWEST_DIGITS
    return is_of_capitals or is_mixed


def _kind_of(char: str) -> str:
    if char.isdigit():
        return "0"
    return "" if not char.isalpha() else "A" if char.isupper() else "a"


FORMS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("e-mail address", _EMAIL.fullmatch),
    ("web address", _URL.fullmatch),
    ("IP address", _IP_4.fullmatch),
    ("IP address", _IP_6.fullmatch),
    ("user name", _USER.fullmatch),
    ("bank account number", _is_iban),
    ("social security number", _SOCIAL_SECURITY.fullmatch),
    ("identification number", _UUID.fullmatch),
    ("hardware address", _HARDWARE.fullmatch),
    ("wallet address", _WALLET.fullmatch),
    ("hash value", _HASH.fullmatch),
    ("postal code", _UK_POSTCODE.fullmatch),
    ("postal code", _CANADIAN_POSTCODE.fullmatch),
    ("phone number", _PHONE.fullmatch),
    ("payment card number", _is_card),
    ("e-mail address", SAID_EMAIL.fullmatch),
    ("access token", _is_token),
)
"""A kind of code, and the test for its form, the surest first."""

_CUES = {
    "application number": r"applications?",
    "case number": r"cases?|docket|judge?ment|appeal|petition|proceedings?|lawsuit",
    "file number": r"file",
    "passport number": r"passport",
    "phone number": r"(?:tele)?phone|tel|mobile|cell|fax|call|pager|hotline|ext(?:ension)?"
    r"|(?:reach(?:ed)?|contact(?:ed)?)(?: (?:me|us|her|him|them))? (?:on|at)"
    r"|(?:my|his|her|our) number",
    "social security number": r"social(?: security)?|ssn",
    "national identification number": r"national id|national identity|identity card"
    r"|fødselsnummer|personnummer|cpr|nric|dni|pesel",
    "medical record number": r"mrn|medical record",
    "vehicle registration": r"(?:licen[cs]e |number )?plate|vehicle registration",
    "driving licence number": r"driv(?:ing|er[’']?s?) licen[cs]e",
    "bank account number": r"bank account|iban|acct",
    "payment card number": r"(?:credit|debit|payment)[ ]card|visa|mastercard"
    r"|card(?=:|[ ](?:number|no|is)\b)",
    "access code": r"pin(?:[ -]code)?|passcode|(?:access|security|verification)[ ]code|cvv|cvc|otp",
    "postal code": r"post(?:al)? ?code|zip(?: code)?",
    "tax number": r"vat|tax|tin",
    "book number": r"isbn",
    "flight number": r"flight",
    "invoice number": r"invoice",
    "policy number": r"policy",
    "device number": r"imei|imsi|udid|device[ ](?:id|number|no)",
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

USER_FOLDER = re.compile(
    r"(?<![\w~])~$|[\\/](?:users?|homes?|home\$|profiles?|staff|people|students?|members|employees|personal"
    r"|documents and settings|benutzer|utilisateurs|usuarios|utenti|brukere|anv[aä]ndare)\$?[\\/]$",
    re.IGNORECASE,
)
"""A folder in which each has one of their own: what is behind it in a path is a user's name."""
