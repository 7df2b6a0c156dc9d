"""What the ontology proposes for a project's spans, and what the project adds and forbids."""
