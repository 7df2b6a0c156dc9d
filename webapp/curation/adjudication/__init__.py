"""Settling what several annotators marked and chose in the same documents."""
