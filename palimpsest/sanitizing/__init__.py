"""Anonymizing without people: mark, propose, choose, render, scan; a document at a time."""
