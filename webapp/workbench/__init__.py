"""Annotating a document: the heart."""
