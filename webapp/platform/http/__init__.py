"""Requests and answers: receiving, headers, fragments, errors, static files."""
