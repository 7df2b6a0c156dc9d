"""Identifiers as people say them, written down by ear."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

DIGITS = "zero one two three four five six seven eight nine".split()
TEENS = ("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen").split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
LOOKALIKES = str.maketrans("015", "OlS")
ALPHABET = (
    "Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliet Kilo Lima Mike November Oscar "
    "Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu"
).split()
STREETS = (
    "Mill Lane, Church Road, Station Street, Harbour Way, Orchard Avenue, Castle Hill, "
    "Queen's Terrace, Weaver Close"
).split(", ")
TOWNS = "Northampton, Bergen, Leeds, Galway, Aberdeen, Hastings, Dundee, Swansea".split(", ")
HOSTS = ("example dot org", "mailbox dot example", "post dot example dot com")


def draw(random: Random, name: str, given: str, surname: str) -> str:
    """Return what somebody of this name says; `name` is a key of GENERATORS."""
    return GENERATORS[name](random, given, surname)


def in_words(digits: str, zero: str, *, doubles: bool) -> str:
    """Return digits one by one in words, a pair of the same as "double seven" if wanted."""
    words: list[str] = []
    at = 0
    while at < len(digits):
        word = DIGITS[int(digits[at])] if digits[at] != "0" else zero
        is_double = doubles and digits[at] == digits[at + 1 : at + 2]
        words.append(f"double {word}" if is_double else word)
        at += 1 + is_double
    return " ".join(words)


def number_in_words(number: int) -> str:
    """Return a number from 1 to 99 in words."""
    if number < len(DIGITS):
        return DIGITS[number]
    if number < len(DIGITS) + len(TEENS):
        return TEENS[number - len(DIGITS)]
    tens, ones = divmod(number, 10)
    return f"{TENS[tens - 2]}-{DIGITS[ones]}" if ones else TENS[tens - 2]


def _digits(random: Random, count: int) -> str:
    return "".join(str(random.randint(0, 9)) for _ in range(count))


def _phone(random: Random) -> str:
    return f"07{_digits(random, 9)}"


def _phone_in_words(random: Random, _given: str, _surname: str) -> str:
    phone, zero = _phone(random), random.choice(["oh", "zero"])
    doubles = random.random() < 0.5  # noqa: PLR2004 - every other speaker
    pieces = (phone[:5], phone[5:8], phone[8:])
    separator = random.choice([", ", " ", " ... "])
    return separator.join(in_words(each, zero, doubles=doubles) for each in pieces)


def _card_in_words(random: Random, _given: str, _surname: str) -> str:
    card, separator = _digits(random, 16), random.choice([", ", " ", ". "])
    pieces = (card[at : at + 4] for at in range(0, 16, 4))
    return separator.join(in_words(each, "zero", doubles=False) for each in pieces)


def _id_in_words(random: Random, _given: str, _surname: str) -> str:
    letters = random.sample("ABCEGHJKLMNPRSTWXYZ", 3)
    first = " ".join(letters[: random.randint(0, 2)])
    words = in_words(_digits(random, random.randint(6, 9)), "zero", doubles=False)
    last = letters[2] if random.randint(0, 1) else ""
    return " ".join(filter(None, (first, words, last)))


def _digits_with_blanks(random: Random, _given: str, _surname: str) -> str:
    return random.choice([" ", " ", "  ", " . ", "-"]).join(_phone(random))


def _dash_and_dot_said(random: Random, _given: str, _surname: str) -> str:
    joint = random.choice([" dash ", " dot ", " slash ", " hyphen ", " stroke "])
    zero = random.choice(["oh", "zero"])
    in_digits = random.randint(0, 1)
    pieces = (_digits(random, random.randint(2, 4)) for _ in range(3))
    return joint.join(each if in_digits else in_words(each, zero, doubles=False) for each in pieces)


def _half_in_words(random: Random, _given: str, _surname: str) -> str:
    phone = _phone(random)
    start = phone[: random.randint(2, 5)]
    zero = random.choice(["oh", "zero"])
    rest = phone[len(start) :]
    middle = in_words(rest[:3], zero, doubles=True)
    end = random.choice([rest[3:], in_words(rest[3:], zero, doubles=True)])
    return f"{start} {middle} {end}"


def _letters_for_digits(random: Random, _given: str, _surname: str) -> str:
    phone = _phone(random).translate(LOOKALIKES)
    return random.choice(
        [phone, f"{phone[:5]} {phone[5:]}", f"{phone[:5]} {phone[5:8]} {phone[8:]}"]
    )


def _letters(name: str) -> str:
    return "".join(filter(str.isalpha, name))


def _name_spelled(random: Random, _given: str, surname: str) -> str:
    separator = random.choice(["-", " ", ", ", ". ", " - "])
    letters = _letters(surname)
    return separator.join(letters.upper() if random.randint(0, 2) else letters.lower())


def _name_in_an_alphabet(random: Random, _given: str, surname: str) -> str:
    joint = random.choice(["{letter} for {word}", "{word}", "{letter} as in {word}"])
    letters = [each for each in _letters(surname).upper() if each.isascii()]
    return ", ".join(
        joint.format(letter=letter, word=ALPHABET[ord(letter) - ord("A")]) for letter in letters
    )


def _mail_said(random: Random, given: str, surname: str) -> str:
    joint = random.choice([" dot ", " underscore ", " dash ", ""])
    number = random.choice(["", "", f" {number_in_words(random.randint(1, 99))}"])
    at = random.choice([" at ", " at ", " (at) "])
    return f"{given.lower()}{joint}{surname.lower()}{number}{at}{random.choice(HOSTS)}"


def _mail_spelled(random: Random, given: str, surname: str) -> str:
    separator = random.choice([" ", "-", ", "])
    name = random.choice([_letters(given), _letters(surname)]).lower()
    return f"{separator.join(name)} at {random.choice(HOSTS)}"


def _address_said(random: Random, _given: str, _surname: str) -> str:
    number = number_in_words(random.randint(1, 99))
    flat = f"flat {number_in_words(random.randint(1, 20))}, "
    start = random.choice(["", "number ", flat, flat])
    town = random.choice(["", f", {random.choice(TOWNS)}", f" in {random.choice(TOWNS)}"])
    return f"{start}{number} {random.choice(STREETS)}{town}"


GENERATORS: Mapping[str, Callable[[Random, str, str], str]] = {
    "phone in words": _phone_in_words,
    "card in words": _card_in_words,
    "id in words": _id_in_words,
    "digits with blanks": _digits_with_blanks,
    "dash and dot said": _dash_and_dot_said,
    "half in words": _half_in_words,
    "letters for digits": _letters_for_digits,
    "name spelled": _name_spelled,
    "name in an alphabet": _name_in_an_alphabet,
    "mail said": _mail_said,
    "mail spelled": _mail_spelled,
    "address said": _address_said,
}
