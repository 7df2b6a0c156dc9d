"""Backups: one file with all that an installation can't make again, for either database."""
