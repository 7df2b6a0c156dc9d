"""The error of a refused file, and a record that is not refused."""

import pytest

from annotation.errors import RecordError
from annotation.formats import read_documents

GOOD = {
    "doc_id": "zoe",
    "text": "Zoë 🙂 sails.",
    "annotations": {
        "a1": {
            "entity_mentions": [
                {
                    "entity_type": "PERSON",
                    "entity_mention_id": "em1",
                    "start_offset": 0,
                    "end_offset": 3,
                    "span_text": "Zoë",
                    "identifier_type": "DIRECT",
                    "entity_id": "e1",
                    "replacement": {
                        "generalizations": {"P31": ["sailor", "***"]},
                        "generalization_selection": {"sailor": ["ann"]},
                    },
                }
            ]
        }
    },
}


def refusal(tmp_path, content, *, name="records.json", format_=None, **how):
    """The error that reading the content raises."""
    path = tmp_path / "upload"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(RecordError) as caught:
        list(read_documents(path, name=name, format=format_, **how))
    return caught.value


def message(tmp_path, content, **how):
    text = str(refusal(tmp_path, content, **how))
    assert text.startswith(how.get("name", "records.json") + ": ")
    assert text.count("records.json") <= 1
    assert len(text) < 400
    return text
