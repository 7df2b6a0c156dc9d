"""Counts of what stays readable, kind by kind, and of words hidden for nothing."""
