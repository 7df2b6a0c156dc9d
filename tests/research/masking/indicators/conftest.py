from __future__ import annotations

import pytest

from learning.language_model import LanguageModel
from research.masking.indicators import Resources
from research.masking.search import Page
from research.masking.search.collection import Collection, build_collection
from tests.learning.language_models import write_causal, write_masked
from tests.research.masking.indicators.documents import DOCUMENTS
from tests.research.masking.indicators.labellers import WordClassifier


@pytest.fixture(scope="session")
def masked_model(tmp_path_factory):
    return LanguageModel(write_masked(tmp_path_factory.mktemp("masked")), device="cpu")


@pytest.fixture(scope="session")
def causal_model(tmp_path_factory):
    return LanguageModel(write_causal(tmp_path_factory.mktemp("causal")), device="cpu")


@pytest.fixture(scope="session")
def collection(tmp_path_factory):
    """Everybody's article, which names the town but not the trade."""
    path = tmp_path_factory.mktemp("collection") / "background.sqlite"
    pages = []
    for each in DOCUMENTS:
        name, _, town, *_ = (mention.span_text for mention in each.layers[0].mentions)
        pages.append(Page(name, f"{name} grew up in {town}."))
    build_collection(path, pages)
    found = Collection(path)
    yield found
    found.close()


@pytest.fixture
def resources(tiny_encoder, ontology, masked_model, collection):
    """All that the indicators may need."""
    return Resources(
        encoder=tiny_encoder,
        ontology=ontology,
        language_model=masked_model,
        token_classifier=WordClassifier(),
        search_client=collection,
    )
