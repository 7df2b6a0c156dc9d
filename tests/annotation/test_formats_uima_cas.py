"""UIMA CAS XMI: what dkpro-cassis reads of it, offsets in UTF-16 units as Java counts."""

import re
from dataclasses import replace

import pytest
from cassis import load_cas_from_xmi, load_typesystem
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.errors import RecordError
from annotation.formats.exchange.uima_cas import ENTRY, FEATURES, LAYER, METADATA, UimaCasWriter
from tests.annotation.entry_samples import ADA, BEN, CARD, EMPTY, GOLD, entries, written

in_xml = st.text(
    st.one_of(
        st.sampled_from('ab .\n\r\t"<&>é🙂👩🏽‍🔬𝒳e\u0301\u200fאב\u2028\x85'),
        st.characters(
            min_codepoint=32, exclude_categories=["Cs"], exclude_characters="\ufffe\uffff"
        ),
    ),
    max_size=40,
)
xml_names = st.text(st.sampled_from("ab .\n🙂é<&\t"), min_size=1, max_size=8)


def read(folder, name):
    """What a file says of its entry, as an entry would."""
    cas = load_cas_from_xmi(folder / name, load_typesystem(folder / "TypeSystem.xml"))
    [metadata], [about] = cas.select(METADATA), cas.select(ENTRY)
    spans = [
        {name: each[name] for name in FEATURES}
        | {"start": each.begin, "end": each.end, "text": cas.sofa_string[each.begin : each.end]}
        for each in sorted(cas.select(LAYER), key=lambda each: each.xmiID)
    ]
    values = {"doc_id": metadata.documentTitle, "annotator": metadata.documentId}
    for key in ("is_gold", "split", "task", "generalized_text"):
        values[key] = about[key]
    return values | {"text": cas.sofa_string, "spans": spans}


def expected(entry):
    names = ("doc_id", "annotator", "is_gold", "split", "task", "generalized_text", "text")
    spans = []
    for each in entry.spans:
        values = {name: getattr(each, name) for name in each.__slots__}
        spans.append(values | {"entity_mention_id": values.pop("mention_id")})
    return {name: getattr(entry, name) for name in names} | {"spans": spans}


def test_cassis_reads_a_file_for_each_entry(tmp_path):
    folder = written(UimaCasWriter, tmp_path / "out")
    names = [f"document-1-{name}.xmi" for name in ("annotator-1", "annotator-2", "gold-1")]
    assert [read(folder, name) for name in names] == list(map(expected, (ADA, BEN, GOLD)))
    assert read(folder, "document-2-annotator-1.xmi") == expected(EMPTY)
    assert (folder / "README.md").read_text() == CARD


def test_offsets_in_the_file_are_utf_16_units(tmp_path):
    folder = written(UimaCasWriter, tmp_path / "out")
    content = (folder / "document-1-annotator-1.xmi").read_text(encoding="utf-8")
    found = re.findall(r'PersonalInformation [^>]*begin="(\d+)" end="(\d+)"', content)
    units = ADA.text.encode("utf-16-le")
    cut = [units[2 * int(start) : 2 * int(end)].decode("utf-16-le") for start, end in found]
    assert cut == [span.text for span in ADA.spans]


@settings(max_examples=40)
@given(entries(in_xml, xml_names))
def test_what_is_read_back_is_what_was_written(tmp_path_factory, entry):
    folder = written(UimaCasWriter, tmp_path_factory.mktemp("out"), [[entry]])
    name = f"document-1-{'gold' if entry.is_gold else 'annotator'}-1.xmi"
    assert read(folder, name) == expected(entry)


def test_a_document_with_a_sign_that_xml_does_not_have_is_refused_whole(tmp_path):
    (tmp_path / "out").mkdir()
    writer = UimaCasWriter(tmp_path / "out")
    bad = replace(BEN, task="a\x0cb")
    problem = (
        "document 'letters/1 Ä': the task holds U\\+000C at position 1, a sign that XML does not"
    )
    with pytest.raises(RecordError, match=problem):
        writer.add([ADA, bad])
    writer.add([EMPTY])
    writer.close(CARD)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        *("README.md", "TypeSystem.xml", "document-1-annotator-1.xmi")
    ]
