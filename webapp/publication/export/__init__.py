"""Exporting a project."""
