"""Models of a project: trained, tried, put to use and asked for suggestions in the background."""
