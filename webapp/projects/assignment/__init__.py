"""Sharing out documents among annotators."""
