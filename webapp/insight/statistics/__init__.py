"""Statistics of a project: what was chosen and marked, how far people agree, how fast they are."""
