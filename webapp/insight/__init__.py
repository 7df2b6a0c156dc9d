"""Figures of work: privacy, agreement, statistics."""
