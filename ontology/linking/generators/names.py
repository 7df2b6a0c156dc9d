"""Readings of a span by what the layers know of its text, in any form and of any kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from annotation.sources import ListSource
from ontology.entries import Kind, Sense
from ontology.layers import Ontology
from ontology.linking.generators.forms import Form, forms_of
from ontology.linking.generators.spellings import lookup_other
from ontology.naming import bare, is_head_true, match_kinds
from ontology.phrases import singular
from ontology.reading import Generator, Reading
from ontology.spans import Span
from ontology.taxonomy import TAXONOMY

_ROOTS = {
    Kind.PLACE: ("place",),
    Kind.LANDFORM: ("place",),
    Kind.ORGANIZATION: ("organization",),
    Kind.ROLE: ("person",),
    Kind.OCCUPATION: ("person",),
    Kind.DISEASE: ("medical condition",),
}
"""The roots under which a thesaurus' sense may go on; others may under any but these."""

_PERSON = "person"
_NO_ROOTS = frozenset({"person", "organization", "place"})
_GAZETTED = frozenset(
    {Kind.SETTLEMENT, Kind.SUBDIVISION, Kind.COUNTRY, Kind.REGION, Kind.LANGUAGE, Kind.PEOPLE}
)
"""What has chains of its own, better than those of a table."""

_SHORTEST_MISSPELT = 6


def read_names(span: Span, ontology: Ontology) -> Iterator[Reading]:
    """Yield what the index knows of the span's text, as it stands and in other forms."""
    is_known = False
    for form in forms_of(span.text):
        if form.generator is Generator.HEAD and form.text != form.text.lower() and is_known:
            continue
        spelled, found = _looked_up(form, ontology, is_known=is_known)
        senses = [sense for sense in found if _may_be(form, sense)]
        if senses and form.generator is Generator.HEAD and is_head_true(span.text):
            yield _by_head_alone(form, senses[0])
        common = [sense for sense in senses if not sense.has_capital]
        for sense in common or senses if form.text == form.text.lower() else senses:
            is_known = True
            yield from _readings_of(sense, spelled, span)
    if not is_known and not match_kinds(span.text):
        yield from _misspelt(span, ontology)


def _looked_up(form: Form, ontology: Ontology, *, is_known: bool) -> tuple[Form, list[Sense]]:
    """Return the senses of a form, of its other spellings where nothing is known otherwise.

    A list goes on in the spelling of the span: the text of the form stays as it is.
    """
    senses = ontology.lookup(form.text)
    if senses or is_known:
        return form, senses
    if form.generator is Generator.NAME:
        form = replace(form, generator=Generator.NORMALISED)
    return form, lookup_other(form.text, ontology)


def _by_head_alone(form: Form, usual: Sense) -> Reading:
    """Return what a noun at the head of the span says, whatever its sense."""
    noun = singular(form.text)
    label, kind = f"noun: {noun}", f"noun for {usual.kind}"
    return Reading(
        (noun.lower(),), ListSource.RULES, label, kind, Generator.HEAD, coverage=form.coverage
    )


def _may_be(form: Form, sense: Sense) -> bool:
    """Tell whether a form may have a sense: what ends a span is no name."""
    return (
        not sense.has_capital if form.generator is Generator.HEAD else bool(sense.generalizations)
    )


def _readings_of(sense: Sense, form: Form, span: Span) -> Iterator[Reading]:
    """Yield a sense as a reading, and the people that speak it where it is a language."""
    reading = reading_of(sense, form, span)
    yield reading
    if sense.kind is Kind.LANGUAGE and " " not in sense.term:
        yield replace(
            reading,
            generalizations=("member of an ethnic group", "person"),
            kind=Kind.PEOPLE,
            generator=Generator.DERIVED,
            label=f"{sense.term}: those who speak it",
        )


def reading_of(sense: Sense, form: Form, span: Span) -> Reading:
    """Return a sense as a reading: what the form says first, then what covers the sense."""
    generalizations = chain_of(sense)
    is_shorter = form.text.lower() != bare(span.text).lower()
    if form.generator is Generator.HEAD and is_shorter and is_head_true(span.text):
        generalizations = (
            form.text.lower() if not form.text.isupper() else form.text,
            *generalizations,
        )
    return Reading.from_sense(sense, generalizations, form.generator, form.coverage)


def chain_of(sense: Sense) -> tuple[str, ...]:
    """Return what covers a sense, from the first kind that the taxonomy knows as it has it.

    Of what a thesaurus has above that kind, the kinds of person of the taxonomy stay.
    """
    if sense.kind in _GAZETTED:
        return sense.generalizations
    for place, generalization in enumerate(sense.generalizations):
        for kind in _kinds_of(generalization):
            if root := _fitting_root(kind, sense.kind):
                _, *above = TAXONOMY.chain(kind, root)
                kinds = [other for other in sense.generalizations[place + 1 :] if other in TAXONOMY]
                between = [other for other in kinds if _PERSON in TAXONOMY.ancestors(other)]
                generalizations = (*sense.generalizations[:place], kind, *between, *above)
                return tuple(dict.fromkeys(generalizations))
    return sense.generalizations


def _kinds_of(generalization: str) -> Sequence[str]:
    """Return the kinds that a text of a thesaurus names; "serviceman" is a word of one of ours."""
    return (
        [generalization]
        if generalization in TAXONOMY
        else TAXONOMY.kinds_with("words", generalization)
    )


def _fitting_root(kind: str, sense: Kind) -> str:
    roots = TAXONOMY.roots(kind)
    if allowed := _ROOTS.get(sense):
        return next((root for root in allowed if root in roots), "")
    if sense is Kind.ARTIFACT and "place" in roots:
        return "place"
    return next(iter(sorted(roots - _NO_ROOTS)), "")


def read_live(span: Span, ontology: Ontology) -> Iterator[Reading]:
    """Yield what a live layer knows of the span, where a setting names one."""
    for sense in ontology.live.lookup(span.text) if ontology.live is not None else ():
        yield reading_of(sense, Form(span.text, Generator.NAME), span)


def _misspelt(span: Span, ontology: Ontology) -> Iterator[Reading]:
    """Yield what a long unknown name may be a slip for, within 15 % of its letters."""
    name = bare(span.text)
    if len(name) < _SHORTEST_MISSPELT or not name[0].isupper():
        return
    for key, distance in ontology.near(name):
        if key[0] != name[0].casefold():
            continue
        form = Form(key, Generator.MISSPELT, 1 - distance / len(name))
        for sense in ontology.lookup_key(key):
            if sense.has_capital and sense.generalizations:
                yield reading_of(sense, form, span)
