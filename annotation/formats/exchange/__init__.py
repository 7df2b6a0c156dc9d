"""Formats of other tools: one module each, which writes the format and, if it can, reads it."""
