"""Importing files in the background, with a progress panel."""
