"""Lists of files are held against what the ontology would offer, its own are taken as such."""

import dataclasses
from pathlib import Path

import pytest

from annotation.records import Document, Layer, Mention, Origin, Replacement
from annotation.sources import ListSource
from annotation.types import IdentifierType, SemanticType
from ontology.errors import OntologyError
from ontology.index.layout import MANIFEST
from ontology.layers import Ontology
from selection.examples import ExampleDocument, examples_of
from selection.proposals import with_proposals
from selection.resources import Resources
from selection.training import Plan, train
from tests.gazetteer import CITY
from tests.selection.planned import again, silent
from webapp.platform.config import Config

TEXT = "She moved from Oslo to Qxzy."


@pytest.fixture
def ontology(config: Config, request: pytest.FixtureRequest) -> Ontology:
    request.getfixturevalue("tiny_ontology")
    opened = Resources.open(None, config.ontology).ontology
    assert opened is not None
    return opened


def _document(*replacements: Replacement) -> ExampleDocument:
    names = ("Oslo", "Qxzy")
    mentions = [
        Mention(
            "m1",  # ids repeat between layers
            SemanticType.LOC,
            TEXT.index(name),
            TEXT.index(name) + len(name),
            name,
            IdentifierType.QUASI,
            name,
            replacement=replacement,
        )
        for name, replacement in zip(names, replacements, strict=True)
    ]
    layers = tuple(Layer(each.span_text, (each,)) for each in mentions)
    return examples_of(Document("d", TEXT, layers))


OF_FILE = Replacement({"P31": ["village in Estonia", "***"]})
OF_OURS = Replacement(
    {ListSource.RULES: ["landmark", "***"]}, origins={"landmark": Origin(ListSource.RULES, "")}
)


def test_a_list_of_a_file_gets_what_the_ontology_offers_beside_it(ontology):
    oslo, unknown = with_proposals(_document(OF_FILE, OF_FILE), ontology).examples
    assert oslo.candidates == ("village in Estonia", "***")
    assert oslo.proposed[: len(CITY)] == CITY
    assert set(unknown.proposed) <= {"place"}


def test_a_list_of_ours_says_itself_what_the_ontology_offers(ontology):
    _, ours = with_proposals(_document(OF_FILE, OF_OURS), ontology).examples
    assert ours.proposed == ("landmark",)


def test_spans_in_clear_are_not_proposed_for(ontology):
    before = _document(OF_FILE, OF_FILE)
    clear = dataclasses.replace(before.examples[0], identifier_type=IdentifierType.NO_MASK)
    after = with_proposals(dataclasses.replace(before, examples=(clear,)), ontology)
    assert after.examples == (clear,)


def test_without_an_ontology_a_document_stays_as_it_is(tmp_path):
    document = _document(OF_FILE, OF_FILE)
    for folder in (None, tmp_path):
        assert Resources.open(None, folder).known(document) is document


def test_a_damaged_ontology_stops_trainings_and_suggestions(plan: Plan, tmp_path: Path):
    folder = tmp_path / "ontology"
    folder.mkdir()
    (folder / MANIFEST).write_text("{}", encoding="utf-8")
    with pytest.raises(OntologyError):
        train(again(plan, "v2", ontology=folder), silent)
    with pytest.raises(OntologyError):
        Resources.open(plan.encoder, folder)
