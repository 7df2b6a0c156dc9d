"""Releasing sanitized texts: the gate, what it lets out, the key and the report."""
