"""Texts that come in: imports, backgrounds, documents of other projects."""
