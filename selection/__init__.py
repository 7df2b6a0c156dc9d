"""Which candidate to choose: families, training, evaluation; empty until they are built."""
