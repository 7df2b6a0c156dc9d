"""People: accounts, roles, sessions, what they may open, how they come in, the audit log."""
