"""Projects: the list, the overview with progress, settings and members."""
