"""Steps for people in sport: positions, coaches and whoever else a sport's name precedes."""

from __future__ import annotations

import re

from ontology.layers import Ontology
from ontology.linking.demographics.fields import Field, fields_around
from ontology.linking.phrases import coordinates, core, singular, strip_determiner
from ontology.linking.reading import Reading
from ontology.spans import Span

_SOURCE = "rules"

_POSITIONS = {
    "football player": (
        "defender|midfielder|striker|winger|full-back|fullback|left-back|right-back|centre-back|"
        "center-back|centre back|center back|left back|right back|goalkeeper|keeper|forward|"
        "sweeper|wing-back|wingback|playmaker|quarterback|running back|halfback|half-back|"
        "tailback|wide receiver|receiver|tight end|linebacker|cornerback|safety|lineman|"
        "offensive tackle|defensive tackle|defensive end|nose tackle|placekicker|kicker|punter|"
        "center|centre|guard|tackle|end|defensive back|left wing|right wing|flanker|ruckman|"
        "full forward"
    ),
    "basketball player": (
        "point guard|shooting guard|small forward|power forward|center|centre|guard|forward|"
        "swingman"
    ),
    "ice hockey player": (
        "defenceman|defenseman|left wing|right wing|left winger|right winger|winger|goaltender|"
        "goalie|center|centre|forward"
    ),
    "baseball player": (
        "pitcher|catcher|shortstop|infielder|outfielder|first baseman|second baseman|third baseman|"
        "designated hitter|left fielder|center fielder|right fielder|fielder|closer|utility player"
    ),
    "cricketer": (
        "batsman|batter|bowler|all-rounder|wicket-keeper|wicketkeeper|wicket-keeper batsman|"
        "spinner|seamer|opening batsman|fast bowler"
    ),
    "rugby player": (
        "prop|hooker|lock|lock forward|flanker|number eight|scrum-half|fly-half|centre|wing|"
        "fullback|full-back|five-eighth|back row"
    ),
    "volleyball player": "setter|libero|outside hitter|middle blocker|opposite hitter",
}
"""Where players play, by what they are."""

_ORDINARY = frozenset(
    """back catcher center centre closer defender end fielder flanker forward guard hooker keeper
    kicker lineman lock opposite prop receiver safety setter spinner sweeper tackle wing""".split()
)
"""Positions that are other things outside sport."""

_CUES = {
    "football player": r"football\w*|soccer|NFL|CFL|UEFA|FIFA|Serie A|Bundesliga|Super Bowl",
    "basketball player": r"basketball|NBA|WNBA",
    "ice hockey player": r"hockey|NHL|Stanley Cup",
    "baseball player": r"baseball|MLB|innings?|World Series",
    "cricketer": r"cricket\w*|wickets?|innings",
    "rugby player": r"rugby",
    "volleyball player": r"volleyball",
}

_PLACES = {sport: frozenset(names.split("|")) for sport, names in _POSITIONS.items()}
_SPORTS = {sport: re.compile(rf"\b(?:{cues})\b", re.IGNORECASE) for sport, cues in _CUES.items()}

_GAME = re.compile(
    r"\b(?:football|soccer|basketball|baseball|softball|(?:ice |field )?hockey|cricket|rugby|"
    r"tennis|table tennis|golf|boxing|wrestling|judo|karate|taekwondo|kickboxing|fencing|swimming|"
    r"diving|rowing|sailing|cycling|gymnastics|athletics|handball|volleyball|badminton|squash|"
    r"water polo|polo|lacrosse|netball|skiing|snowboarding|biathlon|bobsle(?:d|igh)|luge|curling|"
    r"archery|weightlifting|powerlifting|bodybuilding|triathlon|marathon|racing|motorsports?|"
    r"motocross|rally|figure skating|speed skating|skating|skateboarding|surfing|darts|snooker|"
    r"equestrian|"
    r"martial arts|mixed martial arts|track and field)\b",
    re.IGNORECASE,
)
_COACH = re.compile(
    r"\b(?:coach(?:es)?|trainers?|(?:offensive|defensive|special teams|passing game|running game) "
    r"(?:\w+ )?coordinators?)$",
    re.IGNORECASE,
)
_ATHLETE = re.compile(
    r"\b(?:player|practitioner|athlete|competitor|champion|fighter|medal(?:l)?ist|driver|racer|"
    r"rider|runner|sprinter|martial artist|footballer|cricketer|jumper|thrower|skater|skier|"
    r"swimmer|"
    r"rower|boxer|wrestler|gymnast|fencer)s?$",
    re.IGNORECASE,
)
_NAMED_ATHLETE = re.compile(
    r"\b(?:\w*athlete|olympian|paralympian|martial artist|footballer|cricketer|basketballer|"
    r"judoka|karateka|"
    r"wrestler|boxer|sprinter|swimmer|cyclist|golfer|skier|skater|gymnast|jockey|fencer|rower)s?$",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:journalist|writer|commentator|historian|fan|supporter|official|executive|owner|"
    r"doctor)s?$",
    re.IGNORECASE,
)
_END = "profession"


def read_sport(span: Span, _: Ontology) -> Reading | None:
    """Read a position, a coach, or somebody in a named sport."""
    texts = [core(member) for member in coordinates(span.text)]
    if not texts:
        return None
    last = singular(texts[-1])
    in_sport = Field.SPORT in fields_around(span)
    rungs = _read_position(last, span, in_sport=in_sport)
    if not rungs and _COACH.search(last) and (in_sport or _GAME.search(last)):
        rungs = ("coach", "trainer", _END)
    if not rungs and _NAMED_ATHLETE.search(last):
        rungs = ("athlete", _END)
    if not rungs and _GAME.search(last) and not _OTHERS.search(last):
        rungs = ("athlete", _END) if _ATHLETE.search(last) else ("sports professional", _END)
    text = strip_determiner(span.text).lower()
    rest = tuple(rung for rung in rungs if rung != text)
    return Reading(rest, _SOURCE, f"sport: {last}") if rest else None


def _read_position(text: str, span: Span, *, in_sport: bool) -> tuple[str, ...]:
    words = text.lower().split()
    forms = [" ".join(words[place:]) for place in range(len(words))]
    for form in forms:
        sports = [sport for sport, places in _PLACES.items() if form in places]
        if sports and (in_sport or form not in _ORDINARY):
            shorter = [form] if form != text.lower() else []
            sport = _choose(sports, span)
            return (*shorter, *([sport] if sport else []), "athlete", _END)
    return ()


def _choose(sports: list[str], span: Span) -> str | None:
    """Return the sport that the sentence, or else the document, speaks of; the only one anyway."""
    for text in (span.sentence, span.surroundings.text):
        named = [sport for sport in sports if _SPORTS[sport].search(text)]
        if len(named) == 1:
            return named[0]
    return sports[0] if len(sports) == 1 else None
