"""The choice among the readings of a span: their features, and a model of which is right."""
