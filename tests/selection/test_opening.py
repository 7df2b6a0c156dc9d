"""A document is served by a model that has not seen it, and a first version earns its place."""

import dataclasses

from learning.encoding import Encoder
from learning.versions import part_folder
from selection import exchange
from selection.opening import open_version
from selection.training import train
from tests.selection.annotated import document, documents
from tests.selection.planned import again, silent


def files_of(version, part):
    model = part_folder(version, part) / "model"
    return {path.relative_to(model): path.read_bytes() for path in model.rglob("*.*")}


def test_a_model_of_everything_serves_each_document_without_having_learnt_from_it(
    plan, tiny_encoder_folder
):
    known = [document(f"d{number}", number % 2) for number in range(12)]
    exchange.write_documents(plan.snapshot, known)
    personal = again(plan, "all", family="personal", on_everything=True)
    train(personal, silent)
    encoder = Encoder.open(tiny_encoder_folder)
    models = open_version(personal.out, encoder)
    other = document("unheard of", 1)
    assert models.part_of(other) is None
    assert not any(models.has_seen(each) for each in [*known, other])
    exchange.write_documents(plan.snapshot, [document("d0", 2), *known[1:]])
    otherwise = again(personal, "otherwise")
    train(otherwise, silent)
    part = models.part_of(known[0])
    assert files_of(personal.out, part) == files_of(otherwise.out, part)
    assert files_of(personal.out, 1 - part) != files_of(otherwise.out, 1 - part)


def test_a_model_of_everything_can_be_held_against_a_project_s_first(plan):
    train(again(plan, "all", on_everything=True), silent)
    sample = plan.out.with_name("all")
    first = again(plan, "v1", current=sample, current_name="the sample's", first_needs=12)
    verdict = train(first, silent).verdict
    assert not verdict.promoted
    assert verdict.reason.endswith("Refused: it is not better than the sample's.")


def test_a_first_version_needs_so_many_different_documents(plan):
    again_the_same = [
        dataclasses.replace(each, doc_id=f"{each.doc_id}-again") for each in documents(12, chosen=1)
    ]
    exchange.write_documents(plan.snapshot, [*documents(12, chosen=1), *again_the_same])
    assert train(again(plan, "v1", first_needs=12), silent).verdict.promoted
    verdict = train(again(plan, "v2", first_needs=13), silent).verdict
    assert not verdict.promoted
    assert verdict.reason.endswith("Refused: a first model needs 13 documents, this one had 12.")
