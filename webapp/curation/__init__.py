"""What becomes of submitted work: review and adjudication."""
