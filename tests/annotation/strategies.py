"""Hypothesis strategies of records as JSON: odd scripts, odd key orders, unknown keys anywhere."""

from hypothesis import strategies as st

from annotation.records import MASK
from annotation.types import ConfidentialStatus, EditType, IdentifierType, SemanticType

storable_characters = st.one_of(
    st.sampled_from('ab .\n\r\t"\\[]{}*é🙂👩🏽‍🔬𝒳e\u0301\u200f\ufeffאבج李\u2028'),
    st.characters(exclude_characters="\0", exclude_categories=["Cs"]),
)
storable_text = st.text(storable_characters, max_size=60)
names = st.text(storable_characters, min_size=1, max_size=8)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**80), 2**80)
    | st.floats(allow_nan=False, allow_infinity=False)
    | storable_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=5,
)
extra_keys = st.dictionaries(names.map(lambda name: f"x-{name}"), json_values, max_size=2)


@st.composite
def shuffled(draw, record):
    """The record with unknown keys added and all keys in another order."""
    record = record | draw(extra_keys)
    return {key: record[key] for key in draw(st.permutations(list(record)))}


@st.composite
def replacements(draw):
    """What a mention offers, chosen by nobody or some."""
    lists = st.lists(storable_text, max_size=4).map(lambda texts: [*texts, MASK])
    sources = st.dictionaries(names, lists, max_size=2)
    generalizations = draw(sources)
    if draw(st.booleans()):
        generalizations["contained"] = draw(sources)
    offered = [
        text for value in generalizations.values() if isinstance(value, list) for text in value
    ]
    chosen = draw(st.lists(st.sampled_from([*offered, MASK]), unique=True, max_size=3))
    annotators = draw(st.lists(names, unique=True, min_size=len(chosen), max_size=5))
    selection = {text: [] for text in chosen}
    for index, annotator in enumerate(annotators if chosen else []):
        selection[chosen[index % len(chosen)]].append(annotator)
    record = {"generalizations": generalizations}
    if draw(st.booleans()):
        record["generalization_selection"] = selection
    return draw(shuffled(record))


@st.composite
def mention_records(draw, text, mention_id):
    """A mention somewhere in the text, overlapping others or not."""
    start = draw(st.integers(0, len(text) - 1))
    end = draw(st.integers(start + 1, len(text)))
    record = {
        "entity_type": draw(st.sampled_from(list(SemanticType))).value,
        "entity_mention_id": mention_id,
        "start_offset": start,
        "end_offset": end,
        "span_text": text[start:end],
        "identifier_type": draw(st.sampled_from(list(IdentifierType))).value,
        "entity_id": draw(names),
    }
    optional = {
        "edit_type": st.none() | st.sampled_from([member.value for member in EditType]),
        "confidential_status": st.sampled_from([member.value for member in ConfidentialStatus]),
        "related_mentions": st.none() | st.lists(names, max_size=2),
        "replacement": st.none() | replacements(),
    }
    record |= draw(st.fixed_dictionaries({}, optional=optional))
    return draw(shuffled(record))


@st.composite
def document_records(draw, doc_ids=names):
    """A document with up to two layers of mentions."""
    text = draw(storable_text)
    layers = {}
    for name in draw(st.lists(names, unique=True, max_size=2)):
        count = draw(st.integers(0, 3)) if text else 0
        mentions = [draw(mention_records(text, f"{name}-{index}")) for index in range(count)]
        layers[name] = draw(shuffled({"entity_mentions": mentions}))
    record = {"doc_id": draw(doc_ids), "text": text, "annotations": layers}
    optional = {
        "task": st.none() | storable_text,
        "dataset_type": st.sampled_from(["train", "dev", "test"]),
        "generalized_text": st.none() | storable_text,
        "quality_checked": st.lists(names, max_size=2),
        "meta": json_values,
    }
    record |= draw(st.fixed_dictionaries({}, optional=optional))
    return draw(shuffled(record))
