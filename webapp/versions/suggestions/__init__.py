"""Suggestions in the page: what is shown, what is accepted, what is recorded of it."""
