"""Which of its readings a span has: their features, and a model of how likely each is right."""
