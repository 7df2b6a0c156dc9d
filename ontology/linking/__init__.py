"""From a span to what it may be taken for: readings, each with what it was found by."""
