"""What a quantity measures, by its unit."""

from __future__ import annotations

import re

_UNITS = {
    "age": r"(?:years?|yrs?)[- ]old|years?\ of\ age|y/?o|yrs/?old",
    "percentage": r"percent(?:age)?|per\ cent|pct",
    "area": r"acres?|hectares?|ha|sq\.?|square|km²|m²|km2|sqm|sqft",
    "speed": r"km/h|kmh|mph|kph|m/s|knots?",
    "concentration": r"mg/dl|mmol/l|g/dl|mg/l|µg/l|ng/ml",
    "pressure": r"mmhg|bar|psi|k?pa",
    "length": r"mm|cm|m|km|mi|miles?|ft|foot|feet|inch(?:es)?|yards?|yd"
    r"|(?:kilo|centi|milli)?met(?:re|er)s?"
    r"|nautical\ miles?|fathoms?|furlongs?|light[- ]years?"
    r"|['′’]\s?X|[\"″”]",
    "weight": r"[kmµ]?g|mcg|kgs|lbs?|oz|ounces?|(?:kilo|milli)?gram(?:me)?s?|kilos?|tons?|tonnes?"
    r"|carats?|stone",
    "volume": r"[mcd]?l|cc|(?:milli|centi)?lit(?:re|er)s?|gallons?|pints?|barrels?|cubic",
    "temperature": r"°\ ?[cf]?|degrees?|celsius|fahrenheit|kelvin",
    "period of time": r"seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|yrs?"
    r"|decades?|centuries|nights?|fortnights?",
    "rate": r"[br]pm|[kmg]?hz",
    "power": r"[km]?w|(?:kilo|mega)?watts?|horsepower|hp",
    "amount of data": r"[kmgt]b|(?:kilo|mega|giga|tera)?bytes?",
    "quantity": r"pounds?",  # of weight or of money
    "dose": r"tablets?|capsules?|puffs?|iu|drops?|doses?",
}
MONEY = "amount of money"

_CURRENCY_NAMES = (
    "dollars?|euros?|kron(?:e|er|or|ur)|krona|francs?|marks?|lir(?:a|e|as)|yen|rou?bles?|rupees?"
    "|zlot(?:y|ys|ych)|z[lł]oty|pesos?|yuan|renminbi|rand|dinars?|dirhams?|forints?|koruna|hryvnias?"
    "|shillings?|cents?|pence|penny|pennies|guilders?|drachmas?|escudos?|pesetas?|baht|ringgit"
    "|rupiah|riyals?|reais|pounds? sterling|sterling|guineas?|florins?|ducats?|crowns?|le[iu]|leva?"
    "|kunas?|tolars?|litas|tenge|manats?|laris?|denars?|afghanis?|shekels?|birr|naira|cedis?"
    "|(?:reichs|deutsch|rix|species?)[- ]?(?:marks?|dollars?|daler)|rigsdaler|th?alers?|sovereigns?"
    "|farthings?|øre|öre|kopecks?|sous"
)
_CURRENCY = re.compile(
    rf"[$€£¥₹₽₩₺₴₪₫฿₦₱¢]|\b(?:{_CURRENCY_NAMES})\b|\bX\s?(?:kr|dm)\b|\b(?:kr|rs|dm)\.?\s?X", re.I
)
_CODE = re.compile(
    r"\b(?:USD|EUR|GBP|JPY|CHF|NOK|SEK|DKK|ISK|CAD|AUD|NZD|CNY|RUB|PLN|CZK|HUF|TRY|TRL|BRL|ZAR"
    r"|MXN|KRW|SGD|HKD|ILS|UAH|RON|BGN|HRK|DEM|FRF|ITL|ESP|ATS|FIM|NLG|BEF|IEP|PTE|GRD|SKK|EEK"
    r"|MDL|RSD|BAM|MKD|GEL|AMD|AZN|KZT|LVL|LTL|SIT|INR|AED|SAR|EGP|NGN|KES|THB|PHP|IDR|MYR|PKR|TWD)\b"
)
_DOSE = re.compile(
    r"(?<=X)\s?(?:[mµ]?g|mcg|ml|iu|units?)\s.*?\b(?:daily|nightly|nocte|once|twice|X times"
    r"|i\.?v|p\.?o|qX?[hd]s?|[bt]\.?[di]\.?[ds]?|every|at night|in the morning"
    r"|an? (?:day|week)|per day)\b",
    re.IGNORECASE,
)
_AGE = re.compile(r"\bage[ds]?\s(?:of\s)?(?:about\s)?X", re.IGNORECASE)
_NO_UNITS = frozenset({"G", "M", "MI", "MM"})
"""What only small letters make a unit: 5G is no weight, 5M are millions."""

_MEASURES = tuple(
    (
        name,
        re.compile(rf"(?<=X)\s?-?\s?(?:{units})(?![\w/])|(?<=X)[- ](?:{units})\b", re.IGNORECASE),
    )
    for name, units in _UNITS.items()
)


def measure_of(masked: str) -> str:
    """Return what a masked quantity measures ("length"), empty where no unit says it."""
    if _CURRENCY.search(masked) or _CODE.search(masked):
        return MONEY
    if "%" in masked:
        return "percentage"
    if _DOSE.search(masked):
        return "dose"
    if _AGE.match(masked):
        return "age"
    for name, pattern in _MEASURES:
        if (unit := pattern.search(masked)) and unit.group().strip(" -") not in _NO_UNITS:
            return name
    return ""


_BEFORE = tuple(
    (name, re.compile(rf"\b(?:{words})\s*(?:of|was|is|at|:|=)?\s*$", re.IGNORECASE))
    for name, words in (
        ("age", r"aged?(?:\s+about)?|age\s+of"),
        ("blood pressure", "bp|blood pressure"),
        ("pulse rate", "hr|heart rate|pulse"),
        ("breathing rate", "rr|resp(?:iratory)? rate"),
        ("temperature", "temp|temperature"),
        ("score", "gcs|apgar|score"),
    )
)


def measure_before(before: str) -> str:
    """Return what a bare number measures by the words in front of it, empty where none says it."""
    return next((name for name, words in _BEFORE if words.search(before)), "")
