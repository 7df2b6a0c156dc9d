"""The model of a project: what serves, what was tried, what annotators see of it."""
