"""A text encoder that costs nothing: random weights, one layer, built once a session."""

from __future__ import annotations

from pathlib import Path

import pytest

from selection.encoding import Encoder


@pytest.fixture(scope="session")
def tiny_encoder_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny BERT, as PALIMPSEST_ENCODER may name one."""
    from tests.selection.encoders import write_bert  # noqa: PLC0415 - torch takes seconds to load

    return write_bert(tmp_path_factory.mktemp("encoder"))


@pytest.fixture(scope="session")
def tiny_encoder(tiny_encoder_folder: Path) -> Encoder:
    """An encoder of 16 dimensions: like texts get like vectors, meaning it knows none."""
    return Encoder(tiny_encoder_folder)
