"""How good and how fast the ontology is."""
