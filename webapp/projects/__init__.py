"""Projects: the list, the overview with progress, documents, members; assignment, guidelines."""
