"""Signing in and out, by password or personal link, and one's own account."""
