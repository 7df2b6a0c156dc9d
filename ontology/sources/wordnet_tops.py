"""The hypernyms of WordNet that no reader would put into a text, and where a chain goes astray."""

from __future__ import annotations

TOPS = "03"
"""The lexicographer file of the topmost synsets."""

USEFUL_TOPS = frozenset(
    "person animal plant food artifact location group event feeling phenomenon".split()
)

_EMPTY_BY_FILE = {
    "04": """
        action, change, group action, change of state, change of integrity, change of magnitude,
        change of location, motion, movement, termination, control, accomplishment,
        nonaccomplishment, causing, touch, acquiring, insertion, due process, propulsion, choice,
        separation, reaction, inactivity, distribution, rejection, resistance""",
    "05": "chordate",
    "06": "instrumentality, commodity, way",
    "07": """
        property, quality, magnitude, good, morality, asset, amount, degree, dimension, worth,
        manner, placement, position, spacing, extent, spatial property, temporal property,
        physical property, visual property, sound property, bodily property, value""",
    "09": """
        content, abstraction, process, idea, concept, basic cognitive process,
        higher cognitive process, cognitive factor, cognitive state, information, orientation,
        representation, structure, arrangement, category, thinking, reasoning, knowledge domain,
        part, whole, situation""",
    "10": """
        message, indication, signal, symbol, string, string of words, language unit,
        auditory communication, expressive style, communication, medium, written symbol""",
    "11": "happening, change, change of location, movement, ending, beginning, result, contact",
    "12": "state",
    "14": """
        biological group, social group, system, unit, collection, arrangement, set, class, series,
        ordering, sequence, body""",
    "15": "line, point",
    "17": "part, unit",
    "18": "adult, communicator, person of color, primitive, White",
    "19": "natural phenomenon, physical phenomenon, consequence",
    "21": "transferred property, sum, assets, standard",
    "22": "organic process, natural process, human process, bodily process, processing",
    "23": """definite quantity, fundamental quantity, indefinite quantity, system of measurement,
        small indefinite quantity, large indefinite quantity, relative quantity""",
    "24": "part, linguistic relation, magnitude relation",
    "26": "condition, situation, being, relationship, status, standing",
    "27": "agent, solid, fluid, liquid",
}
EMPTY = frozenset(
    (file, " ".join(lemma.split()))
    for file, lemmas in _EMPTY_BY_FILE.items()
    for lemma in lemmas.split(",")
)
"""Hypernyms that say nothing to a reader, by lexicographer file and first lemma."""

_CLOSED = frozenset("04 07 09 10 11 12 13 16 19 21 22 23 24 26 27 28".split())
"""Files of what can't be seen or counted: above them other files hold something else.

A religion is no virtue, a symptom no information, an insurance policy no thinking.
"""

_CONCRETE_TOPS = frozenset("animal artifact location plant".split())
_BRIDGES = frozenset(
    {
        ("04", "activity"),
        ("06", "product"),
        ("06", "work"),
        ("09", "belief"),
        ("09", "doctrine"),
        ("09", "performing arts"),
        ("10", "document"),
        ("10", "legal document"),
        ("10", "negotiable instrument"),
        ("11", "social event"),
        ("11", "movement"),
    }
)
"""What is true and plain above other files too."""


def leads_astray(below: str, file: str, lemma: str) -> bool:
    """Tell whether the step up from a file to a synset, by file and first lemma, goes astray."""
    if file == TOPS:
        return below in _CLOSED and lemma in _CONCRETE_TOPS
    return below in _CLOSED and file != below and (file, lemma) not in _BRIDGES
