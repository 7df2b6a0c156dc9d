"""The folder of the compiled ontology; it holds no code."""
