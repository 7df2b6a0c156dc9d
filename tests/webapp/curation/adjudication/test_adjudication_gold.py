"""What was settled goes out, in whatever kind of project, and is told from what annotators did."""

from __future__ import annotations

import json

from sqlalchemy import select

from annotation.adjudication import Part, Settled, is_gold, with_gold
from annotation.formats import document_to_json
from annotation.types import IdentifierType, SemanticType
from tests.factories import sign_in
from tests.marked_layers import annotated
from tests.webapp.curation.adjudication.adjudicating import (
    CITY,
    MASK,
    SPANS,
    TEXT,
    address,
    loaded,
    outgoing,
    settle,
    take,
)
from tests.webapp.intake.imports.importing import bring, written
from tests.webapp.publication.export import exporting
from tests.webapp.submissions import submitted
from tests.webapp.workbench.marking import choose, mark
from tests.webapp.workbench.marking import submitted as close
from webapp.core import store_sync
from webapp.core.records import Layers, load_record
from webapp.curation.adjudication.forms import key_of
from webapp.insight.agreement.computing import compute_report
from webapp.platform.extensions import db
from webapp.platform.models import (
    Document,
    JobState,
    Layer,
    ProjectKind,
    Role,
)


def test_the_gold_layer_goes_out_and_stands_in_the_store_beside_the_others(
    client, project, document
):
    take(client, project, document, 2, MASK)
    settle(client, document)
    gold = load_record(db.session(), document.id, only_final=True, layers=Layers.OUTGOING)
    assert gold.generalized_text == f"From [{CITY}], {MASK}, to [city]."
    stored = store_sync.store_of(project.id).read(document.doc_id)
    assert list(stored["annotations"]) == ["spans", "gold"]
    both = load_record(db.session(), document.id, only_final=True, layers=Layers.BOTH)
    [layer] = filter(is_gold, both.layers)
    selections = [mention.replacement.selection for mention in layer.mentions]
    assert selections == [{CITY: ("Ria",)}, {MASK: ("Ria",)}, {"city": ("Ria",)}]
    assert store_sync.verify(project).is_clean


def test_an_export_says_which_layers_are_gold(client, make, project, document):
    take(client, project, document, 2, MASK)
    settle(client, document)
    make.document(project, text=TEXT, spans=SPANS)
    sign_in(client, make.user(role=Role.ADMIN))

    def lines(**wanted):
        answer = exporting.download(client, project, format="jsonl", **wanted)
        read = map(json.loads, answer.text.splitlines())
        return [(each["annotator"], each["is_gold"], each["generalized_text"]) for each in read]

    settled = ("gold", True, f"From [{CITY}], {MASK}, to [city].")
    ada, ben, gold = lines(layers="both")
    assert (ada[:2], ben[:2], gold) == (("Ada Berg", False), ("Ben Moe", False), settled)
    assert lines(layers="gold", work="all") == [settled]
    assert lines(layers="both", without_originals="y") == [settled]
    assert [name for name, *_ in lines(layers="both", annotators="numbers")] == [
        "annotator 1",
        "annotator 2",
        "gold",
    ]


def test_adjudicators_count_in_no_agreement(client, project, document):
    before = compute_report(db.session(), project)
    take(client, project, document, 2, MASK)
    settle(client, document)
    assert compute_report(db.session(), project) == before


def test_what_is_hidden_after_the_settling_does_not_go_out_in_clear(
    client, make, project, document
):
    take(client, project, document, 2, MASK)
    settle(client, document)
    project.kind = ProjectKind.ONE_PASS
    db.session.commit()
    assert outgoing(document) == f"From [{CITY}], {MASK}, to [city]."
    late = make.assignment(document, make.user("Cleo Dahl"))
    choose(late, dict(zip(document.layers[0].mentions, (CITY, MASK, "city"), strict=True)))
    mark(late, "From", choice="somewhere")
    close(late, spans=4)
    assert outgoing(document).startswith("[somewhere] ")
    assert load_record(db.session(), document.id, only_final=True, layers=Layers.GOLD) is None
    assert "the annotators' layers go out" in client.get(address(document)).text


def test_a_vote_more_for_what_was_settled_opens_nothing(client, make, project, document):
    take(client, project, document, 2, MASK)
    settle(client, document)
    submitted(make, document, make.user("Cleo Dahl"), CITY, MASK, "city")
    assert not loaded(project, document).open_rows
    assert outgoing(document) == f"From [{CITY}], {MASK}, to [city]."


def test_layers_of_masks_are_aligned_and_no_mask_can_be_the_verdict(
    client, make, reviewer, tmp_path
):
    project = make.project(reviewer, kind=ProjectKind.MASKING)
    marked = {
        "Ada": "From [Oslo, 1986|e1|QUASI|LOC], to Bergen.",
        "Ben": "From [Oslo|e1|QUASI|LOC], 1986, to [Bergen|e2|QUASI|LOC].",
    }
    job = bring(project, written(tmp_path, document_to_json(annotated("d", **marked))))
    assert job.state is JobState.DONE, job.message
    document = db.session.scalar(select(Document).where(Document.project_id == project.id))
    first, second = loaded(project, document).rows
    assert (first.place, first.row.difference.value) == ("5-15", "borders")
    assert second.row.difference.value == "presence"
    form = {"row": second.place, "reading": key_of(())}
    client.post(address(document, "verdict"), data=form)
    own = {"row": first.place, "borders": "5-9", "entity_type": "LOC", "identifier_type": "DIRECT"}
    client.post(address(document, "verdict"), data=own)
    settle(client, document)
    gold = load_record(db.session(), document.id, only_final=True, layers=Layers.GOLD)
    [mention] = gold.layers[0].mentions
    assert (mention.span_text, mention.identifier_type.value) == ("Oslo", "DIRECT")


def test_what_annotators_marked_in_one_pass_is_put_side_by_side(client, make, project):
    project.kind = ProjectKind.ONE_PASS
    document = make.document(project, text=TEXT, spans=SPANS[:1])
    ada, ben = (make.assignment(document, make.user(name)) for name in ("Ada", "Ben"))
    choose(ada, {document.layers[0].mentions[0]: CITY})
    mark(ben, "Oslo, 1986", choice="somewhere")
    close(ada, spans=1)
    close(ben, spans=1)
    [row] = loaded(project, document).rows
    assert (row.place, row.row.candidates) == ("5-15", ("somewhere", CITY, "city", MASK))
    take(client, project, document, 1, "somewhere")
    settle(client, document)
    gold = load_record(db.session(), document.id, only_final=True, layers=Layers.OUTGOING)
    assert gold.generalized_text == "From [somewhere], to Bergen."


def test_a_gold_layer_beside_those_of_annotators_is_left_out_and_said(make, tmp_path):
    marked = annotated("d", Ada="[Ada|e1] met Bo.", Ben="Ada met [Bo|e1].")
    verdict = Settled((Part(0, 3, SemanticType.PERSON, IdentifierType.QUASI),), "Ria")
    gold = with_gold(marked, list(marked.layers), [verdict], is_alone=False)
    project = make.project(kind=ProjectKind.MASKING)
    job = bring(project, written(tmp_path, document_to_json(gold)))
    assert "1 document had a gold layer beside those of annotators" in job.message
    names = select(Layer.name).join(Layer.document).where(Document.project_id == project.id)
    assert sorted(db.session.scalars(names)) == ["Ada", "Ben"]
