from pathlib import Path

import pytest

from selection import exchange
from selection.training import Plan
from tests.selection.annotated import documents
from tests.selection.planned import AT


@pytest.fixture
def plan(tmp_path: Path, tiny_encoder_folder: Path) -> Plan:
    """A plan for twelve documents in which everybody chose the second replacement."""
    snapshot = tmp_path / "snapshot.jsonl"
    exchange.write_documents(snapshot, documents(12, chosen=1))
    models = tmp_path / "models"
    return Plan(snapshot, models / "v1", AT, family="baseline", encoder=tiny_encoder_folder)
