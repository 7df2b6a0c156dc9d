"""The words around an organization that tell what it is: "played for X", "X drummer"."""

from __future__ import annotations

import re
from dataclasses import dataclass

SPORT_WORDS = re.compile(
    r"""\b(?:seasons?|leagues?|coach(?:ed|ing|es)?|match(?:es)?|goals?|scored|defender|midfielder|striker
      |goalkeeper|winger|quarterback|draft(?:ed)?|playoffs?|cups?|championships?|caps|loan(?:ed)?|Serie
      |NBA|NFL|NHL|MLB|MLS|UEFA|FIFA|football(?:er|ers)?|soccer|basketball|baseball|hockey|rugby
      |cricket(?:er|ers)?|cyclists?|volleyball|handball|players?|teammates?|innings|batsman|pitcher
      |Bundesliga|Eredivisie|tournaments?|Olympics?|free\ agent|relegat\w+|bowl
      |debut(?!\ (?:album|single|EP|novel|film|record|book|solo))|first-class|compet(?:ed|es|ing)
      |Formula\ One|captained|Grand\ Prix|raced|races|the\ race|medals?|sprint(?:er)?
      |league\ titles?|first\ team|games|wickets?)\b""",
    re.VERBOSE | re.IGNORECASE,
)
MUSIC_WORDS = re.compile(
    r"""\b(?:albums?|songs?|singles?|EPs?|LPs?|recordings?|bands?|drums?|drummer|bass(?:ist)?
      |guitar(?:s|ist|ists)?|singer|vocals?|vocalist|keyboards?|frontman|touring|toured|concerts?|gigs?
      |musicians?|record(?:ed)?|rapper|producer|studio|cello|cellist|violin|piano|pianist)\b""",
    re.VERBOSE | re.IGNORECASE,
)
SONG_WORDS = re.compile(
    r"\b(?:albums?|songs?|bands?|singer|guitar\w*|drummer|EP|LP|concerts?|recordings?|rapper)\b"
)
STAGE_WORDS = re.compile(
    r"\b(?:film|movie|actor|actress|role|novel|play|stage|opera|theatre|theater)s?\b", re.IGNORECASE
)
_POLITICAL_WORDS = re.compile(
    r"""\b(?:elect(?:ed|ion|ions|oral)|politics|politicians?|parliament(?:ary)?|ministers?|part(?:y|ies)|votes?
      |MPs?|MLAs?|MKs?|seats?|coalition|congress|senate|legislative|mayor|governor|candidates?)\b""",
    re.VERBOSE | re.IGNORECASE,
)
_MILITARY_WORDS = re.compile(
    r"""\b(?:army|military|wars?|combat|battalions?|regiments?|soldiers?|troops|lieutenant|sergeant
      |commando|infantry|brigades?|officer|enlisted|commissioned|squadrons?|pilot)\b""",
    re.VERBOSE | re.IGNORECASE,
)
EDUCATION_WORDS = re.compile(
    r"\b(?:educat|stud(?:y|ied)|graduat|school|colleg|universit|degree|scholarship|lectur|professor)",
    re.IGNORECASE,
)
SPORTS = {
    "football": re.compile(r"\b(?:football(?:er|ers)?|soccer|NFL|UEFA|FIFA)\b", re.IGNORECASE),
    "basketball": re.compile(r"\b(?:basketball|NBA|WNBA)\b", re.IGNORECASE),
    "baseball": re.compile(r"\b(?:baseball|MLB)\b", re.IGNORECASE),
    "hockey": re.compile(r"\b(?:hockey|NHL)\b", re.IGNORECASE),
    "rugby": re.compile(r"\brugby\b", re.IGNORECASE),
    "cricket": re.compile(r"\bcricket(?:er|ers)?\b", re.IGNORECASE),
    "cycling": re.compile(r"\b(?:cyclist|cyclists|cycling|UCI)\b", re.IGNORECASE),
    "volleyball": re.compile(r"\bvolleyball\b", re.IGNORECASE),
    "handball": re.compile(r"\bhandball\b", re.IGNORECASE),
    "lacrosse": re.compile(r"\blacrosse\b", re.IGNORECASE),
}
_TO_THE_SPAN = r"(?P<gap>(?:\s+(?!(?:and|but|then|is|was)\b)[\w'’&-]+){0,4}?)"


@dataclass(frozen=True, slots=True)
class Context:
    """Words before a span, a preposition right before it, and words that must be near."""

    kind: str
    trigger: re.Pattern[str]
    near: re.Pattern[str] | None = None


def _context(
    kind: str, words: str, prepositions: str, near: re.Pattern[str] | None = None
) -> Context:
    link = rf"{_TO_THE_SPAN}\s+(?:{prepositions})" if prepositions else ""
    return Context(
        kind, re.compile(rf"\b(?:{words}){link}(?:\s+(?:the|a|his|her))?\s*[\"“‘']?$"), near
    )


def _followed(kind: str, words: str, near: re.Pattern[str] | None = None) -> Context:
    return Context(kind, re.compile(rf"^[\"”’]?(?:['’]s?)?\s+(?:{words})\b"), near)


CONTEXTS = (
    _context(
        "sports team",
        "play(?:ed|s|ing)?|appear(?:ed|ing|ances?)|debut(?:ed)?|sign(?:ed|s|ing)?|coach(?:ed|es|ing)?"
        "|captain(?:ed)?|manager|managed|move[ds]?|moving|transfer(?:red)?|loan(?:ed)?|traded"
        "|return(?:ed|s|ing)?|stints?|spells?|careers?|seasons?|contracts?|goals?|scored|rid(?:es|ing)"
        "|races?|raced|rode|win|won|victory|loss|lost|defeats?|draw|match|matches|games?|caps?|released"
        "|drafted|selected|picked|cut|waived|claimed|acquired|player|quarterback|pitcher|striker|coordinator|trial(?:s|ist)?",
        "for|with|against|to|at|by|over|of|from",
        SPORT_WORDS,
    ),
    _context(
        "sports team",
        "joined|joining|left|leaving|rejoined|represent(?:ed|s|ing)|beat|defeated|captained|coached"
        "|managed|helped|led|signed|faced|played|beating|defeating",
        "",
        SPORT_WORDS,
    ),
    _context("sports team", "against|versus|vs", "", SPORT_WORDS),
    _context(
        "sports team",
        "play(?:ed|s|ing)?|signed|loan(?:ed)?|transfer(?:red)?|spells?|stints?|appearances?|drafted"
        "|traded|coach(?:ed)?|capped|debut|rid(?:es|ing)|rode|raced"
        "|(?:began|started|ended|finished)(?: \\w+){1,2} career",
        "for|to|with|by|at",
    ),
    _context(
        "record label",
        "release[ds]?|releasing|signed|sign(?:ing)?|record(?:ing)? (?:deal|contract)|deal|contract"
        "|issued|recorded",
        "on|by|with|to|through|via|for",
        re.compile(r"\b(?:album|EP|single|LP|label|record|recording|song|music|mixtape)s?\b"),
    ),
    _context("record label", "albums?|EP|singles?|LP|record", "on|through|via"),
    _context(
        "band",
        "drummer|bassist|guitarist|singer|vocalist|frontman|frontwoman|keyboardist|saxophonist|bass"
        "|drums|guitar|guitars|lead singer|rhythm section|vocals|keyboards",
        "for|of|in|with",
    ),
    _context(
        "musical act",
        "tour(?:ed|ing)?|perform(?:ed|ing)?|gigs?|opened|opening|shows?|collaborat(?:ed|ing|ions?)"
        "|play(?:ed|ing)?|albums?|songs?|singles?",
        "with|for|by",
        MUSIC_WORDS,
    ),
    _context("musical act", "joined|joining|formed|fronted|left", "", MUSIC_WORDS),
    _context(
        "educational institution",
        "stud(?:y|ied|ies|ying)|educat(?:ed|ion)|graduat(?:ed|es?|ing)|enrolled|matriculated|taught"
        "|teach(?:es|ing)?|lectur(?:ed|er|es)|professor|degrees?|diploma|students?|alumn(?:us|a|i)"
        "|Ph\\.?D\\.?|doctorate|B\\.?A\\.?|M\\.?A\\.?|B\\.?Sc\\.?|MBA|scholarships?|school(?:ed|ing)"
        "|classes|faculty|dean|principal|headmaster|headmistress|bachelor['’]s|master['’]s",
        "at|from|in|of|to",
    ),
    _context("educational institution", "attend(?:ed|s|ing)|graduated", ""),
    _context(
        "employer",
        "work(?:ed|s|ing)?|career|jobs?|position|intern(?:ed|ship)?|consultant",
        "at|for",
    ),
    _context("employer", "employed|hired|employee|job|career", "by|at|with|of"),
    _context("employer", "researcher|scientist|engineer|nurse|clerk|postdoc|analyst", "at"),
    _context(
        "company",
        "CEO|CFO|COO|CTO|chief executive(?: officer)?|shareholder|shares|stake|managing director",
        "of|at|in|for",
    ),
    _context(
        "publisher",
        "publish(?:ed|es)|books?|novels?",
        "by|with|through",
        re.compile(r"\bpublish\w*\b"),
    ),
    _context(
        "media organization",
        "column(?:s|ist)?|correspondent|journalist|reporter|articles?|essays?|reported|editor|edited"
        "|critic|editor-in-chief|anchor(?:ed)?|presenter|newsreader",
        "for|in|of|at|with|to",
    ),
    _context(
        "media organization",
        "poems?|poetry|stories|essays|reviews?|articles?|appeared",
        "in",
        re.compile(r"\b(?:poems?|poetry|stories|essays?|articles?|reviews?)\b"),
    ),
    _context(
        "broadcaster",
        "aired|airs|airing|broadcast|televised|premiered|simulcast",
        "on|by",
    ),
    _context(
        "electoral district",
        "elected|re-elected|returned|contested",
        "from",
        _POLITICAL_WORDS,
    ),
    _context("electoral district", "MP|MLA|Member of Parliament", "for"),
    _context("political party", "elected|re-elected|stood|seat", "for the", _POLITICAL_WORDS),
    _context(
        "political party",
        "candidates?|nominee|ticket|MK|leader|leadership|membership|defected|contested",
        "of|for|to|by",
        _POLITICAL_WORDS,
    ),
    _context("political party", "joined|joining|left|led|founded", "", _POLITICAL_WORDS),
    _context(
        "military organization",
        "serv(?:ed|es|ing)|fought|commission(?:ed)?|enlisted|commanded|officer|soldier|troops",
        "in|with|into|of|for",
        _MILITARY_WORDS,
    ),
)
FOLLOWING = (
    _followed(
        "political party",
        "candidates?|MPs?|MLAs?|politicians?|councill?ors?|senators?|legislators?|lawmakers?",
    ),
    _followed(
        "sports team",
        "players?|fans?|strikers?|coach|goalkeeper|defender|midfielder|captain|forward|winger"
        "|quarterback|pitcher|supporters|(?:was|were|got) (?:relegated|promoted)|won|lost|beat"
        "|finished|defeated|drew|reached",
        SPORT_WORDS,
    ),
    _followed(
        "band",
        "drummer|bassist|guitarist|singer|frontman|frontwoman|vocalist|keyboardist|members?",
        MUSIC_WORDS,
    ),
    _followed(
        "musical act",
        "(?:two |three |first |second |third |debut |\\d{4} )*(?:albums?|EP|singles?|songs?|tour)"
        "|released|recorded|disbanded|toured|broke up|reunited|went on hiatus|split up",
        MUSIC_WORDS,
    ),
    _followed(
        "media organization",
        "journalists?|reporters?|columnists?|correspondents?|editors?|interview",
    ),
    _followed("educational institution", "students?|graduates?|alumn(?:i|us|a)|professors?"),
    _followed("employer", "employees?|workers"),
    _followed("company", "shares|stock|CEO|executives?|shareholders?"),
)
