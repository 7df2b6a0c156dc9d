"""Review and adjudication of submitted work."""
