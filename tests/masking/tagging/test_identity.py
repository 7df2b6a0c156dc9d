"""Other features have another identity, so that no version is opened with them."""

import pytest

from masking.tagging import features, identity


@pytest.mark.parametrize("name", ["_AFFIXES", "_NEAR", "_FAR"])
def test_other_features_have_another_identity(monkeypatch, name):
    known = identity.features_identity.__wrapped__()
    assert identity.features_identity.__wrapped__() == known
    monkeypatch.setattr(features, name, getattr(features, name) + 1)
    assert identity.features_identity.__wrapped__() != known
